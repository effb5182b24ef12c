import QuireGenerator

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The command line.
@main
struct Main {
    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let verb = arguments.isEmpty ? "--help" : arguments.removeFirst()
        do throws(UsageError) {
            switch verb {
            case "check": exit(try CheckCommand.run(arguments))
            case "check-store": exit(try await CheckStoreCommand.run(arguments))
            case "generate": exit(try GenerateCommand.run(arguments))
            case "import": exit(try await ImportCommand.run(arguments))
            case "load": exit(try await LoadCommand.run(arguments))
            case "query": exit(try await QueryCommand.run(arguments))
            case "serve": exit(try await ServeCommand.run(arguments))
            case "--help", "-h", "help": print(Self.help)
            default:
                throw UsageError("unknown command '\(verb)'\(NearName.hint(for: verb, among: commands))")
            }
        } catch {
            printError("quire: error: \(error.message)")
            exit(2)
        }
    }

    private static let commands = ["check", "check-store", "generate", "import", "load", "query", "serve"]

    static let help = """
        Typed Swift from a JSON description of content.

        Usage: quire <command> [options]

          check        Check a schema: every mistake at its line
          check-store  Check a store's file for damage
          generate     Write the Swift that a schema describes
          import       Write the schema of a content system that is there already
          load         Fill a search cluster or a store from files of lines
          query        Ask a store, a search cluster or HALO, with a filter given as JSON
          serve        Answer as HALO's content API does, to develop an app without a backend

        'quire <command> --help' says more. Exit codes: 0 fine, 1 the schema has errors, checked files are out of
        date or an import failed, 2 wrong use.
        """
}
