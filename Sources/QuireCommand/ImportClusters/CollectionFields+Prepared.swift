import QuireSchema

extension CollectionFields {
    /// The module that Quire prepared a collection for.
    mutating func module(of note: ClusterCollection.Note) -> ImportedModule? {
        let json = note.module
        guard let name = json.value(of: "name")?.string else { return nil }
        var module = ImportedModule(name: name, location: json.location)
        module.id = json.value(of: "id")?.string
        module.isSingle = json.value(of: "single")?.boolean ?? false
        module.popularity = json.value(of: "ranking")?.value(of: "popularity")?.string
        if let synonyms = json.value(of: "synonyms") { module.synonyms = SchemaJSON(synonyms) }
        if let embedding = json.value(of: "embedding") { module.embedding = SchemaJSON(embedding) }
        for field in json.value(of: "fields")?.elements ?? [] {
            guard let name = field.value(of: "name")?.string,
                let read = preparedField(field, module.name, profile?.field(name))
            else { continue }
            module.fields.append(read)
        }
        return module
    }

    private mutating func preparedField(
        _ json: JSONValue, _ path: String, _ profile: FieldProfile?
    ) -> ImportedField? {
        guard let name = json.value(of: "name")?.string else { return nil }
        let path = "\(path).\(name)"
        var field = ImportedField(
            name: name, type: preparedType(json, path, profile), location: json.location)
        field.isRequired = json.value(of: "required")?.boolean ?? false
        field.isSortable = json.value(of: "sortable")?.boolean ?? false
        field.facet = json.value(of: "facet")?.string
        field.isLocalized = json.value(of: "localized")?.boolean ?? false
        field.searchWeight = json.value(of: "searchable")?.numberText.flatMap(Double.init)
        if json.value(of: "query")?.boolean == true, !field.hasQuerySettings {
            field.operators = field.type.defaultOperators.map(\.rawValue)
        }
        if json.value(of: "unique")?.boolean == true { field.constraints.append(.init("unique", .flag)) }
        for key in ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] {
            guard let number = json.value(of: key)?.numberText else { continue }
            field.constraints.append(.init(key, .number(number)))
        }
        if let pattern = json.value(of: "pattern")?.string {
            field.constraints.append(.init("pattern", .text(pattern)))
        }
        return field
    }

    private mutating func preparedType(
        _ json: JSONValue, _ path: String, _ profile: FieldProfile?
    ) -> ImportedType {
        let name = json.value(of: "type")?.string ?? "json"
        let format = json.value(of: "format")?.string ?? "epochMilliseconds"
        switch name {
        case "date", "time", "dateTime": return .date(name, format: format)
        case "choice", "choices": return preparedChoice(json, isList: name == "choices", path, profile)
        case "relation": return .relation(module: json.value(of: "module")?.string)
        case "relations": return .relations(module: json.value(of: "module")?.string)
        case "object":
            return .object(
                (json.value(of: "fields")?.elements ?? []).compactMap { field in
                    preparedField(
                        field, path, field.value(of: "name")?.string.flatMap { profile?.members.field($0) })
                })
        case "list":
            guard let element = json.value(of: "of") else { return .named("json") }
            return preparedType(element, path + "[]", profile?.element).listOfIt ?? .named("json")
        case "localizedText":
            let names = (profile?.members.fields ?? []).map(\.name)
            locales.formUnion(names)
            return .localized(names)
        case "scalar":
            let base = json.value(of: "base")?.string ?? "text"
            notes.warn(
                "\(quoted(path)) has a custom scalar, whose Swift type only the schema knows; imported as \(quoted(base))",
                at: json.location)
            return .named(base)
        default: return .named(name)
        }
    }

    /// A choice with the values of the documents. The server does not store the others.
    private mutating func preparedChoice(
        _ json: JSONValue, isList: Bool, _ path: String, _ profile: FieldProfile?
    ) -> ImportedType {
        let texts = isList ? profile?.element.texts : profile?.texts
        let names = texts?.distinct.sorted ?? []
        guard !names.isEmpty else {
            notes.warn(
                "no document has a value of the choice \(quoted(path)), so its values are not known; imported as texts",
                at: json.location)
            return isList ? .list(of: "text") : .named("text")
        }
        let sampled = sampleCount
        notes.warn(
            "the values of the choice \(quoted(path)) are those of \(sampled) documents: "
                + names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
                + ". Add those that no document has", at: json.location)
        let values = names.map { ImportedValue(raw: $0) }
        return isList ? .choices(values) : .choice(values)
    }
}

extension SchemaJSON {
    /// A value of a parsed document.
    init(_ value: JSONValue) {
        switch value.kind {
        case .string: self = .text(value.string ?? "")
        case .number: self = .number(value.numberText ?? "0")
        case .boolean: self = .boolean(value.boolean ?? false)
        case .array: self = .array(value.elements.map(SchemaJSON.init))
        case .object: self = .object(value.members.map { ($0.key, SchemaJSON($0.value)) })
        case .null, .invalid: self = .text("")
        }
    }
}
