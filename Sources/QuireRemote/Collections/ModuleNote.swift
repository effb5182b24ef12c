import QuireCore
import QuireText

/// The description of a module that a cluster keeps beside its collection, so that `quire import` can read the schema
/// back. The collection's own fields are derived from the schema and do not show it.
///
/// ```json
/// {"version": 1, "prefix": "shop_", "module": {"name": "books", "fields": [{"name": "title", "type": "text"}]}}
/// ```
package struct ModuleNote: Sendable, Hashable {
    package static let version: Int64 = 1

    package let module: ModuleDescriptor
    /// The prefix of the collection's name.
    package let prefix: String

    package init(_ module: ModuleDescriptor, prefix: String) {
        self.module = module
        self.prefix = prefix
    }

    /// The wire names of the fields in a collection's note; `nil` if it has no readable note.
    package static func fieldNames(in note: JSONValue?) -> Set<String>? {
        guard case .array(let fields)? = note?.member("module")?.member("fields") else { return nil }
        return Set(
            fields.compactMap { field in
                if case .string(let name)? = field.member("name") { name } else { nil }
            })
    }

    package var json: JSONValue {
        .object([
            .init("version", .integer(Self.version)), .init("prefix", .string(prefix)),
            .init("module", module.noteJSON),
        ])
    }
}

extension ModuleDescriptor {
    /// The module with the keys of a schema. Keys with their default value are left out.
    fileprivate var noteJSON: JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(name))]
        if let id { members.append(.init("id", .string(id))) }
        if isSingle { members.append(.init("single", .boolean(true))) }
        if let popularity = ranking.popularity {
            members.append(.init("ranking", .object([.init("popularity", .string(popularity))])))
        }
        if !synonyms.isEmpty { members.append(.init("synonyms", .array(synonyms.map(\.noteJSON)))) }
        if let embedding { members.append(.init("embedding", embedding.noteJSON)) }
        members.append(.init("fields", .array(fields.fields.map(\.noteJSON))))
        return .object(members)
    }
}

extension EmbeddingDescriptor {
    fileprivate var noteJSON: JSONValue {
        .object([
            .init("of", .array(fields.map(JSONValue.string))),
            .init("dimensions", .integer(Int64(dimensions))), .init("model", .string(model)),
        ])
    }
}

extension Synonym {
    fileprivate var noteJSON: JSONValue {
        switch self {
        case .twoWay(let texts): .array(texts.map(JSONValue.string))
        case .oneWay(let search, let finds):
            .object([
                .init("search", .string(search)), .init("finds", .array(finds.map(JSONValue.string))),
            ])
        }
    }
}

extension FieldDescriptor {
    fileprivate var noteJSON: JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(name))] + kind.noteMembers
        if isRequired { members.append(.init("required", .boolean(true))) }
        if isQueryable { members.append(.init("query", .boolean(true))) }
        if isSortable { members.append(.init("sortable", .boolean(true))) }
        if let searchWeight {
            members.append(
                .init(
                    "searchable",
                    Int64(exactly: searchWeight).map(JSONValue.integer) ?? .number(searchWeight)))
        }
        if let facet { members.append(.init("facet", .string(facet.rawValue))) }
        if isLocalized { members.append(.init("localized", .boolean(true))) }
        return .object(members + (constraints?.noteMembers ?? []))
    }
}

extension FieldConstraints {
    fileprivate var noteMembers: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ count: Int?) {
            if let count { members.append(.init(name, .integer(Int64(count)))) }
        }
        func add(_ name: String, _ bound: NumberBound?) {
            switch bound {
            case .integer(let integer): members.append(.init(name, .integer(integer)))
            case .number(let number): members.append(.init(name, .number(number)))
            case nil: break
            }
        }
        if isUnique { members.append(.init("unique", .boolean(true))) }
        add("minimum", minimum)
        add("maximum", maximum)
        add("minLength", minLength)
        add("maxLength", maxLength)
        if let pattern { members.append(.init("pattern", .string(pattern.source))) }
        add("minItems", minItems)
        add("maxItems", maxItems)
        return members
    }
}

extension FieldKind {
    /// The keys that describe the type.
    fileprivate var noteMembers: [JSONValue.Member] {
        func type(_ name: String, _ more: JSONValue.Member...) -> [JSONValue.Member] {
            [.init("type", .string(name))] + more
        }
        func format(_ format: DateFormat) -> JSONValue.Member { .init("format", .string(format.rawValue)) }
        return switch self {
        case .text: type("text")
        case .longText: type("longText")
        case .html: type("html")
        case .integer: type("integer")
        case .number: type("number")
        case .boolean: type("boolean")
        case .date(let wire): type("date", format(wire))
        case .time(let wire): type("time", format(wire))
        case .dateTime(let wire): type("dateTime", format(wire))
        case .url: type("url")
        case .image: type("image")
        case .video: type("video")
        case .audio: type("audio")
        case .document: type("document")
        case .color: type("color")
        case .geopoint: type("geopoint")
        case .json: type("json")
        case .choice: type("choice")
        case .choices: type("choices")
        case .list(let element): type("list", .init("of", .object(element.noteMembers)))
        case .object(let table):
            type("object", .init("fields", .array(table.fields.map(\.noteJSON))))
        case .localizedText: type("localizedText")
        case .relation(let module): type("relation", .init("module", .string(module)))
        case .relations(let module): type("relations", .init("module", .string(module)))
        case .scalar(let base): type("scalar", .init("base", .string(base.rawValue)))
        }
    }
}

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
