import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// The item of a plain document by the rule alone: every member is metadata, a value, or neither. The readers are compared
/// with it.
package struct FlatRule {
    private let fields: [FieldDescriptor]
    private let id: String
    /// The fields whose values are only under `q_rest`.
    private let hidden: Set<String>
    private let convertsPlaces: Bool

    /// - Parameters:
    ///   - hidden: The fields whose values are only under `q_rest`.
    ///   - convertsPlaces: Whether pairs begin with the latitude, and texts may be places.
    package init(
        _ module: ModuleDescriptor, id: String = "id", hidden: Set<String> = [], convertsPlaces: Bool = true
    ) {
        fields = module.fields.fields
        self.id = id
        self.hidden = hidden
        self.convertsPlaces = convertsPlaces
    }

    /// The members of an object without those whose key an earlier one has.
    package static func members(_ json: JSONValue?) -> [JSONValue.Member] {
        guard case .object(let members)? = json else { return [] }
        var kept: [JSONValue.Member] = []
        for member in members where !kept.contains(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) {
            kept.append(member)
        }
        return kept
    }

    /// The instance in a document; `nil` if it has no id.
    package func instance(_ document: JSONValue) -> JSONValue? {
        let members = Self.members(document)
        func value(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
        guard case .string(let key)? = value(id), !key.isEmpty else { return nil }
        var rest = value("q_rest")
        if case .string(let text)? = rest { rest = try? JSONValue(parsing: Data(text.utf8)) }
        let restMembers = Self.members(rest)
        let hiddenMetadata = restMembers.first { $0.name == "metadata" }?.value
        let hiddenValues = restMembers.first { $0.name == "values" }?.value
        var envelope = [JSONValue.Member("id", .string(key))]
        envelope += Self.members(hiddenMetadata).filter { $0.name != "id" }
        var values: [JSONValue.Member] = []
        for member in members where member.name != id {
            if hidden.contains(member.name) {
                continue
            } else if fields.contains(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) {
                values.append(member)
            } else if !envelope.contains(where: { $0.name == member.name }), let own = metadata(member) {
                envelope.append(.init(member.name, own))
            } else if !member.name.utf8.starts(with: "q_".utf8), member.name.utf8.first != 0x5F {
                values.append(member)
            }
        }
        if let hiddenValues {
            guard case .object = hiddenValues else {
                return .object(envelope + [.init("values", hiddenValues)])
            }
            values += Self.members(hiddenValues)
        }
        let shown = Self.members(.object(values)).map { JSONValue.Member($0.name, place($0)) }
        return .object(envelope + [.init("values", .object(shown))])
    }

    /// The metadata that a member is; `nil` if it is none.
    private func metadata(_ member: JSONValue.Member) -> JSONValue? {
        switch (member.name, member.value) {
        case ("externalId", _), ("pushSchedule", _): return member.value
        case ("name", .string), ("module", .string), ("createdBy", .string), ("updatedBy", .string),
            ("deletedBy", .string), ("revision", .integer), ("customerId", .integer):
            return member.value
        case ("name", .null), ("module", .null), ("createdBy", .null), ("updatedBy", .null),
            ("deletedBy", .null), ("revision", .null), ("customerId", .null), ("tags", .null):
            return .null
        case ("tags", .array(let tags)):
            return tags.allSatisfy { if case .object = $0 { true } else { false } } ? member.value : nil
        case ("createdAt", let value), ("updatedAt", let value), ("publishedAt", let value),
            ("archivedAt", let value), ("removedAt", let value), ("deletedAt", let value):
            switch value {
            case .null, .integer: return value
            case .string:
                guard
                    case .integer(let date)? = EvaluatedValue.values(in: value, of: .dateTime(.rfc3339)).first
                else { return nil }
                return .integer(date)
            default: return nil
            }
        default: return nil
        }
    }

    /// The value of a place as items have it.
    private func place(_ member: JSONValue.Member) -> JSONValue {
        let field = fields.first { $0.name.utf8.elementsEqual(member.name.utf8) }
        guard convertsPlaces else { return member.value }
        guard field?.kind == .geopoint || field?.kind == .list(.geopoint) else { return member.value }
        if let place = place(member.value) { return place }
        guard case .array(let elements) = member.value else { return member.value }
        return .array(elements.map { place($0) ?? $0 })
    }

    private func place(_ value: JSONValue) -> JSONValue? {
        var latitude: JSONValue?
        var longitude: JSONValue?
        switch value {
        case .array(let pair)
        where pair.count == 2
            && pair.allSatisfy({ Double($0.description) != nil }):
            (latitude, longitude) = (pair[0], pair[1])
        case .string(let text):
            let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
            guard parts.count == 2, let first = Double(parts[0]), let second = Double(parts[1]),
                first.isFinite, second.isFinite
            else { return nil }
            (latitude, longitude) = (.number(first), .number(second))
        default: return nil
        }
        guard let latitude, let longitude else { return nil }
        return .object([.init("latitude", latitude), .init("longitude", longitude)])
    }
}

extension JSONValue {
    /// An instance with its members and values in the order of their names, as JSON: to compare exactly, because values that
    /// are equal may be different texts.
    package var sortedInstance: String {
        guard case .object(let members) = self else { return description }
        let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map { member in
            guard member.name == "values", case .object(let values) = member.value else { return member }
            let inner = values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            return Member("values", .object(inner))
        }
        return JSONValue.object(sorted).description
    }
}
