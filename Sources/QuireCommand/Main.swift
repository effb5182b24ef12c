import QuireGenerator
import QuireSchema
import QuireTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The command line.
@main
struct Main {
    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let verb = arguments.isEmpty ? "--help" : arguments.removeFirst()
        StandardStreams.prepare()
        do throws(UsageError) {
            if let argument = StandardStreams.unreadableArgument {
                throw UsageError("an argument is not UTF-8: \(quoted(argument)). Rename the file or folder")
            }
            switch verb {
            case "check": exit(try CheckCommand.run(arguments))
            case "check-store": exit(try await CheckStoreCommand.run(arguments))
            case "diff": exit(try SchemaDiffCommand.run(arguments))
            case "evaluate": exit(try await EvaluateCommand.run(arguments))
            case "explore": exit(try await ExploreCommand.run(arguments))
            case "format": exit(try FormatCommand.run(arguments))
            case "generate": exit(try GenerateCommand.run(arguments))
            case "import": exit(try await ImportCommand.run(arguments))
            case "infer": exit(try InferCommand.run(arguments))
            case "init": exit(try InitCommand.run(arguments))
            case "load": exit(try await LoadCommand.run(arguments))
            case "migrate": exit(try await MigrateCommand.run(arguments))
            case "query": exit(try await QueryCommand.run(arguments))
            case "schema": exit(try SchemaCommand.run(arguments))
            case "serve": exit(try await ServeCommand.run(arguments))
            case "start": exit(try await StartCommand.run(arguments))
            case "watch": exit(try await WatchCommand.run(arguments))
            case "--help", "-h", "help": printOrExit(try Self.help(of: arguments))
            case "--version", "version":
                if let extra = arguments.first { throw UsageError("unknown argument \(quoted(extra))") }
                printOrExit(Self.version)
            default:
                let isOption = verb.hasPrefix("-")
                throw UsageError(
                    "unknown \(isOption ? "option" : "command") \(quoted(verb))"
                        + NearName.hint(for: verb, among: isOption ? ["--help", "--version"] : commands))
            }
        } catch {
            printError("quire: error: \(error.message)")
            exit(2)
        }
    }

    /// The version of the program, and of the schemas that it reads.
    static let version = "quire 0.1.0 (schema format 1)"

    private static let helps = [
        ("check", CheckCommand.help), ("check-store", CheckStoreCommand.help),
        ("diff", SchemaDiffCommand.help), ("evaluate", EvaluateCommand.help),
        ("explore", ExploreCommand.help),
        ("format", FormatCommand.help),
        ("generate", GenerateCommand.help),
        ("import", ImportCommand.help),
        ("infer", InferCommand.help), ("init", InitCommand.help), ("load", LoadCommand.help),
        ("migrate", MigrateCommand.help),
        ("query", QueryCommand.help),
        ("schema", SchemaCommand.help),
        ("serve", ServeCommand.help),
        ("start", StartCommand.help),
        ("watch", WatchCommand.help),
    ]

    private static let commands = helps.map(\.0) + ["help", "version"]

    /// `quire help`, `quire help check`.
    private static func help(of arguments: [String]) throws(UsageError) -> String {
        guard let command = arguments.first else { return help }
        if arguments.count > 1 { throw UsageError("unknown argument \(quoted(arguments[1]))") }
        if let entry = helps.first(where: { $0.0 == command }) { return entry.1 }
        if command == "help" || command == "version" { return help }
        throw UsageError(
            "no help for \(quoted(command))\(NearName.hint(for: command, among: helps.map(\.0)))")
    }

    static let help = """
        Generates typed Swift code from a JSON schema of your content.

        Usage: quire <command> [options]

          check        Check a schema and report every error with its line
          check-store  Check a store's file for damage
          diff         Compare two schemas, and report what the changes break
          evaluate     Measure the full-text search of a store, Typesense, OpenSearch or Algolia
          explore      Explore content, schema and queries in the browser
          format       Write schema files in their canonical form
          generate     Write the Swift code for a schema
          import       Write a schema for HALO, PocketBase, Typesense, OpenSearch, OpenAPI or JSON Schema
          infer        Write a schema for JSON and CSV files
          init         Begin a schema in a new folder
          load         Load JSON and CSV files into a store, Typesense, OpenSearch, Algolia or PocketBase
          migrate      Migrate a store, Typesense, OpenSearch, Algolia or PocketBase to the schema
          query        Query a store, HALO, Typesense, OpenSearch, Algolia or PocketBase
          schema       Draw the modules of a schema as a diagram
          serve        Run a local development server with HALO's content API
          start        Begin a program for data files: a schema, a filled store and a typed query
          watch        Check a schema and generate its code whenever it is saved
          help         Explain a command: 'quire help check'
          version      Print the version, like --version

        See 'quire <command> --help' for details. Exit codes: 0 success, 1 the schema has errors, checked files are
        out of date, or the command failed, 2 wrong usage, 130 stopped by Ctrl-C.
        """
}
