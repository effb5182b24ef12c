import Foundation
import QuireCore
import QuireEngine
import QuireText

/// How a module's items stand in the documents of a search server: as any other program would write them.
///
/// ```json
/// {"id":"57ea","createdAt":1700000000000,"title":"Emma","year":1815,"author":"b2c1"}
/// ```
/// Values and metadata stand side by side under their own names. A field takes precedence over metadata of the same name.
/// What cannot stand there is under `q_rest`: metadata that a field hides, and values under names that servers read as
/// syntax. Every other name that begins with `q_` belongs to what an engine derives from the item. Of two equal keys, the
/// first counts.
package final class PlainDocument: Sendable {
    /// The name of what cannot stand under its own name: `{"metadata":{…},"values":{…}}`.
    package static let rest = "q_rest"

    /// What a server returns as it was sent. Other values, and thus `q_rest`, are written as JSON texts.
    package enum Fidelity: Sendable {
        case exact
        /// A number is returned as the double nearest to it.
        case numbersAsDoubles
        /// A member that is null disappears from a document that is written once more.
        case losesNull
    }

    package let module: IndexedModule
    /// The name of the item's id.
    package let id: String
    /// The metadata that a document shows under its own name.
    let metadata: [DocumentMetadata]
    /// Whether a place that is written as a pair of numbers begins with the longitude.
    let hasLongitudeFirst: Bool
    /// Whether places in other forms than HALO's are converted when they are read.
    let convertsPlaces: Bool
    private let fidelity: Fidelity
    /// Names of undeclared values that only this server gives a meaning.
    private let reserved: Set<String>
    /// For each field, whether a document shows its value under its own name.
    private let isPlain: [Bool]

    /// - Parameters:
    ///   - module: The module of the items.
    ///   - id: The name of the item's id in a document.
    ///   - longitudeFirst: Whether a place that is written as a pair of numbers begins with the longitude.
    ///   - convertsPlaces: Whether places in other forms than HALO's are converted when they are read. Otherwise, documents
    ///     hold them as items do.
    ///   - showsAllNames: Whether every value stands under its own name, because another program chose the names.
    ///   - fidelity: What the server returns as it was sent.
    ///   - reserved: Names that begin with `_` and that documents may hold, such as `_tags`. All others are added by the
    ///     server to its responses.
    ///   - hidden: The metadata that fields hide in these documents, if they were written for another schema. `nil` stands
    ///     for the names of the module's fields.
    package init(
        _ module: IndexedModule, id: String = "id", longitudeFirst: Bool = false, convertsPlaces: Bool = true,
        showsAllNames: Bool = false, fidelity: Fidelity = .exact, reserved: Set<String> = [],
        hidden: [String]? = nil
    ) {
        self.module = module
        self.id = id
        hasLongitudeFirst = longitudeFirst
        self.convertsPlaces = convertsPlaces
        self.fidelity = fidelity
        self.reserved = reserved
        isPlain = module.values.map {
            // A member is shown in its object.
            (showsAllNames || $0.descriptor.name.isPlainKey) && $0.descriptor.name != id
                && !$0.descriptor.isMember
        }
        let hidden = hidden ?? Self.hiddenMetadata(by: module)
        metadata = DocumentMetadata.all.filter { !hidden.contains($0.name) && $0.name != id }
    }

    /// The metadata whose names the module's fields have. Keep them with a collection: the next schema may have others.
    package static func hiddenMetadata(by module: IndexedModule) -> [String] {
        hiddenMetadata { module.value($0) != nil }
    }

    /// The metadata whose names fields have.
    package static func hiddenMetadata(where isField: (String) -> Bool) -> [String] {
        DocumentMetadata.all.map(\.name).filter(isField)
    }

    /// The names of a document that hold values of these fields, and everything that an item needs beside them. `nil` names
    /// all fields.
    package func names(of fields: [IndexedField]?) -> [String] {
        let plainFields = (fields ?? module.values).filter { !$0.isMetadata && isPlain[$0.ordinal] }
        return [id] + metadata.map(\.name) + plainFields.map(\.descriptor.name) + [Self.rest]
    }

    /// The name under which a document shows a field's value; `nil` if that is `q_rest`.
    package func name(of field: IndexedField) -> String? {
        field.isMetadata || isPlain[field.ordinal] ? field.descriptor.name : nil
    }

    /// Whether the name is that of metadata, and no field hides it.
    private func metadata(_ name: String) -> DocumentMetadata? { metadata.first { $0.name == name } }

    // MARK: - Writing

    /// The members of an instance's document.
    ///
    /// - Parameter instance: An instance under the current names of its fields.
    package func members(of instance: JSONValue) -> [JSONValue.Member] {
        var members = DistinctMembers([.init(id, .string(instance.instanceID))])
        var hiddenMetadata: [JSONValue.Member] = []
        var hiddenValues: JSONValue?
        for member in DistinctMembers(of: instance).all where member.name != "id" && member.name != "values" {
            if let property = metadata(member.name), property.holds(member.value), isKept(member.value) {
                members.append(member)
            } else {
                hiddenMetadata.append(member)
            }
        }
        switch instance.member("values") {
        case let values? where !values.isObject: hiddenValues = values
        case let values?:
            var hidden: [JSONValue.Member] = []
            for member in DistinctMembers(of: values).all {
                if isShown(member.name), isKept(member.value) {
                    members.append(.init(member.name, written(member)))
                } else {
                    hidden.append(member)
                }
            }
            if !hidden.isEmpty { hiddenValues = .object(hidden) }
        case nil: break
        }
        var rest: [JSONValue.Member] = []
        if !hiddenMetadata.isEmpty { rest.append(.init("metadata", .object(hiddenMetadata))) }
        if let hiddenValues { rest.append(.init("values", hiddenValues)) }
        guard !rest.isEmpty else { return members.all }
        let hidden = JSONValue.object(rest)
        return members.all + [.init(Self.rest, fidelity == .exact ? hidden : .string(hidden.description))]
    }

    /// A place that HALO writes as a pair begins with the longitude, which may mean the reverse on a server.
    private func written(_ member: JSONValue.Member) -> JSONValue {
        guard convertsPlaces, !hasLongitudeFirst, case .array = member.value,
            module.value(member.name)?.comparison == .place
        else { return member.value }
        return DocumentPlace.withoutPairs(member.value)
    }

    /// Whether a document shows a value of this name, which the module need not declare.
    private func isShown(_ name: String) -> Bool {
        if let field = module.value(name) { return isPlain[field.ordinal] }
        return (name.isPlainKey || reserved.contains(name)) && name != id
            && !DocumentMetadata.all.contains { $0.name == name }
    }

    /// Whether the server returns a value as it was sent.
    private func isKept(_ value: JSONValue) -> Bool {
        switch fidelity {
        case .exact: true
        case .numbersAsDoubles: value.hasOnlyDoubles
        case .losesNull: !value.hasNullMember && value != .null
        }
    }

    // MARK: - Reading

    /// The instance in a document.
    ///
    /// - Parameters:
    ///   - id: The item's id, if it is not in the document.
    ///   - fields: The fields whose values are returned, in this order. `nil` returns all, including undeclared ones.
    ///   - shape: The language of localized texts.
    /// - Returns: `nil` if the document has no id.
    package func instance(
        of document: JSONValue, id: String? = nil, fields: [IndexedField]? = nil, shape: LocalizedShape? = nil
    ) -> JSONValue? {
        guard let id = id ?? document.member(self.id).flatMap(\.text), !id.isEmpty else { return nil }
        let rest = document.member(Self.rest).map(Self.rest)
        var envelope = DistinctMembers([.init("id", .string(id))])
        var values = DistinctMembers()
        // What is hidden takes precedence: a field that is no longer declared may have its name.
        for member in DistinctMembers(of: rest?.member("metadata")).all { envelope.append(member) }
        for member in DistinctMembers(of: document).all where member.name != self.id {
            if let property = metadata(member.name), !envelope.contains(member.name),
                let value = property.value(of: member.value)
            {
                envelope.append(.init(member.name, value))
            } else if let field = module.value(member.name) {
                if isPlain[field.ordinal] { values.append(member) }
            } else if !isOfServer(member.name) {
                values.append(member)
            }
        }
        if let whole = rest?.member("values") {
            if fields == nil, !whole.isObject { return .object(envelope.all + [.init("values", whole)]) }
            for member in DistinctMembers(of: whole).all { values.append(member) }
        }
        return .object(envelope.all + [.init("values", .object(shown(values.all, fields, shape: shape)))])
    }

    /// What is under `q_rest`, which may be a JSON text.
    static func rest(_ value: JSONValue) -> JSONValue {
        if case .string(let text) = value {
            (try? JSONValue(parsing: Data(text.utf8))) ?? value
        } else {
            value
        }
    }

    /// Whether an undeclared name belongs to what an engine derives or a server adds.
    private func isOfServer(_ name: String) -> Bool {
        name.utf8.starts(with: "q_".utf8) || !reserved.contains(name) && name.utf8.first == UInt8(ascii: "_")
    }

    private func shown(
        _ values: [JSONValue.Member], _ fields: [IndexedField]?, shape: LocalizedShape?
    ) -> [JSONValue.Member] {
        func shown(_ field: IndexedField, _ value: JSONValue) -> JSONValue {
            switch field.descriptor.kind {
            case .localizedText: shape?.applied(to: value) ?? value
            case .geopoint where convertsPlaces, .list(.geopoint) where convertsPlaces:
                DocumentPlace.value(of: value, longitudeFirst: hasLongitudeFirst)
            default: value
            }
        }
        if let fields {
            return fields.filter { !$0.isMetadata }.compactMap { field in
                let name = field.descriptor.name
                guard let member = values.first(where: { $0.name.isByteEqual(to: name) }) else { return nil }
                return .init(name, shown(field, member.value))
            }
        }
        let declared = module.values.compactMap { field in
            values.first { $0.name.isByteEqual(to: field.descriptor.name) }
                .map { JSONValue.Member(field.descriptor.name, shown(field, $0.value)) }
        }
        return declared + values.filter { module.value($0.name) == nil }
    }
}

