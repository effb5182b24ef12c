import Foundation
import QuireCore
import QuireEngine
import QuireExplorer
import QuireGenerator
import QuireServer
import QuireStore
import QuireTerminal

/// Runs an explorer until it is stopped.
struct Exploring: Sendable {
    let settings: ExploreSettings

    init(_ settings: ExploreSettings) { self.settings = settings }

    private var log: (@Sendable (ServedExchange) -> Void)? {
        guard settings.logs else { return nil }
        return { exchange in printError("\(exchange)") }
    }

    /// Explores until SIGINT or SIGTERM. Returns the exit code.
    func run() async -> Int32 {
        guard let schema = DescribedSchema(paths: settings.schemas) else { return 1 }
        do {
            let main = try await settings.engine.explored(
                modules: schema.descriptors, mayWrite: settings.mayWrite)
            var engines = [main.explored]
            var closings = [main.close]
            if let beside = settings.beside {
                let opened = try await beside.explored(modules: schema.descriptors, mayWrite: false)
                engines.append(opened.explored)
                closings.append(opened.close)
            }
            var options = ExplorerOptions(title: settings.title ?? main.explored.label)
            options.mayWrite = settings.mayWrite
            options.queriesFile = settings.queriesFile
            options.pageFolder = settings.pageFolder
            let explorer = try Explorer(schema: .paths(settings.schemas), engines: engines, options: options)
            let server = try ExplorerServer(
                explorer, port: settings.port, log: log)
            let signals = StopSignals()
            try server.start()
            let following = Task { await explorer.follow() }
            // Not with `print`, which buffers a line if standard output is a pipe.
            try? Output.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
                .line("Explorer: \(server.url)")
            await signals.next()
            following.cancel()
            await server.stop()
            for close in closings { await close() }
            return 0
        } catch {
            printError("quire: error: \(error)")
            return 1
        }
    }
}

extension EngineOptions {
    /// The engine for the explorer, and a closure to close it.
    ///
    /// - Parameter mayWrite: Whether a store is opened for writing.
    func explored(
        modules: [ModuleDescriptor], mayWrite: Bool
    ) async throws -> (explored: ExploredEngine, close: @Sendable () async -> Void) {
        #if SQLite
        if kind == .store, mayWrite, let store {
            guard FileManager.default.fileExists(atPath: store) else {
                throw OpeningFailure("\(store): there is no such store. Create it with 'quire load'.")
            }
            let opened = try await Store(.file(store), modules: modules)
            return (ExploredEngine(.store, label: label, engine: opened), { await opened.close() })
        }
        #endif
        let (engine, close) = try await engine(modules: modules)
        return (ExploredEngine(exploredKind, label: label, engine: engine), close)
    }

    private var exploredKind: ExploredEngine.Kind {
        switch kind {
        case .store: .store
        case .typesense: .typesense
        case .opensearch: .opensearch
        case .algolia: .algolia
        case .halo: .halo
        case .pocketbase: .pocketbase
        }
    }

    /// The engine's name with its file or its first address.
    private var label: String {
        switch kind {
        case .store: "Store " + (store ?? "").split(separator: "/").suffix(1).joined()
        case .algolia: "Algolia " + (applicationID ?? "")
        case .typesense: "Typesense " + host
        case .opensearch: "OpenSearch " + host
        case .halo: "HALO " + host
        case .pocketbase: "PocketBase " + host
        }
    }

    private var host: String {
        guard let url = nodes.first, let host = url.host else { return "" }
        return url.port.map { "\(host):\($0)" } ?? host
    }
}
