extension DocumentReader {
    func reportUnknownType(_ name: LocatedText) {
        var hint = suggestion(for: name.text, among: FieldType.names)
        if let meant = otherName(of: name.text) { hint = "; did you mean \(quoted(meant))?" }
        diagnostics.error(.unknownType, "unknown type \(quoted(name.text))\(hint)", at: name.location)
    }

    /// Reports keys that describe another type than this one.
    func reportMisplacedKeys(_ members: Members, typeName: String) {
        guard members.hasAny(of: Key.typeKeys) else { return }
        for entry in members.entries {
            guard let owners = typesWith(entry.key), !owners.contains(typeName) else { continue }
            diagnostics.error(
                .misplacedKey,
                "\(quoted(entry.key.name)) belongs to the \(owners.count > 1 ? "types" : "type") "
                    + "\(joined(owners)); this one is \(quoted(typeName))",
                at: entry.keyValue.location)
        }
    }

    /// The types that a key describes further; `nil` of a key that any type can have.
    private func typesWith(_ key: Key) -> [String]? {
        switch key {
        case .format: return ["date", "time", "dateTime"]
        case .of: return ["list"]
        case .fields: return ["object"]
        case .values, .closed, .enum: return ["choice", "choices"]
        case .module: return ["relation", "relations"]
        case .scalar: return ["scalar"]
        default: return nil
        }
    }

    private func joined(_ names: [String]) -> String {
        var text = ""
        for (index, name) in names.enumerated() {
            if index > 0 { text += index == names.count - 1 ? " and " : ", " }
            text += quoted(name)
        }
        return text
    }

    /// What a type of another language is called here.
    private func otherName(of text: String) -> String? {
        switch text.lowercased() {
        case "string", "str", "varchar", "uuid", "id", "email": return "text"
        case "richtext", "markdown", "textarea", "multiline": return "longText"
        case "int", "int64", "int32", "long", "bigint": return "integer"
        case "float", "double", "decimal", "real", "currency": return "number"
        case "bool", "checkbox": return "boolean"
        case "timestamp", "instant": return "dateTime"
        case "uri", "link", "website": return "url"
        case "file", "media", "asset", "pdf": return "document"
        case "array", "set": return "list"
        case "struct", "group", "component": return "object"
        case "enum", "select", "dropdown": return "choice"
        case "multiselect", "tags": return "choices"
        case "reference", "ref": return "relation"
        case "references": return "relations"
        case "geo", "location", "coordinate", "geolocation", "latlng": return "geopoint"
        case "any", "map", "dictionary", "unknown": return "json"
        default: return nil
        }
    }
}
