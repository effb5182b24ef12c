import QuireSchema

/// A value of a schema to be written, with ordered keys.
indirect enum SchemaJSON {
    case text(String)
    case boolean(Bool)
    /// A number in its exact source form.
    case number(String)
    case array([SchemaJSON])
    case object([(key: String, value: SchemaJSON)])

    /// The text in canonical form.
    var prettyText: String {
        CanonicalSchema(JSONDocument(path: "schema", bytes: Array(inline.utf8))).text
    }

    private var inline: String {
        switch self {
        case .text(let value): return QuotedJSON.text(value)
        case .boolean(let value): return value ? "true" : "false"
        case .number(let text): return text
        case .array(let elements): return "[" + elements.map(\.inline).joined(separator: ", ") + "]"
        case .object(let entries):
            if entries.isEmpty { return "{}" }
            return "{ "
                + entries.map { QuotedJSON.text($0.key) + ": " + $0.value.inline }.joined(separator: ", ")
                + " }"
        }
    }
}

extension ImportedSchema {
    /// The schema as a document. The same input gives the same bytes.
    var document: SchemaDocument {
        var entries: [(key: String, value: SchemaJSON)] = [
            ("$comment", .text(comment)), ("quire", .number("1")),
            ("access", .text((access ?? .public).rawValue)),
        ]
        if !locales.isEmpty { entries.append(("locales", .array(locales.map(SchemaJSON.text)))) }
        entries.append(("modules", .array(modules.map(\.json))))
        return SchemaDocument(path: "schema", text: SchemaJSON.object(entries).prettyText)
    }
}

extension ImportedModule {
    fileprivate var json: SchemaJSON {
        var entries: [(key: String, value: SchemaJSON)] = [("name", .text(name))]
        if let swiftName { entries.append(("swiftName", .text(swiftName))) }
        if let id { entries.append(("id", .text(id))) }
        if let item { entries.append(("item", .text(item))) }
        if let description { entries.append(("description", .text(description))) }
        if let deprecated { entries.append(("deprecated", deprecated)) }
        if isSingle { entries.append(("single", .boolean(true))) }
        if let popularity { entries.append(("ranking", .object([("popularity", .text(popularity))]))) }
        if let synonyms { entries.append(("synonyms", synonyms)) }
        if let embedding { entries.append(("embedding", embedding)) }
        entries.append(("fields", .array(fields.map(\.json))))
        return .object(entries)
    }
}

extension ImportedField {
    fileprivate var json: SchemaJSON {
        var entries: [(key: String, value: SchemaJSON)] = []
        if let comment { entries.append(("$comment", .text(comment))) }
        entries.append(("name", .text(name)))
        if let swiftName { entries.append(("swiftName", .text(swiftName))) }
        entries += type.json
        if isRequired { entries.append(("required", .boolean(true))) }
        if let defaultValue { entries.append(("default", defaultValue)) }
        if isSortable { entries.append(("sortable", .boolean(true))) }
        if let searchWeight { entries.append(("searchable", .number(Self.text(of: searchWeight)))) }
        if let facet { entries.append(("facet", .text(facet))) }
        for constraint in constraints {
            let value: SchemaJSON =
                switch constraint.value {
                case .text(let text): .text(text)
                case .flag: .boolean(true)
                case .number(let number): .number(number)
                }
            entries.append((constraint.key, value))
        }
        if isLocalized { entries.append(("localized", .boolean(true))) }
        if let deprecated { entries.append(("deprecated", deprecated)) }
        if let operators { entries.append(("operators", .array(operators.map(SchemaJSON.text)))) }
        if !description.isEmpty {
            entries.append(("description", .text(description.joined(separator: "\n"))))
        }
        return .object(entries)
    }

    /// A weight as people write it: `4`, `0.5`.
    private static func text(of weight: Double) -> String {
        Int(exactly: weight).map(String.init) ?? String(weight)
    }
}

extension ImportedType {
    /// The keys of the type. A relation without a module is written as an id.
    fileprivate var json: [(key: String, value: SchemaJSON)] {
        switch self {
        case .named(let name): return [("type", .text(name))]
        case .list(let element): return [("type", .text("list")), ("of", .text(element))]
        case .date(let type, let format): return [("type", .text(type)), ("format", .text(format))]
        case .dates(let type, let format):
            let element: [(key: String, value: SchemaJSON)] = [
                ("type", .text(type)), ("format", .text(format)),
            ]
            return [("type", .text("list")), ("of", .object(element))]
        case .object(let fields):
            return [("type", .text("object")), ("fields", .array(fields.map(\.json)))]
        case .objects(let fields):
            let element: [(key: String, value: SchemaJSON)] = [
                ("type", .text("object")), ("fields", .array(fields.map(\.json))),
            ]
            return [("type", .text("list")), ("of", .object(element))]
        case .localized: return [("type", .text("localizedText"))]
        case .choice(let values):
            return [("type", .text("choice")), ("values", .array(values.map(\.json)))]
        case .choices(let values):
            return [("type", .text("choices")), ("values", .array(values.map(\.json)))]
        case .relation(let module?): return [("type", .text("relation")), ("module", .text(module))]
        case .relations(let module?): return [("type", .text("relations")), ("module", .text(module))]
        case .relation(nil): return [("type", .text("text"))]
        case .relations(nil): return [("type", .text("list")), ("of", .text("text"))]
        }
    }
}

extension ImportedValue {
    fileprivate var json: SchemaJSON {
        guard let swiftName else { return .text(raw) }
        return .object([("name", .text(raw)), ("swiftName", .text(swiftName))])
    }
}
