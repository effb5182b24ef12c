#if SQLite
import Foundation
import QuireCore
import QuireExplorer
import QuireGenerator
import QuireServer
import QuireStore
import QuireTerminal
import QuireToolbox

/// Runs a server until it is stopped.
struct Serving: Sendable {
    let settings: ServeSettings

    init(_ settings: ServeSettings) { self.settings = settings }

    /// Serves until SIGINT or SIGTERM. Returns the exit code.
    func run() async -> Int32 {
        guard let schema = ServedSchema(paths: settings.schemas) else { return 1 }
        do {
            let names = schema.modules.map(\.descriptor.name)
            let data = ServedData(
                files: try DataFiles(paths: settings.data, modules: names),
                modules: schema.modules.map(\.descriptor))
            let store = try await Store(
                settings.store.map { .file($0) } ?? .memory, modules: schema.modules.map(\.descriptor))
            var options = options(schema)
            guard !settings.explores || options.isLoopback else {
                throw OpeningFailure(
                    "--explore needs a server that only this machine can reach. Leave out --host, or --explore."
                )
            }
            let explorer = try explorer(store)
            if let explorer { options.mount = { await explorer.respond(to: $0) } }
            let server = try DevelopmentServer(store: store, modules: schema.modules, options: options)
            try await data.load(into: store, isQuiet: settings.isQuiet)
            // Until here, a signal ends the program at once. The next start loads the data again.
            let signals = StopSignals()
            try await server.start()
            announce(server, schema, isLoopback: options.isLoopback)
            if let explorer { line("Explorer: \(explorer.url(at: server.url))") }
            let following = Task { await explorer?.follow() }
            await signals.next()
            following.cancel()
            await server.stop()
            await store.close()
            return 0
        } catch {
            printError((error as? DataFiles.Failure)?.line ?? "quire: error: \(error)")
        }
        return 1
    }

    /// The explorer of the store, if it is wanted.
    private func explorer(_ store: Store) throws -> Explorer? {
        guard settings.explores else { return nil }
        let label = settings.store.map { "Store \($0)" } ?? "Store in memory"
        var options = ExplorerOptions(title: label)
        options.mayWrite = settings.mayWrite
        options.queriesFile = settings.schemas.first.map(SavedQueriesPath.beside)
        return try Explorer(
            schema: .paths(settings.schemas),
            engines: [ExploredEngine(.store, label: label, engine: store)], options: options)
    }

    private func options(_ schema: ServedSchema) -> DevelopmentServer.Options {
        var options = DevelopmentServer.Options(port: settings.port)
        options.host = settings.host
        options.allowedHosts = settings.allowedHosts
        options.allowedOrigins = settings.allowedOrigins
        options.locales = schema.locales
        options.credentials = settings.credentials.map { .init(clientID: $0.id, clientSecret: $0.secret) }
        if !settings.isQuiet { options.log = { printError("\($0)") } }
        return options
    }

    private func announce(_ server: DevelopmentServer, _ schema: ServedSchema, isLoopback: Bool) {
        let names = schema.modules.map(\.descriptor.name).joined(separator: ", ")
        if !isLoopback {
            printError(
                "quire: warning: other machines can reach \(settings.host). This server is for development: it speaks "
                    + "plain HTTP, "
                    + (settings.credentials == nil
                        ? "and any program that reaches it may change everything. Use --require-auth to ask for "
                            + "credentials."
                        : "so that others on the network can read its tokens."))
        }
        line("Serving \(names) at \(server.url.absoluteString)")
    }

    /// Prints a line. Not with `print`, which buffers a line if standard output is a pipe. If nobody reads it, the
    /// server continues.
    private func line(_ text: String) {
        try? Output.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment).line(text)
    }
}
#endif
