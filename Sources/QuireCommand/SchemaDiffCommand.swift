import QuireGenerator
import QuireSchema
import QuireSchemaDiff

/// `quire diff`: compares two schemas, and reports what the changes break.
enum SchemaDiffCommand {
    static let help = """
        Compare two schemas, and report what each change breaks.

        Usage: quire diff <old> <new> [options]
               quire diff --against <old> [<file or folder> ...] [options]

          <old>                A file or folder, or git:REV for the same paths in a revision, or git:REV:PATH
          <new>                A file or folder (with --against: one or more, default: Schema)
          --for <aspects>      The aspects that count for the exit code (default: source,wire,stored,index)
          --fail-on <severity> breaking (default) or risky
          --queries <file>     Recorded queries: report which ones would be rejected, or find something else
          --json               Print JSON

        Each change is breaking, risky or safe in four aspects:

          source  Does the code of apps still compile?
          wire    Do clients and servers with the other schema still understand each other?
          stored  Is existing content still readable?
          index   Do the collections of search clusters fit, or must they be rebuilt?

        Examples: quire diff --against git:main
                  quire diff --against git:v1.2 --for source,stored --fail-on risky
                  quire diff Released/Schema Schema --json
                  quire diff --against git:main --queries queries.ndjson

        Apps record their queries with ContentClient(engine: engine, recorder: recorder). A rejected query fails; with
        --fail-on risky, a changed one too.

        Exit codes: 0 nothing fails, 1 a change or a query fails, or a schema has errors or cannot be read, 2 wrong usage.
        """

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--against", "--for", "--fail-on", "--queries"],
            flags: ["--json", "--help", "-h"],
            of: "diff")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        let command = try command(arguments)
        do throws(SchemaOriginError) {
            return try command.run(show: printOrExit, report: printError)
        } catch {
            printError("quire: error: \(error)")
            return 1
        }
    }

    private static func command(_ arguments: Arguments) throws(UsageError) -> DiffCommand {
        let (aspects, limit) = (try arguments.single("--for"), try arguments.single("--fail-on"))
        let (old, paths) = try schemas(arguments)
        let queries = try arguments.single("--queries")
        do throws(SchemaOriginError) {
            var command = DiffCommand(
                old: try SchemaOrigin(old, paths: paths), new: .paths(paths),
                gate: try Gate(aspects: aspects, limit: limit),
                format: arguments.flags.contains("--json") ? .json : .text)
            command.queries = queries
            return command
        } catch {
            throw UsageError(error.description)
        }
    }

    /// The old schema as given, and the paths of the new one.
    private static func schemas(_ arguments: Arguments) throws(UsageError) -> (old: String, paths: [String]) {
        let operands = arguments.operands
        if let old = try arguments.single("--against") {
            return (
                old,
                operands.isEmpty ? try SchemaPaths.standard("quire diff --against \(old) <path>") : operands
            )
        }
        guard operands.count == 2 else {
            throw UsageError(
                "quire diff compares two schemas, but \(operands.count) \(operands.count == 1 ? "was" : "were") given. "
                    + "Usage: quire diff <old> <new>, or quire diff --against git:main")
        }
        if operands[1].hasPrefix("git:") {
            throw UsageError("the new schema must be a file or folder, not \(quoted(operands[1]))")
        }
        return (operands[0], [operands[1]])
    }
}
