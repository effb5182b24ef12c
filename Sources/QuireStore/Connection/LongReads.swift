#if SQLite
/// Runs reads of whole files on a queue of their own, because they would block a thread of the cooperative pool.
actor LongReads {
    private let executor = QueueExecutor(label: "quire.store.reads")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Result: Sendable>(
        _ connections: ConnectionPool, _ body: @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await connections.withConnection(body)
    }

    func run<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result { try body() }
}
#endif
