import QuireGenerator
import QuireSchema

/// `quire check`: reads and checks a schema and its names, and writes nothing.
enum CheckCommand {
    static let help = """
        Check a schema and report every error with its line, in the compiler's format.

        Usage: quire check [<file or folder> ...]

        All files together form one schema (default: Schema). Prints nothing if the schema is valid.

        Exit codes: 0 no errors (warnings are allowed), 1 errors, 2 wrong usage.
        """

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(arguments, options: [], flags: ["--help", "-h"], of: "check")
        if !arguments.flags.isEmpty {
            printOrExit(help)
            return 0
        }
        let paths =
            arguments.operands.isEmpty ? try SchemaPaths.standard("quire check <path>") : arguments.operands
        let (schema, diagnostics) = readSchema(paths: paths)
        var isFine = schema != nil
        for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
        if let schema {
            // Names that differ on the wire can collide in Swift.
            let generation = generate(schema)
            for diagnostic in generation.diagnostics { diagnostic.lines.forEach(printError) }
            isFine = !generation.files.isEmpty
        }
        return isFine ? 0 : 1
    }
}
