import Foundation
import Quire
import QuireExplorer
import QuireSchema
import QuireTerminal

/// `bookshop explore`: shows the shop in a browser.
struct ExploreCommand: Sendable {
    var mayWrite: Bool
    var port: Int
    var title: String
    var queriesFile: String
    /// The engine to compare with.
    var beside: CommonOptions?
    var common: CommonOptions

    private static let besidePrefix = "beside-"

    static let description = CommandDescription(
        "explore", summary: "Explore the shop in your browser: content, schema and queries.",
        discussion: """
            Prints the URL of a page that only this machine can reach. The page shows every query as Swift, as its
            filter tree, and as the request of each engine. With a second engine, it runs a query on both and marks the
            differences. Ctrl-C ends it.
            """,
        options: [
            OptionDescription("write", help: "Allow creating, editing and deleting items."),
            OptionDescription("port", "NUMBER", help: "The port of the page; default: any free port."),
            OptionDescription(
                "title", "TEXT", help: "The name of the page and its window; default: Bookshop."),
            OptionDescription(
                "queries", "FILE",
                help:
                    "The file of the saved queries; default: queries.json, which is beside the schema's folder."
            ),
        ] + besideOptions,
        examples: [
            "bookshop explore", "bookshop explore --write --store my-shop.sqlite",
            "bookshop explore --beside-engine typesense --beside-nodes http://127.0.0.1:8108",
        ])

    /// The options of the second engine.
    private static let besideOptions = CommandDescription.common
        .filter { ["data", "store", "engine", "nodes", "prefix", "url"].contains($0.name) }
        .map {
            OptionDescription(
                besidePrefix + $0.name, $0.value, help: "The same as --\($0.name), for a second engine.")
        }

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        mayWrite = arguments.has("write")
        port = try arguments.integer("port", in: 0...65_535, for: command) ?? 0
        title = try arguments.text("title", for: command) ?? "Bookshop"
        queriesFile = try arguments.text("queries", for: command) ?? "queries.json"
        let others = arguments.removingPrefix(Self.besidePrefix)
        guard !others.values.isEmpty else { return }
        do throws(UsageError) {
            beside = try CommonOptions(others, for: command)
        } catch {
            throw UsageError(
                "The second engine (--\(Self.besidePrefix)…): \(error.message)", command: command.name)
        }
    }

    func run(in session: Session, beside: Session?) async throws {
        let document = SchemaDocument(path: "bookshop.json", bytes: PackageResources.bookshop_json)
        var options = ExplorerOptions(title: title)
        options.mayWrite = mayWrite
        options.queriesFile = queriesFile
        var engines = [Self.explored(session, common)]
        if let beside, let options = self.beside { engines.append(Self.explored(beside, options)) }
        let explorer = try Explorer(schema: .documents([document]), engines: engines, options: options)
        let server = try ExplorerServer(explorer, port: port)
        let signals = StopSignals()
        try server.start()
        let following = Task { await explorer.follow() }
        try session.output.line("Explorer: \(server.url)")
        await signals.next()
        following.cancel()
        await server.stop()
    }

    /// The engine under its name, with its file or the address of its server.
    private static func explored(_ session: Session, _ options: CommonOptions) -> ExploredEngine {
        let engine = session.content.engine
        let server =
            options.cluster?.nodes.first ?? options.pocketBase?.url ?? options.url.flatMap { URL(string: $0) }
        let place = options.store.map { URL(fileURLWithPath: $0).lastPathComponent } ?? server?.host
        let label = [engine.capabilities.name, place].compactMap { $0 }.joined(separator: " ")
        return ExploredEngine(kind(of: engine), label: label, engine: engine)
    }

    private static func kind(of engine: any ContentEngine) -> ExploredEngine.Kind {
        switch engine.capabilities.name.lowercased() {
        case let name where name.contains("typesense"): .typesense
        case let name where name.contains("opensearch"): .opensearch
        case let name where name.contains("pocketbase"): .pocketbase
        case let name where name.contains("halo"): .halo
        default: .store
        }
    }
}
