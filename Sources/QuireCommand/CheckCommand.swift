import QuireGenerator
import QuireSchema

/// `quire check`: reads and checks a schema and its names, and writes nothing.
enum CheckCommand {
    static let help = """
        Check a schema and report every error with its line, in the compiler's format.

        Usage: quire check [--json] [<file or folder> ...]

          --json  Print all diagnostics as JSON: path, line, column, severity, code, message, remedy and notes

        All files together form one schema (default: Schema). Prints nothing if the schema is valid.

        Exit codes: 0 no errors (warnings are allowed), 1 errors, 2 wrong usage.
        """

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(arguments, options: [], flags: ["--json", "--help", "-h"], of: "check")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        let paths =
            arguments.operands.isEmpty ? try SchemaPaths.standard("quire check <path>") : arguments.operands
        let diagnostics = diagnostics(paths: paths)
        if arguments.flags.contains("--json") {
            printJSONOrExit(DiagnosticsJSON(diagnostics: diagnostics).text)
        } else {
            for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
        }
        return diagnostics.contains { $0.severity == .error } ? 1 : 0
    }

    private static func diagnostics(paths: [String]) -> [Diagnostic] {
        let (schema, diagnostics) = readSchema(paths: paths)
        guard let schema else { return diagnostics }
        // Names that differ on the wire can collide in Swift.
        return diagnostics + generate(schema).diagnostics
    }
}

/// The diagnostics of a schema as JSON for programs.
///
/// ```json
/// {"errors": 1, "warnings": 0, "diagnostics": [{"severity": "error", "code": "unknown-type", "path": "Schema/shop.json",
///   "line": 4, "column": 18, "message": "unknown type 'txt'; did you mean 'text'?", "remedy": "did you mean 'text'?",
///   "notes": []}]}
/// ```
struct DiagnosticsJSON {
    let diagnostics: [Diagnostic]

    var text: String {
        let lines = diagnostics.map { "    " + Self.json($0) }
        let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
        return """
            {
              "errors": \(diagnostics.count { $0.severity == .error }),
              "warnings": \(diagnostics.count { $0.severity == .warning }),
              "diagnostics": \(list)
            }
            """
    }

    private static func json(_ diagnostic: Diagnostic) -> String {
        let notes = diagnostic.notes.map {
            "{\(json($0.location)), \"message\": \(QuotedJSON.text($0.message))}"
        }
        let members = [
            "\"severity\": \(QuotedJSON.text(diagnostic.severity.rawValue))",
            "\"code\": \(QuotedJSON.text(diagnostic.code))", json(diagnostic.location),
            "\"message\": \(QuotedJSON.text(diagnostic.message))",
            "\"remedy\": \(remedy(in: diagnostic.message).map(QuotedJSON.text) ?? "null")",
            "\"notes\": [\(notes.joined(separator: ", "))]",
        ]
        return "{\(members.joined(separator: ", "))}"
    }

    private static func json(_ location: SourceLocation?) -> String {
        guard let location else { return "\"path\": null, \"line\": null, \"column\": null" }
        return "\"path\": \(QuotedJSON.text(location.path)), \"line\": \(location.line), "
            + "\"column\": \(location.column)"
    }

    /// The part of a message that says what to do: after its last semicolon outside of quotation marks.
    static func remedy(in message: String) -> String? {
        let characters = Array(message.unicodeScalars)
        var isQuoted = false
        var start: Int?
        for (index, scalar) in characters.enumerated() {
            let before = index > 0 ? characters[index - 1] : " "
            let after = index + 1 < characters.count ? characters[index + 1] : " "
            if scalar == "'" {
                // An apostrophe in a word or in a name is between letters.
                if !isQuoted, " (\u{201C}:".unicodeScalars.contains(before) {
                    isQuoted = true
                } else if isQuoted, " ,;:.?!)".unicodeScalars.contains(after) {
                    isQuoted = false
                }
            } else if scalar == ";", after == " ", !isQuoted {
                start = index + 2
            }
        }
        guard let start, start < characters.count else { return nil }
        var remedy = String.UnicodeScalarView()
        remedy.append(contentsOf: characters[start...])
        return String(remedy)
    }
}
