#if SQLite
import Foundation
import Quire
import Seeds

/// Random values of each kind, and their meaning.
enum ChainValues {
    /// A value that fits a field.
    static func value(of field: FieldDescriptor, _ random: inout SeededGenerator) -> JSONValue {
        guard let choices = field.closedValues else { return value(field.kind, &random) }
        let count = field.kind.listElement == nil ? 1 : Int.random(in: 0..<4, using: &random)
        let chosen = (0..<count).compactMap { _ in choices.randomElement(using: &random) }.map {
            JSONValue.string($0)
        }
        return field.kind.listElement == nil ? chosen.first ?? .null : .array(chosen)
    }

    private static func value(_ kind: FieldKind, _ random: inout SeededGenerator) -> JSONValue {
        func list(_ element: FieldKind) -> JSONValue {
            .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(element, &random) })
        }
        func pick(_ values: [JSONValue]) -> JSONValue { values.randomElement(using: &random) ?? .null }
        let moment = Int64.random(in: -2_000_000_000_000..<4_000_000_000_000, using: &random)
        let day = moment - ((moment % 86_400_000) + 86_400_000) % 86_400_000
        switch kind {
        case .list(let element): return list(element)
        case .choices: return list(.choice)
        case .relations: return list(.relation(module: ""))
        case .integer, .scalar(.integer):
            return pick(
                [0, 1, -7, 12, 9_007_199_254_740_993, .min, .max, moment].map { .integer($0) })
        case .number, .scalar(.number):
            return pick([.integer(3), .number(0.1), .number(-2.5), .number(1e300), .number(12.75)])
        case .boolean, .scalar(.boolean): return pick([.boolean(true), .boolean(false)])
        case .date(let format), .time(let format), .dateTime(let format):
            switch format {
            case .epochMilliseconds: return .integer(moment)
            case .epochSeconds: return .integer(moment / 1000)
            case .rfc3339: return .string(text(Date(milliseconds: moment), .rfc3339))
            case .dateOnly: return .string(text(Date(milliseconds: day), .dateOnly))
            }
        case .geopoint:
            return .object([.init("latitude", .number(52.25)), .init("longitude", .number(-4.5))])
        case .json:
            return pick([
                .string("j"), .integer(5), .number(0.5), .array([.null, .integer(1)]), .boolean(true),
                .object([.init("k", .array([])), .init("\"", .null)]), .string("2024-02-29"),
            ])
        case .localizedText:
            return pick([
                .string("plain"), .object([.init("en", .string("one")), .init("de", .string("eins"))]),
            ])
        case .object: return .object([.init("x", .integer(4)), .init("other", .string("kept"))])
        case .choice: return pick(["a", "b", "c", "d", "É"].map { .string($0) })
        case .color: return .string("#987654")
        case .url, .image, .video, .audio, .document: return .string("https://example.com/a?b=c")
        case .text, .longText, .html, .relation, .scalar(.text):
            return pick(
                [
                    "one", "7", "-12", "0.5", "true", "a", "2024-02-29", "2024-02-29T10:11:12.130Z", "É",
                    "e\u{301}", "\"quoted\"\\", "line\nbreak\t\u{1}", "👩‍👩‍👧", "null", "{}", " ",
                ].map { .string($0) })
        }
    }

    private static func text(_ date: Date, _ format: DateFormat) -> String {
        var json = JSONWriter()
        date.write(to: &json, format)
        return String(String(decoding: json.bytes, as: UTF8.self).dropFirst().dropLast())
    }

    /// A default that a schema may have; `nil` for kinds without one.
    static func defaultValue(_ kind: FieldKind) -> JSONValue? {
        switch kind {
        case .text, .longText, .choice: .string("a")
        case .integer: .integer(-1)
        case .number: .number(0.25)
        case .boolean: .boolean(true)
        case .dateTime(.rfc3339): .string("2000-01-01T00:00:00Z")
        case .date(.dateOnly): .string("2000-01-01")
        case .list(.text), .choices: .array([.string("a")])
        default: nil
        }
    }

    /// Whether a value is the same one. Dates are the same if they mean the same moment, because a store writes them in
    /// the format of their field.
    ///
    /// - Parameter isDay: Whether only the day is shown.
    static func isSame(
        _ found: JSONValue, _ stored: JSONValue, wasDate: Bool, isDay: Bool = false
    ) -> Bool {
        if found.data == stored.data { return true }
        guard wasDate else { return false }
        if case (.array(let left), .array(let right)) = (found, stored), left.count == right.count {
            return zip(left, right).allSatisfy { isSame($0, $1, wasDate: true) }
        }
        guard let left = moments(found), var right = moments(stored) else { return false }
        if isDay { right = Set(right.map { ($0 / 86_400_000).rounded(.down) * 86_400_000 }) }
        return !left.isDisjoint(with: right)
    }

    /// The moments that a value may mean in milliseconds: those of a number depend on the format.
    private static func moments(_ value: JSONValue) -> Set<Double>? {
        switch value {
        case .integer(let integer): return [Double(integer), Double(integer) * 1000]
        case .number(let number): return [(number * 1000).rounded(), number]
        case .string(let text):
            guard let moment = Moment(rfc3339: text) ?? Moment(dateOnly: text) else { return nil }
            return [Double(moment.milliseconds)]
        default: return nil
        }
    }
}
#endif
