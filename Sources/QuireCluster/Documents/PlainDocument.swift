import QuireCore
import QuireEngine

/// How a module's items stand in the documents of a search server: as any other program would write them.
///
/// ```json
/// {"id":"57ea","createdAt":1700000000000,"title":"Emma","year":1815,"author":"b2c1"}
/// ```
/// Values and metadata stand side by side under their own names. A field takes precedence over metadata of the same name.
/// What cannot stand there is under `q_rest`: metadata that a field hides, and values under names that servers read as
/// syntax. Every other name that begins with `q_` belongs to what an engine derives from the item.
package final class PlainDocument: Sendable {
    /// The name of what cannot stand under its own name: `{"metadata":{…},"values":{…}}`.
    package static let rest = "q_rest"

    package let module: IndexedModule
    /// The name of the item's id.
    package let id: String
    /// The metadata that a document shows under its own name.
    let metadata: [DocumentMetadata]
    /// Whether a place that is written as a pair of numbers begins with the longitude.
    let hasLongitudeFirst: Bool
    /// Whether places in other forms than HALO's are converted when they are read.
    let convertsPlaces: Bool
    /// For each field, whether a document shows its value under its own name.
    private let isPlain: [Bool]

    /// - Parameters:
    ///   - module: The module of the items.
    ///   - id: The name of the item's id in a document.
    ///   - longitudeFirst: Whether a place that is written as a pair of numbers begins with the longitude.
    ///   - convertsPlaces: Whether places in other forms than HALO's are converted when they are read.
    ///   - showsAllNames: Whether every value stands under its own name, because another program chose the names.
    package init(
        _ module: IndexedModule, id: String = "id", longitudeFirst: Bool = false, convertsPlaces: Bool = true,
        showsAllNames: Bool = false
    ) {
        self.module = module
        self.id = id
        hasLongitudeFirst = longitudeFirst
        self.convertsPlaces = convertsPlaces
        isPlain = module.values.map {
            (showsAllNames || $0.descriptor.name.isPlainKey) && $0.descriptor.name != id
        }
        metadata = DocumentMetadata.all.filter { module.value($0.name) == nil && $0.name != id }
    }

    /// The names of a document that hold values of these fields, and everything that an item needs beside them. `nil` names
    /// all fields.
    package func names(of fields: [IndexedField]?) -> [String] {
        let shown = (fields ?? module.values).filter { !$0.isMetadata && isPlain[$0.ordinal] }
        return [id] + metadata.map(\.name) + shown.map(\.descriptor.name) + [Self.rest]
    }

    /// The name under which a document shows a field's value; `nil` if that is `q_rest`.
    package func name(of field: IndexedField) -> String? {
        field.isMetadata || isPlain[field.ordinal] ? field.descriptor.name : nil
    }

    /// Whether the name is that of metadata, and no field hides it.
    private func metadata(_ name: String) -> DocumentMetadata? { metadata.first { $0.name == name } }

    // MARK: - Writing

    /// The members of an instance's document. Of two equal keys, the first counts.
    ///
    /// - Parameter instance: An instance under the current names of its fields.
    package func members(of instance: JSONValue) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init(id, .string(instance.instanceID))]
        // By bytes, because names that differ only in their normalization are different names.
        var seen: Set<[UInt8]> = [Array(id.utf8)]
        var hiddenMetadata: [JSONValue.Member] = []
        var hiddenValues: JSONValue?
        var instanceMembers: [JSONValue.Member] = []
        if case .object(let own) = instance { instanceMembers = own }
        for member in instanceMembers where member.name != "id" && member.name != "values" {
            if let known = metadata(member.name), known.holds(member.value) {
                if seen.insert(Array(member.name.utf8)).inserted { members.append(member) }
            } else {
                hiddenMetadata.append(member)
            }
        }
        if let values = instance.member("values") {
            if case .object(let values) = values {
                var hidden: [JSONValue.Member] = []
                for member in values {
                    if !isShown(member.name) {
                        hidden.append(member)
                    } else if seen.insert(Array(member.name.utf8)).inserted {
                        members.append(member)
                    }
                }
                if !hidden.isEmpty { hiddenValues = .object(hidden) }
            } else {
                hiddenValues = values
            }
        }
        var rest: [JSONValue.Member] = []
        if !hiddenMetadata.isEmpty { rest.append(.init("metadata", .object(hiddenMetadata))) }
        if let hiddenValues { rest.append(.init("values", hiddenValues)) }
        if !rest.isEmpty { members.append(.init(Self.rest, .object(rest))) }
        return members
    }

    /// Whether a document shows a value of this name, which the module need not declare.
    private func isShown(_ name: String) -> Bool {
        if let field = module.value(name) { return isPlain[field.ordinal] }
        return name.isPlainKey && name != id && !DocumentMetadata.all.contains { $0.name == name }
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
        guard case .object(let members) = document else { return nil }
        guard let id = id ?? document.member(self.id).flatMap(\.text), !id.isEmpty else { return nil }
        var envelope: [JSONValue.Member] = [.init("id", .string(id))]
        var values: [JSONValue.Member] = []
        var whole: JSONValue?
        for member in members where member.name != self.id {
            if module.value(member.name) != nil {
                values.append(.init(member.name, member.value))
            } else if let known = metadata(member.name), let value = known.value(of: member.value) {
                envelope.append(.init(member.name, value))
            } else if member.name == Self.rest {
                if case .object(let hidden)? = member.value.member("metadata") { envelope += hidden }
                switch member.value.member("values") {
                case .object(let hidden)?: values += hidden
                case let hidden?: whole = hidden
                case nil: break
                }
            } else if !member.name.hasPrefix("q_") {
                values.append(member)
            }
        }
        if fields == nil, let whole {
            return .object(envelope + [.init("values", whole)])
        }
        return .object(envelope + [.init("values", .object(shown(values, fields, shape)))])
    }

    private func shown(
        _ values: [JSONValue.Member], _ fields: [IndexedField]?, _ shape: LocalizedShape?
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
        guard !isEmpty, !hasPrefix("q_"), utf8.count <= 200 else { return false }
        for scalar in unicodeScalars {
            switch scalar {
            case "_", "-", " ", "a"..."z", "A"..."Z", "0"..."9": break
            case _ where scalar.value < 0x80: return false
            default: break
            }
        }
        return first != " " && last != " " && first != "_" && first != "-"
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
