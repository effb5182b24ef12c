extension SchemaResolver {
    /// Resolves the names in a type. Returns `nil` if an error was reported.
    func resolveType(_ declared: DeclaredType, of field: Field) -> FieldType? {
        switch declared.name.text {
        case "text": return .text
        case "longText": return .longText
        case "html": return .html
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .boolean
        case "date": return declared.format.map { .date($0) }
        case "time": return declared.format.map { .time($0) }
        case "dateTime": return declared.format.map { .dateTime($0) }
        case "url": return .url
        case "image": return .image
        case "video": return .video
        case "audio": return .audio
        case "document": return .document
        case "color": return .color
        case "geopoint": return .geopoint
        case "json": return .json
        case "localizedText": return .localizedText
        case "choice": return resolveChoices(declared, of: field).map { .choice($0) }
        case "choices": return resolveChoices(declared, of: field).map { .choices($0) }
        case "list": return resolveList(declared, of: field)
        case "object": return .object(resolveObject(declared))
        case "relation": return resolveRelation(declared, of: field).map { .relation(module: $0) }
        case "relations": return resolveRelation(declared, of: field).map { .relations(module: $0) }
        case "scalar": return resolveScalar(declared, of: field)
        default: return nil
        }
    }

    private func resolveChoices(_ declared: DeclaredType, of field: Field) -> ChoiceSet? {
        if let target = declared.target {
            guard let enumeration = findEnumeration(target) else { return nil }
            checkDeprecated(enumeration.deprecated, "enum", target: target, usedBy: field)
            return .shared(name: enumeration.name)
        }
        guard let values = declared.values, !values.isEmpty else { return nil }
        checkFormerNames(of: values)
        return .inline(values: values, closed: declared.closed)
    }

    private func resolveList(_ declared: DeclaredType, of field: Field) -> FieldType? {
        guard let element = declared.element.first else { return nil }
        let name = element.name.text
        guard SchemaReader.isRefusedElement(name) else {
            checkListedMembers(element.fields)
            return resolveType(element, of: field).map { .list($0) }
        }
        let instead: String
        switch name {
        case "choice": instead = "; use the type 'choices'"
        case "relation": instead = "; use the type 'relations'"
        default: instead = "; put it into an object, or use the type 'json'"
        }
        diagnostics.error(
            .invalidListElement, "a list cannot hold elements of type \(quoted(name))\(instead)",
            at: element.name.location)
        return nil
    }

    private func resolveObject(_ declared: DeclaredType) -> [Field] {
        var fields = resolveFields(declared.fields, mixin: nil)
        // Queries see the members with `operators`, `sortable`, `facet` or `searchable`.
        for index in fields.indices where !fields[index].isQueryable { fields[index].operators = [] }
        checkUniqueFields(fields)
        checkFormerNames(of: fields)
        return fields
    }

    private func resolveRelation(_ declared: DeclaredType, of field: Field) -> String? {
        guard let target = declared.target, let module = findModule(target) else { return nil }
        checkDeprecated(module.deprecated, "module", target: target, usedBy: field)
        if module.single, declared.name.text == "relations" {
            diagnostics.warning(
                .relationsToSingle,
                "the module \(quoted(module.name)) has at most one item; use the type 'relation'",
                at: target.location)
        }
        return module.name
    }

    private func resolveScalar(_ declared: DeclaredType, of field: Field) -> FieldType? {
        guard let target = declared.target, let scalar = findScalar(target) else { return nil }
        checkDeprecated(scalar.deprecated, "scalar", target: target, usedBy: field)
        return .scalar(name: scalar.name)
    }

    /// Warns about a field that depends on a deprecated declaration, unless the field is deprecated too.
    private func checkDeprecated(
        _ deprecation: Deprecation?, _ what: String, target: LocatedText, usedBy field: Field
    ) {
        guard let deprecation, field.deprecated == nil else { return }
        let advice = deprecation.message.map { ": " + printable($0, limit: 200) } ?? ""
        diagnostics.warning(
            .deprecatedUse, "the \(what) \(quoted(target.text)) is deprecated\(advice)", at: target.location)
    }
}

extension SchemaResolver {
    /// Reports unknown type names.
    ///
    /// A name may be that of a module or an enum, come from another language, or be mistyped.
    func reportUnknownTypes() {
        for name in declarations.unknownTypes {
            diagnostics.error(
                .unknownType, "unknown type \(quoted(name.text))\(typeHint(for: name.text))",
                at: name.location)
        }
    }

    private func typeHint(for text: String) -> String {
        if let usage = usage(of: text) { return "; it is " + usage }
        if text.hasPrefix("[") || text.hasSuffix("[]") || text.lowercased().hasPrefix("list<")
            || text.lowercased().hasPrefix("array<")
        {
            return "; a list is written \"type\": \"list\", \"of\": \"text\""
        }
        return suggestion(for: text, among: FieldType.names, otherNames: FieldType.otherNames)
    }
}

extension FieldType {
    /// The types of other languages and systems with their names here.
    static let otherNames: [String: String] = {
        let names = [
            "text": "string str varchar uuid id email", "longText": "richtext markdown textarea multiline",
            "integer": "int int64 int32 long bigint", "number": "float double decimal real currency numeric",
            "boolean": "bool checkbox", "dateTime": "timestamp instant", "url": "uri link website",
            "document": "file media asset pdf", "list": "array set", "object": "struct group component",
            "choice": "enum select dropdown", "choices": "multiselect tags", "relation": "reference ref",
            "relations": "references", "geopoint": "geo location coordinate geolocation latlng",
            "image": "picture photo", "json": "any map dictionary unknown",
        ]
        var meant: [String: String] = [:]
        for (type, others) in names {
            for other in others.split(separator: " ") { meant[String(other)] = type }
        }
        return meant
    }()
}
