#if SQLite
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
#endif
