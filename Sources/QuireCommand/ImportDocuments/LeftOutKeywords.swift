import QuireSchema

/// Counts the keywords that a schema of Quire does not have.
struct LeftOutKeywords {
    private var counts: [String: (count: Int, first: SourceLocation)] = [:]
    private var seen: Set<String> = []

    private static let names: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
        "pattern", "minItems", "maxItems", "uniqueItems", "contains", "minProperties", "maxProperties",
        "patternProperties", "propertyNames", "dependentRequired", "dependentSchemas", "dependencies", "if",
        "not", "readOnly", "writeOnly", "contentEncoding", "discriminator", "xml",
    ]

    /// Counts each part of a schema once, however often it is used.
    ///
    /// - Parameter used: The keywords that became constraints.
    mutating func add(_ parts: SchemaParts, except used: Set<String> = []) {
        for part in parts.parts {
            guard seen.insert("\(part.path)\u{0}\(part.position)").inserted else { continue }
            for (name, value) in part.members where Self.names.contains(name) && !used.contains(name) {
                counts[name, default: (0, value.location)].count += 1
            }
        }
    }

    /// One warning for each keyword, at its first use.
    func report(to notes: inout ImportNotes) {
        for (name, use) in counts.sorted(by: { $0.key < $1.key }) {
            notes.warn(
                "\(quoted(name)) has no equivalent in a schema; left out \(use.count == 1 ? "once" : "\(use.count) times")",
                at: use.first)
        }
    }
}