extension String {
    /// Whether no server reads the name as syntax, and it is none of the names that engines derive.
    fileprivate var isPlainKey: Bool {
        guard !isEmpty, !utf8.starts(with: "q_".utf8), utf8.count <= 200 else { return false }
        for scalar in unicodeScalars {
            switch scalar {
            case "_", "-", " ", "a"..."z", "A"..."Z", "0"..."9": break
            case _ where scalar.value < 0x80: return false
            default: break
            }
        }
        return ![" ", "_", "-"].contains(unicodeScalars.first) && unicodeScalars.last != " "
    }
}

extension JSONValue {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var hasOnlyDoubles: Bool {
        switch self {
        case .integer(let number): number.magnitude <= 1 << 53
        case .number(let number): number != 0 || number.sign == .plus
        case .array(let elements): elements.allSatisfy(\.hasOnlyDoubles)
        case .object(let members): members.allSatisfy { $0.value.hasOnlyDoubles }
        case .null, .boolean, .string: true
        }
    }

    fileprivate var hasNullMember: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.hasNullMember)
        case .object(let members): members.contains { $0.value == .null || $0.value.hasNullMember }
        case .null, .boolean, .integer, .number, .string: false
        }
    }
}

/// The members of an object, without those whose key another one has.
private struct DistinctMembers {
    private(set) var all: [JSONValue.Member] = []
    // By bytes, because names that differ only in their normalization are different names.
    private var keys: Set<ExactText> = []

    init(_ members: [JSONValue.Member] = []) { for member in members { append(member) } }

    /// None if the value is no object.
    init(of value: JSONValue?) {
        if case .object(let members)? = value { self.init(members) } else { self.init() }
    }

    func contains(_ name: String) -> Bool { keys.contains(ExactText(name)) }

    mutating func append(_ member: JSONValue.Member) {
        if keys.insert(ExactText(member.name)).inserted { all.append(member) }
    }
}
