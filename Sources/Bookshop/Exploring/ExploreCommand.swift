import Quire
import QuireExplorer
import QuireSchema
import QuireTerminal

/// `bookshop explore`: shows the shop in a browser.
struct ExploreCommand: Sendable {
    var mayWrite: Bool
    var port: Int
    var common: CommonOptions

    static let description = CommandDescription(
        "explore", summary: "Explore the shop in your browser: content, schema and queries.",
        discussion: """
            Prints the URL of a page that only this machine can reach. The page shows every query as Swift, as its
            filter tree, and as the request of each engine. Ctrl-C ends it.
            """,
        options: [
            OptionDescription("write", help: "Allow creating, editing and deleting items."),
            OptionDescription("port", "NUMBER", help: "The port of the page; default: any free port."),
        ],
        examples: ["bookshop explore", "bookshop explore --write --store my-shop.sqlite"])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        mayWrite = arguments.has("write")
        port = try arguments.integer("port", in: 0...65_535, for: command) ?? 0
    }

    func run(in session: Session) async throws {
        let document = SchemaDocument(path: "bookshop.json", bytes: PackageResources.bookshop_json)
        let engine = session.content.engine
        var options = ExplorerOptions(title: "Bookshop")
        options.mayWrite = mayWrite
        let explorer = try Explorer(
            schema: .documents([document]),
            engines: [ExploredEngine(Self.kind(of: engine), label: engine.capabilities.name, engine: engine)],
            options: options)
        let server = try ExplorerServer(explorer, port: port)
        let signals = StopSignals()
        try server.start()
        let following = Task { await explorer.follow() }
        try session.output.line("Explorer: \(server.url)")
        await signals.next()
        following.cancel()
        await server.stop()
    }

    private static func kind(of engine: any ContentEngine) -> ExploredEngine.Kind {
        switch engine.capabilities.name.lowercased() {
        case let name where name.contains("typesense"): .typesense
        case let name where name.contains("opensearch"): .opensearch
        case let name where name.contains("halo"): .halo
        default: .store
        }
    }
}
