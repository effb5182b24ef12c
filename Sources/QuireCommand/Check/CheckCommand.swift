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
