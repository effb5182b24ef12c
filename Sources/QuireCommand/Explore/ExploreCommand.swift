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

/// The options of `quire explore`.
struct ExploreSettings: Sendable {
    var schemas: [String]
    var engine: EngineOptions
    /// The engine to compare with.
    var beside: EngineOptions?
    var mayWrite: Bool
    var queriesFile: String
    /// The name in the page's title; `nil` for the engine's.
    var title: String?
    var port = 0
    var logs: Bool
    /// A folder with the page's files, for the developers of the page.
    var pageFolder: String?

    init(_ arguments: Arguments, environment: [String: String]) throws(UsageError) {
        schemas = try SchemaPaths.of(arguments)
        engine = try EngineOptions(
            arguments, among: EngineOptions.Kind.allCases, timeout: 30, environment: environment)
        let others = arguments.removingPrefix("--beside-")
        if !others.values.isEmpty {
            beside = try EngineOptions(
                others, among: EngineOptions.Kind.allCases, timeout: 30, environment: environment)
        }
        mayWrite = arguments.flags.contains("--write")
        logs = arguments.flags.contains("--log")
        queriesFile = try arguments.single("--queries") ?? SavedQueriesPath.beside(schemas[0])
        title = try arguments.single("--title")
        if title?.isEmpty == true { throw UsageError("--title expects a text that is not empty") }
        if let text = try arguments.single("--port") {
            guard let port = Int(text), (0...65_535).contains(port) else {
                throw UsageError("--port expects a number from 0 to 65535, not \(quoted(text))")
            }
            self.port = port
        }
        #if DEBUG
        pageFolder = environment["QUIRE_EXPLORER_PAGE"]
        #endif
    }
}

/// The usual file of saved queries.
enum SavedQueriesPath {
    /// `queries.json` in the folder that contains the schema. It is not in a schema's folder, whose JSON files are
    /// all read as schema.
    static func beside(_ schema: String) -> String {
        var path = schema[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard let slash = path.lastIndex(of: "/") else { return "queries.json" }
        return path[...slash] + "queries.json"
    }
}
