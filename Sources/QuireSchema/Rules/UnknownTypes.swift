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
