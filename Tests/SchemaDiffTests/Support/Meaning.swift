import Foundation
import QuireCore
import QuireSchema

typealias Value = QuireCore.JSONValue

/// A value as the models read it.
enum Meaning {
    /// A date, and its form on the wire.
    case date(milliseconds: Double, Value)
    case plain(Value)
    case list([Meaning])
    case object([String: Meaning])

    /// Whether nothing of the old value was lost or changed.
    func keeps(_ old: Meaning) -> Bool {
        switch (old, self) {
        case (.date(let left, _), .date(let right, _)): return left == right
        case (.list(let left), .list(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $1.keeps($0) }
        case (.object(let left), .object(let right)):
            return left.allSatisfy { name, value in right[name]?.keeps(value) ?? false }
        default: return Self.isEqual(old.json, json)
        }
    }

    private var json: Value {
        switch self {
        case .date(_, let value), .plain(let value): value
        case .list(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { Value.Member($0.key, $0.value.json) })
        }
    }

    private static func isEqual(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
            return Int64(exactly: number) == integer
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy(isEqual)
        case (.object(let left), .object(let right)):
            let members = Dictionary(uniqueKeysWithValues: right.map { ($0.name, $0.value) })
            return left.count == right.count
                && left.allSatisfy { member in members[member.name].map { isEqual(member.value, $0) } ?? false
                }
        default: return left == right
        }
    }
}

/// Reads values with the runtime's own types, as generated models do.
struct MeaningReader {
    let schema: Schema

    /// The values of an item by field. `nil` if the item is rejected.
    func item(_ value: Value, of fields: [QuireSchema.Field]) -> [String: Meaning]? {
        guard case .object = value else { return nil }
        var result: [String: Meaning] = [:]
        for field in fields {
            let names = [field.name] + field.formerNames.map(\.name)
            guard let member = names.lazy.compactMap(value.member).first, member != .null else {
                if field.required { return nil }
                continue
            }
            guard let meaning = read(member, as: field.type) else { return nil }
            result[field.name] = meaning
        }
        return result
    }

    /// `nil` if the type cannot read the value.
    func read(_ value: Value, as type: FieldType) -> Meaning? {
        switch type {
        case .text, .longText, .html: return leaf(value, as: String.self)
        case .url, .image, .video, .audio, .document: return leaf(value, as: ContentURL.self)
        case .color: return leaf(value, as: HexColor.self)
        case .integer: return leaf(value, as: Int64.self)
        case .number: return leaf(value, as: Double.self)
        case .boolean: return leaf(value, as: Bool.self)
        case .geopoint: return leaf(value, as: GeoPoint.self)
        case .json: return leaf(value, as: Value.self)
        case .localizedText: return leaf(value, as: LocalizedText.self)
        case .date(let format), .time(let format), .dateTime(let format): return date(value, format)
        case .choice(let choices):
            guard case .string(let text) = value else { return nil }
            let (values, closed) = values(of: choices)
            return closed && !values.contains(text) ? nil : .plain(value)
        case .choices(let choices): return list(value) { read($0, as: .choice(choices)) }
        case .list(let element): return list(value) { read($0, as: element) }
        case .relation: return relation(value)
        case .relations: return list(value, relation)
        case .object(let fields): return item(value, of: fields).map(Meaning.object)
        case .scalar(let name):
            switch schema.scalars.first(where: { $0.name == name })?.base {
            case .text: return read(value, as: .text)
            case .integer: return read(value, as: .integer)
            case .number: return read(value, as: .number)
            case .boolean: return read(value, as: .boolean)
            case .json, nil: return read(value, as: .json)
            }
        }
    }

    private func values(of choices: ChoiceSet) -> (values: [String], closed: Bool) {
        switch choices {
        case .inline(let values, let closed): return (values.map(\.raw), closed)
        case .shared(let name):
            let enumeration = schema.enumerations.first { $0.name == name }
            return (enumeration?.values.map(\.raw) ?? [], enumeration?.closed ?? false)
        }
    }

    private func list(_ value: Value, _ read: (Value) -> Meaning?) -> Meaning? {
        guard case .array(let elements) = value else { return nil }
        let meanings = elements.compactMap(read)
        return meanings.count == elements.count ? .list(meanings) : nil
    }

    private func relation(_ value: Value) -> Meaning? {
        switch value {
        case .string: return .plain(value)
        case .object: return value.member("id").flatMap { if case .string = $0 { .plain($0) } else { nil } }
        default: return nil
        }
    }

    private func date(_ value: Value, _ format: QuireSchema.DateFormat) -> Meaning? {
        guard let format = QuireCore.DateFormat(rawValue: format.rawValue),
            let date = decode(value, as: Date.self, format)
        else { return nil }
        return .date(milliseconds: (date.timeIntervalSince1970 * 1000).rounded(), value)
    }

    private func leaf<Leaf: FieldValue>(_ value: Value, as type: Leaf.Type) -> Meaning? {
        guard let leaf = decode(value, as: type, .epochMilliseconds) else { return nil }
        var json = JSONWriter()
        leaf.write(to: &json, .epochMilliseconds)
        return .plain(Value(written: json))
    }

    private func decode<Leaf: FieldValue>(
        _ value: Value, as type: Leaf.Type, _ format: QuireCore.DateFormat
    ) -> Leaf? {
        var json = JSONWriter()
        json.value(value)
        return try? json.bytes.withUnsafeBytes { bytes throws(ValueDecodingError) in
            try JSONCursor.withCursor(over: bytes) { (cursor) throws(ValueDecodingError) in
                let leaf = try Leaf.read(from: &cursor, format)
                try cursor.expectEnd()
                return leaf
            }
        }
    }
}
