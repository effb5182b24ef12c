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
