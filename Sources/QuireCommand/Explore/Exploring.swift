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
