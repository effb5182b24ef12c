#if SQLite
import Foundation
import QuireCore
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
            let options = options(schema)
            let server = try DevelopmentServer(store: store, modules: schema.modules, options: options)
            try await data.load(into: store, isQuiet: settings.isQuiet)
            // Until here, a signal ends the program at once. The next start loads the data again.
            let signals = StopSignals()
            try await server.start()
            announce(server, schema, isLoopback: options.isLoopback)
            await signals.next()
            await server.stop()
            await store.close()
            return 0
        } catch {
            printError("quire: error: \(error)")
        }
        return 1
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
        // Not with `print`, which buffers a line if standard output is a pipe.
        // If nobody reads it, the server continues.
        try? Output.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
            .line("Serving \(names) at \(server.url.absoluteString)")
    }
}
#endif
