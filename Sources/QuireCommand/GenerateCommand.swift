import QuireGenerator
import QuireSchema

/// `quire generate`: generates the Swift code for a schema, to check in.
enum GenerateCommand {
    static let help = """
        Write the Swift that a schema describes, to check in or to look at.

        Usage: quire generate --output <folder> [options]

          --schema <path>   A file or folder of the schema; may be given several times; 'Schema' where none is
          --output <folder> Where the files go; only those that changed are written
          --access <level>  internal, package or public, instead of the schema's own
          --check           Write nothing; fail where a file is out of date

        Exit codes: 0 all files are up to date, 1 the schema has errors, a checked file is out of date, or a file cannot
        be written, 2 wrong use.
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
            throw UsageError("unknown argument \(quoted(operand)); the schema is given with --schema")
        }
        guard let output = try arguments.single("--output") else { throw UsageError("no --output was given") }
        let access = try arguments.accessLevel()
        var command = GenerationCommand(schemas: try SchemaPaths.of(arguments), output: output)
        command.isCheck = arguments.flags.contains("--check")
        if let access { command.access = access }
        return command.run()
    }
}
