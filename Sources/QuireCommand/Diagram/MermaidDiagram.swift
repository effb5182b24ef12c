import QuireExplorer
import QuireToolbox

/// A diagram as Mermaid's entity relationship diagram, which many sites show from Markdown.
///
/// ```text
/// erDiagram
///     "books" {
///         text title "required"
///     }
///     "books" }o--o| "authors" : "author"
/// ```
struct MermaidDiagram {
    let diagram: SchemaDiagram

    var text: String {
        var lines = ["erDiagram"]
        for box in diagram.boxes {
            if box.rows.isEmpty {
                lines.append("    \(Self.quoted(box.name))")
                continue
            }
            lines.append("    \(Self.quoted(box.name)) {")
            lines += box.rows.map { "        " + Self.attribute($0) }
            lines.append("    }")
        }
        for arrow in diagram.arrows {
            let end = arrow.isList ? "o{" : arrow.isRequired ? "||" : "o|"
            lines.append(
                "    \(Self.quoted(diagram.boxes[arrow.source].name)) }o--\(end) "
                    + "\(Self.quoted(diagram.boxes[arrow.target].name)) : \(Self.quoted(arrow.name))")
        }
        return lines.joined(separator: "\n")
    }

    /// A type, a name, and a comment with what Mermaid's names cannot contain.
    private static func attribute(_ row: SchemaDiagram.Row) -> String {
        let name = word(row.name)
        var notes = name == row.name ? [] : [row.name]
        if row.isRequired { notes.append("required") }
        let comment = notes.isEmpty ? "" : " " + quoted(notes.joined(separator: ", "))
        return word(row.type) + (row.isList ? "[]" : "") + " " + name + comment
    }

    /// The text with letters, digits and underscores only.
    private static func word(_ text: String) -> String {
        var word = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z": word.unicodeScalars.append(scalar)
            case "0"..."9" where !word.isEmpty: word.unicodeScalars.append(scalar)
            default: word += "_"
            }
        }
        return word.isEmpty ? "_" : word
    }

    /// The text in quotation marks. Characters with a meaning in Mermaid or in HTML are escaped.
    private static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in PlainText.oneLine(text).unicodeScalars {
            switch scalar {
            case "\"", "\\", "%", "#", ";", "<", ">", "&", "{", "}", "`": result += "#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        // Mermaid reads no empty text.
        return "\"" + (result.isEmpty ? " " : result) + "\""
    }
}
