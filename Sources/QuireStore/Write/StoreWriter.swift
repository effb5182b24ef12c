#if SQLite
import QuireCore

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
        _ layout: ModuleLayout, _ source: LoadSource, _ options: LoadOptions,
        _ text: TextContext, _ progress: (@Sendable (LoadProgress) throws -> Void)?
    ) async throws -> LoadSummary {
        let loader = try Loader(layout, source, options, text)
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
#endif
