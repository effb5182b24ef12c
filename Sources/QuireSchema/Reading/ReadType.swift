extension SchemaReader {
    /// The maximum nesting of objects.
    static let deepestObject = 8

    /// Reads the type of a field or of a list's elements from the keys that describe it.
    mutating func readType(_ members: Members, objectDepth: Int) -> DeclaredType? {
        guard let name = locatedText(members, .type) else { return nil }
        guard FieldType.isName(name.text) else {
            declarations.unknownTypes.append(name)
            return nil
        }
        reportMisplacedKeys(members, typeName: name.text)
        var type = DeclaredType(name: name)
        switch name.text {
        case "date", "time", "dateTime":
            type.format = readFormat(members, typeName: name.text)
        case "list":
            if let element = members[.of] {
                type.element = readElement(element, objectDepth: objectDepth)
            } else {
                reportMissing(.of, in: members, "a list")
            }
        case "object":
            type.fields = readObject(members, objectDepth: objectDepth)
        case "choice", "choices":
            readChoices(members, &type)
        case "relation", "relations":
            type.target = readTarget(members, of: .module, what: "a \(name.text)")
        case "scalar":
            type.target = readTarget(members, of: .scalar, what: "a field of type 'scalar'")
        default:
            break
        }
        return type
    }

    private func readFormat(_ members: Members, typeName: String) -> DateFormat? {
        guard let format = word(members, .format, as: DateFormat.self) else { return .epochMilliseconds }
        if format == .dateOnly, typeName != "date" {
            diagnostics.error(
                .invalidFormat, "the format 'dateOnly' has no time of day; use it with the type 'date'",
                at: members[.format]?.location)
        }
        return format
    }

    /// Reads `"text"` or `{ "type": "object", "fields": […] }`.
    private mutating func readElement(_ value: JSONValue, objectDepth: Int) -> [DeclaredType] {
        if let text = value.string {
            let name = LocatedText(text: text, location: value.location)
            guard FieldType.isName(text) else {
                declarations.unknownTypes.append(name)
                return []
            }
            // The rules of lists and of the type itself report missing parts.
            let missing: SchemaKey?
            switch text {
            case "object": missing = .fields
            case "scalar": missing = .scalar
            default: missing = nil
            }
            if let missing {
                diagnostics.error(
                    .missingKey,
                    "\(quoted(text)) needs more than its name here: { \"type\": \"\(text)\", \"\(missing.name)\": … }",
                    at: value.location)
                return []
            }
            var type = DeclaredType(name: name)
            if text == "date" || text == "time" || text == "dateTime" { type.format = .epochMilliseconds }
            return [type]
        }
        guard value.kind == .object else {
            reportType(of: value, "'of' must be the name of a type or an object that describes one")
            return []
        }
        guard let members = members(of: value, "a list's element", SchemaKey.elementKeys) else { return [] }
        if members[.type] == nil { reportMissing(.type, in: members, "a list's element") }
        if let inner = text(members, .type), SchemaReader.isRefusedElement(inner) {
            return [
                DeclaredType(
                    name: LocatedText(text: inner, location: members[.type]?.location ?? value.location))
            ]
        }
        guard let type = readType(members, objectDepth: objectDepth) else { return [] }
        return [type]
    }

    /// Types that cannot be elements. Reading stops there, so that lists of lists need no recursion.
    static func isRefusedElement(_ typeName: String) -> Bool {
        switch typeName {
        case "list", "choice", "choices", "relation", "relations", "localizedText": return true
        default: return false
        }
    }

    private mutating func readObject(_ members: Members, objectDepth: Int) -> [DeclaredField] {
        guard let fields = members[.fields] else {
            reportMissing(.fields, in: members, "an object")
            return []
        }
        if objectDepth == SchemaReader.deepestObject {
            diagnostics.error(
                .objectTooDeep, "objects nest deeper than \(SchemaReader.deepestObject) levels",
                at: members.object.location)
            return []
        }
        if fields.kind == .array, fields.elements.isEmpty {
            diagnostics.error(
                .emptyObject, "an object needs at least one field; for any JSON use the type 'json'",
                at: fields.location)
        }
        return readFields(members, objectDepth: objectDepth + 1)
    }

    private func readChoices(_ members: Members, _ type: inout DeclaredType) {
        type.closed = boolean(members, .closed)
        type.target = reference(members, .enum)
        type.values = choiceValues(members)
        if members[.values] == nil, members[.enum] == nil, !members.object.isDamaged {
            diagnostics.error(
                .choiceSource,
                "a \(type.name.text == "choice" ? "choice" : "field of choices") needs 'values' or 'enum'",
                at: members.object.location)
        }
        guard let enumeration = members.entries.first(where: { $0.key == .enum }) else { return }
        for other in members.entries where other.key == .values || other.key == .closed {
            diagnostics.error(
                .choiceSource, "\(quoted(other.key.name)) belongs to the enum that 'enum' names",
                at: other.keyValue.location, note: "'enum' is here", noteAt: enumeration.keyValue.location)
        }
    }

    private func readTarget(_ members: Members, of key: SchemaKey, what: String) -> LocatedText? {
        if members[key] == nil { reportMissing(key, in: members, what) }
        return reference(members, key)
    }
}

extension SchemaReader {
    /// Reports keys that belong to a different type.
    func reportMisplacedKeys(_ members: Members, typeName: String) {
        guard members.hasAny(of: SchemaKey.typeKeys) else { return }
        for entry in members.entries {
            guard let owners = typesWith(entry.key), !owners.contains(typeName) else { continue }
            diagnostics.error(
                .misplacedKey,
                "\(quoted(entry.key.name)) belongs to the \(owners.count > 1 ? "types" : "type") "
                    + "\(joined(owners)); this one is \(quoted(typeName))",
                at: entry.keyValue.location)
        }
    }

    /// The types that a key applies to, or `nil` for a key of any type.
    private func typesWith(_ key: SchemaKey) -> [String]? {
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
}
