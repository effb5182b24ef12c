import Foundation
import QuireCore
import QuireEngine
import QuireExplorer
import QuireSchema
import QuireServer
import QuireTerminal

/// `quire explore`: a page in the browser for the content, the schema and the queries of an engine.
enum ExploreCommand {
    static let help = """
        Explore content, schema and queries in the browser.

        Usage: quire explore [options]

          --schema <path>       A schema file or folder (repeatable; default: Schema). It is read again when it changes
        \(EngineOptions.help(EngineOptions.Kind.allCases, timeout: 30))
          --url <url>           The HALO server, with --engine halo, or the PocketBase server, with --engine pocketbase
        \(EngineOptions.collectionsHelp)
          --client-id <id>      The app that signs in to HALO
          --beside-<option>     A second engine to compare queries with, by the same options: --beside-engine typesense
                                --beside-nodes http://127.0.0.1:8108
          --write               Allow creating, editing and deleting items
          --queries <file>      The file of the saved queries (default: queries.json beside the schema)
          --title <text>        The name in the page's title and in its window (default: the engine with its file or address)
          --port <number>       The port; 0 means any free port (default: 0)
          --log                 Log requests

        \(EngineOptions.secretsHelp)

        The command prints a URL with a token, which stays valid until the command ends. Only this machine can reach the page.
        Keys and passwords stay in the program. Ctrl-C ends it.

        Exit codes: 0 stopped, 1 it could not start, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let besides = EngineOptions.names.map { "--beside-" + $0.dropFirst(2) }
        let arguments = try Arguments(
            arguments,
            options: ["--schema", "--queries", "--title", "--port"] + EngineOptions.names + besides
                + EngineOptions.refused,
            flags: ["--write", "--log", "--help", "-h"], of: "explore")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --store for a store's file")
        }
        let settings = try ExploreSettings(
            arguments, environment: ProcessInfo.processInfo.environment)
        return await Exploring(settings).run()
    }
}
