import QuireSchema

/// Counts the keywords that a schema of Quire does not have.
struct LeftOutKeywords {
    private var counts: [String: (count: Int, first: SourceLocation)] = [:]
    private var annotations: [String: SourceLocation] = [:]
    private var seen: Set<String> = []

    /// The keywords that an import reads. It reports what it cannot use of them itself.
    private static let read: Set<String> = [
        "$anchor", "$defs", "$id", "$ref", "$schema", "$vocabulary", "allOf", "components", "const",
        "default",
        "definitions", "deprecated", "description", "enum", "id", "items", "nullable", "openapi",
        "prefixItems",
        "properties", "required", "swagger", "type",
    ]
    /// The keywords that say nothing about the values.
    private static let remarks: Set<String> = ["$comment", "example", "examples", "externalDocs", "title"]

    /// Counts each keyword of a document once, however often the schema around it is used.
    ///
    /// - Parameters:
    ///   - type: The type that it became; `nil` for the object of a module.
    ///   - used: The keywords that became constraints, or are reported elsewhere.
    mutating func add(_ parts: SchemaParts, as type: ImportedType?, except used: Set<String> = []) {
        for part in parts.parts {
            for (name, value) in part.members where !Self.read.contains(name) && !used.contains(name) {
                if Self.remarks.contains(name) || name.hasPrefix("x-") {
                    if annotations[name] == nil { annotations[name] = value.location }
                } else if let keyword = Self.lost(name, value, in: parts, type: type),
                    seen.insert("\(value.path)\u{0}\(value.position)").inserted
                {
                    counts[keyword, default: (0, value.location)].count += 1
                }
            }
        }
    }

    /// The keyword as the report shows it; `nil` if nothing is lost without it.
    private static func lost(
        _ name: String, _ value: JSONValue, in parts: SchemaParts, type: ImportedType?
    ) -> String? {
        switch name {
        case "anyOf", "oneOf":
            return parts.isConstraining(value) ? quoted(name) + " of conditions" : nil
        case "format":
            guard let format = value.string, !isTyped(format, type) else { return nil }
            return "the format \(quoted(format))"
        case "contentMediaType" where value.string == "text/html": return nil
        case "additionalProperties", "unevaluatedProperties", "unevaluatedItems":
            let isOpen = value.boolean == true || value.kind == .object && value.members.isEmpty
            return isOpen ? nil : quoted(name)
        case "exclusiveMaximum", "exclusiveMinimum", "readOnly", "uniqueItems", "writeOnly":
            return value.boolean == false ? nil : quoted(name)
        case "minItems", "minLength", "minProperties": return value.integer == 0 ? nil : quoted(name)
        default: return quoted(name)
        }
    }

    /// Whether a type says what the format says.
    private static func isTyped(_ format: String, _ type: ImportedType?) -> Bool {
        switch type {
        case .date, .dates: ["date", "date-time"].contains(format)
        case .named("url"), .list(of: "url"): ["uri", "url", "iri"].contains(format)
        case .named("html"), .named("longText"), .list(of: "html"), .list(of: "longText"):
            ["html", "markdown"].contains(format)
        case .named("color"), .list(of: "color"): format == "color"
        case .named("integer"), .list(of: "integer"): format == "int64"
        case .named("number"), .list(of: "number"): format == "double"
        default: false
        }
    }

    /// One warning for each keyword, at its first use, and one for those that say nothing about the values.
    func report(to notes: inout ImportNotes) {
        for (name, use) in counts.sorted(by: { $0.key < $1.key }) {
            notes.warn(
                "\(name) has no equivalent in a schema; left out \(use.count == 1 ? "once" : "\(use.count) times")",
                at: use.first)
        }
        guard let first = annotations.min(by: { $0.key < $1.key }) else { return }
        let names = annotations.keys.sorted().map(quoted)
        notes.warn(
            "remarks that do not change the values are left out: \(NameList.text(names))", at: first.value)
    }
}
