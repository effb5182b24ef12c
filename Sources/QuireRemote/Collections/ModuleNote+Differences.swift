import QuireCore

extension ModuleNote {
    /// The differences between a collection's note and this one, in words: adds "pages", changes "age" from text to
    /// integer.
    ///
    /// - Parameter earlier: The note's JSON as the cluster keeps it.
    /// - Returns: `nil` if the collection has no readable note.
    package func differences(from earlier: JSONValue?) -> [String]? {
        guard let earlier = earlier?.member("module").map(Self.ordered),
            case .array(let earlierFields)? = earlier.member("fields"),
            let current = json.member("module").map(Self.ordered),
            case .array(let fields)? = current.member("fields")
        else { return nil }
        func names(_ verb: String, _ names: [String]) -> [String] {
            let quoted = names.map { "\"\($0)\"" }.joined(separator: ", ")
            return names.isEmpty ? [] : ["\(verb) \(quoted)"]
        }
        let before = Self.named(earlierFields)
        let after = Self.named(fields)
        func find(_ name: String, in fields: [(name: String, json: JSONValue)]) -> JSONValue? {
            fields.first { $0.name.isByteEqual(to: name) }?.json
        }
        var added = after.map(\.name).filter { find($0, in: before) == nil }
        var removed = before.map(\.name).filter { find($0, in: after) == nil }
        var differences: [String] = []
        for field in module.fields.fields where added.contains(field.name) {
            guard let former = field.formerNames.first(where: removed.contains) else { continue }
            differences.append("renames \"\(former)\" to \"\(field.name)\"")
            added.removeAll { $0 == field.name }
            removed.removeAll { $0 == former }
        }
        differences += names("adds", added) + names("removes", removed)
        var changed: [String] = []
        for (name, field) in after {
            guard let earlier = find(name, in: before), earlier != field else { continue }
            let types = (Self.type(earlier), Self.type(field))
            if types.0 == types.1 {
                changed.append(name)
            } else {
                differences.append("changes \"\(name)\" from \(types.0) to \(types.1)")
            }
        }
        differences += names("changes the options of", changed)
        for key in ["ranking", "synonyms", "embedding", "single", "id"]
        where earlier.member(key) != current.member(key) {
            differences.append("changes its \(key)")
        }
        return differences
    }

    /// Servers order the keys of objects as they like.
    private static func ordered(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(ordered))
        case .object(let members):
            .object(members.map { .init($0.name, ordered($0.value)) }.sorted { $0.name < $1.name })
        default: value
        }
    }

    private static func named(_ fields: [JSONValue]) -> [(name: String, json: JSONValue)] {
        fields.compactMap { field in
            if case .string(let name)? = field.member("name") { (name, field) } else { nil }
        }
    }

    /// The type of a field, as in `list of integer` or `dateTime (rfc3339)`.
    private static func type(_ field: JSONValue) -> String {
        guard case .string(let type)? = field.member("type") else { return "no type" }
        if let element = field.member("of") { return "\(type) of \(Self.type(element))" }
        for key in ["module", "format", "base"] {
            if case .string(let detail)? = field.member(key) { return "\(type) (\(detail))" }
        }
        guard case .array(let members)? = field.member("fields") else { return type }
        let names = named(members).map { "\($0.name) \(Self.type($0.json))" }
        return "\(type) (\(names.joined(separator: ", ")))"
    }
}
