import QuireGenerator
import QuireSchema
import Testing

/// Generates code from a schema's text, which must be valid.
func generated(_ json: String, access: AccessLevel? = nil) throws -> Generation {
    let (schema, diagnostics) = readSchema(documents: [SchemaDocument(path: "schema.json", text: json)])
    let checked = try #require(schema, "\(diagnostics)")
    return generate(checked, access: access)
}

/// A schema with modules, given as the text of their descriptions.
func schema(_ modules: String..., head: String = "") -> String {
    "{\"quire\": 1, \(head)\"modules\": [\(modules.joined(separator: ", "))]}"
}

/// A schema with one module and these fields.
func module(_ name: String = "books", fields: String) -> String {
    schema("{\"name\": \"\(name)\", \"fields\": [\(fields)]}")
}

extension Generation {
    /// All generated text, with the index last.
    var text: String { files.map(\.text).joined() }

    /// The lines of the declaration whose first line contains the text and ends with `{`, without indentation.
    func declaration(_ opening: String) throws -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex { $0.contains(opening) }, "no '\(opening)' in:\n\(text)")
        let indentation = String(lines[start].prefix { $0 == " " })
        let end = try #require(
            lines[start...].firstIndex { $0 == indentation + "}" || $0 == indentation + "{}" })
        return lines[start...end].map { String($0.dropFirst(indentation.count)) }.joined(separator: "\n")
    }
}
