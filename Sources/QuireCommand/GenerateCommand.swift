import QuireGenerator
import QuireSchema

/// `quire generate`: generates the Swift code for a schema, to check in.
enum GenerateCommand {
    static let help = """
        Write the Swift code for a schema, to check in or to read.

        Usage: quire generate --output <folder> [options]

          --schema <path>   A schema file or folder (repeatable; default: Schema)
          --output <folder> The output folder. Only changed files are written
          --access <level>  internal, package or public; overrides the schema's access level
          --check           Write nothing; fail if a file is out of date

        Exit codes: 0 all files are up to date, 1 the schema has errors, a checked file is out of date, or a file cannot
        be written, 2 wrong usage.
        """

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--schema", "--output", "--access"], flags: ["--check", "--help", "-h"],
            of: "generate")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --schema for the schema")
        }
        guard let output = try arguments.single("--output") else { throw UsageError("no --output was given") }
        let access = try arguments.accessLevel()
        var command = GenerationCommand(schemas: try SchemaPaths.of(arguments), output: output)
        command.isCheck = arguments.flags.contains("--check")
        if let access { command.access = access }
        return command.run()
    }
}
