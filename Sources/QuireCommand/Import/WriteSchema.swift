import QuireSchema

extension ImportedSchema {
    /// The schema as a document. The same input gives the same bytes.
    var document: SchemaDocument {
        var entries: [(key: String, value: SchemaJSON)] = [
            ("$comment", .text(comment)), ("quire", .number("1")),
        ]
        if let access { entries.append(("access", .text(access.rawValue))) }
        entries.append(("modules", .array(modules.map(\.json))))
        return SchemaDocument(path: "schema", text: SchemaJSON.object(entries).prettyText)
    }
}

extension ImportedModule {
    fileprivate var json: SchemaJSON {
        var entries: [(key: String, value: SchemaJSON)] = [("name", .text(name))]
        if let swiftName { entries.append(("swiftName", .text(swiftName))) }
        if let id { entries.append(("id", .text(id))) }
        if let description { entries.append(("description", .text(description))) }
        if isSingle { entries.append(("single", .boolean(true))) }
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
        if let defaultValue { entries.append(("default", defaultValue)) }
        if isSortable { entries.append(("sortable", .boolean(true))) }
        if !description.isEmpty {
            entries.append(("description", .text(description.joined(separator: "\n"))))
        }
        return .object(entries)
    }
}

extension ImportedType {
    /// The keys of the type. A relation without a module is written as an id.
    fileprivate var json: [(key: String, value: SchemaJSON)] {
        switch self {
        case .named(let name): return [("type", .text(name))]
        case .list(let element): return [("type", .text("list")), ("of", .text(element))]
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
