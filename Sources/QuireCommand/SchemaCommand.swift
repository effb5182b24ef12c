import QuireExplorer
import QuireGenerator
import QuireSchema
import QuireToolbox

/// `quire schema --diagram`: draws the modules of a schema.
enum SchemaCommand {
    static let help = """
        Draw the modules, fields and relations of a schema.

        Usage: quire schema --diagram [options] [<file or folder> ...]

          --format <name>  mermaid or svg (default: svg if the output ends in .svg, otherwise mermaid)
          --output <file>  The file of the diagram (default: standard output). An existing file is overwritten

        The default schema is the folder Schema. Names of required fields are bold in SVG, optional types end in '?', lists
        are in brackets. Lines of optional relations are dashed. The same schema gives the same bytes.

        Examples: quire schema --diagram --output Documentation/schema.svg
                  quire schema --diagram Schema/shop.json

        Exit codes: 0 drawn, 1 the schema has errors or the file cannot be written, 2 wrong usage.
        """

    private enum Format: String, CaseIterable {
        case mermaid, svg
    }

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--format", "--output"], flags: ["--diagram", "--help", "-h"], of: "schema")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        guard arguments.flags.contains("--diagram") else {
            throw UsageError("quire schema needs --diagram, which draws the schema")
        }
        let output = try arguments.single("--output")
        let format = try format(arguments, output)
        let paths =
            arguments.operands.isEmpty
            ? try SchemaPaths.standard("quire schema --diagram <path>") : arguments.operands
        let (schema, diagnostics) = readSchema(paths: paths)
        for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
        guard let schema else { return 1 }
        let diagram = SchemaDiagram(schema)
        let text =
            switch format {
            case .mermaid: MermaidDiagram(diagram: diagram).text
            case .svg: SVGDiagram(diagram: diagram).text
            }
        guard let output, output != "-" else {
            printOrExit(text)
            return 0
        }
        do throws(FileFailure) {
            if let slash = output.lastIndex(of: "/") { try FileSystem.makeFolder(String(output[..<slash])) }
            try FileSystem.write(Array((text + "\n").utf8), to: output)
        } catch {
            printError("\(error)")
            return 1
        }
        printError("wrote \(output)")
        return 0
    }

    private static func format(_ arguments: Arguments, _ output: String?) throws(UsageError) -> Format {
        guard let name = try arguments.single("--format") else {
            return output?.hasSuffix(".svg") == true ? .svg : .mermaid
        }
        if let format = Format(rawValue: name) { return format }
        throw UsageError(
            "unknown format \(quoted(name))\(NearName.hint(for: name, among: Format.allCases.map(\.rawValue)))"
        )
    }
}

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
