#if SQLite
import QuireCore
import QuireToolbox

/// Runs writes one after another, on a separate queue.
actor StoreWriter {
    let executor = QueueExecutor(label: "quire.store.writer")
    let connections: ConnectionPool
    /// Signals every commit.
    nonisolated let commits = CommitSignal()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connections: ConnectionPool) { self.connections = connections }

    /// Runs the body with the only writing connection.
    func run<Result: Sendable>(
        _ action: String, _ body: @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await connections.withConnection { connection in
            connection.action = action
            defer { connection.action = "use the store" }
            let result = try body(connection)
            commits.send()
            return result
        }
    }

    /// Like `run`, for state that belongs to the writer itself, such as that of a load.
    func exclusively<Result>(_ action: String, _ body: (Connection) throws -> Result) async throws -> Result {
        try await connections.withConnection { connection in
            connection.action = action
            defer { connection.action = "use the store" }
            let result = try body(connection)
            commits.send()
            return result
        }
    }

    func close() async { await connections.close() }
}

extension StoreWriter {
    /// Loads lines in batches. Other tasks may write between batches.
    func load(
        _ layout: ModuleLayout, _ source: LoadSource, options: LoadOptions,
        text: TextContext, progress: (@Sendable (LoadProgress) throws -> Void)?
    ) async throws -> LoadSummary {
        let loader = try Loader(layout, source, options: options, text: text)
        let action = "load \"\(layout.module.name)\""
        try await exclusively(action) { try loader.begin($0) }
        do {
            var hasMore = true
            while hasMore {
                try Task.checkCancellation()
                hasMore = try await exclusively(action) { try loader.batch($0) }
                try progress?(loader.progress)
            }
        } catch {
            // Items from earlier batches stay stored, and need their indexes.
            try? await exclusively(action) { connection in
                try connection.withoutCancellation { try loader.finish(connection) }
            }
            throw error
        }
        try await exclusively(action) { connection in
            try connection.withoutCancellation { try loader.finish(connection) }
        }
        return loader.summary
    }
}

/// Notifies listeners after each commit of this process.
final class CommitSignal: Sendable {
    private struct State {
        var listeners: [Int: @Sendable () -> Void] = [:]
        var nextNumber = 0
    }

    private let state = Locked(State())

    /// Adds a listener. It is called on the writer's thread and must return quickly.
    func add(_ listener: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextNumber += 1
            state.listeners[state.nextNumber] = listener
            return state.nextNumber
        }
    }

    func remove(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    func send() {
        for listener in state.value.listeners.values { listener() }
    }
}
#endif
