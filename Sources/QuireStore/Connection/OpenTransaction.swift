#if SQLite
import QuireToolbox

/// A transaction that stays open between the calls of a closure. It keeps the only writing connection.
actor OpenTransaction {
    /// The transactions that the current task is in.
    @TaskLocal static var current: [OpenTransaction] = []

    private let pool: ConnectionPool
    private let executor: QueueExecutor
    private let location: String
    private var connection: Connection?
    /// The error of a write that may have done a part of its work. The transaction is then rolled back.
    private var failure: (any Error)?

    /// Whether the transaction is open, for code that cannot wait.
    nonisolated let isOpen = Locked(false)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ pool: ConnectionPool, _ executor: QueueExecutor, location: String) {
        self.pool = pool
        self.executor = executor
        self.location = location
    }

    /// Waits for the connection, and begins.
    func begin(_ action: String, _ kind: Connection.TransactionKind = .immediate) async throws {
        let connection = try await pool.take()
        do {
            try Task.checkCancellation()
            connection.action = action
            if kind == .deferred { try connection.checkFiles(.reading) }
            try connection.begin(kind)
        } catch {
            giveBack(connection)
            throw error
        }
        self.connection = connection
        isOpen.withLock { $0 = true }
    }

    /// Runs a read or a write in the transaction.
    ///
    /// - Parameter isWriting: If a write throws, the transaction cannot be committed.
    func run<Result: Sendable>(
        _ action: String, isWriting: Bool = false, _ body: @Sendable (Connection) throws -> Result
    ) throws -> Result {
        guard let connection else { throw ended(action) }
        if let failure { throw failure }
        try Task.checkCancellation()
        do { return try body(connection) } catch {
            if isWriting { failure = error }
            throw error
        }
    }

    /// Commits, or throws the error of a write that the closure has ignored.
    func commit() throws {
        guard let connection else { throw ended("commit a transaction") }
        if let failure { throw failure }
        try connection.commit()
        end(connection)
    }

    /// Ends a transaction that only reads.
    ///
    /// - Throws: `StoreError` if the file or its tables have changed, so that the reads do not count.
    func finishReading() throws {
        guard let connection else { throw ended("read a snapshot") }
        connection.rollBack()
        defer { end(connection) }
        try connection.checkFiles(.reading)
        try connection.checkTables()
    }

    func rollBack() {
        guard let connection else { return }
        connection.rollBack()
        end(connection)
    }

    private func end(_ connection: Connection) {
        self.connection = nil
        isOpen.withLock { $0 = false }
        giveBack(connection)
    }

    private func giveBack(_ connection: Connection) {
        connection.action = "use the store"
        pool.give(back: connection)
    }

    private func ended(_ action: String) -> StoreError {
        StoreError(
            .transaction, action: action, location: location, reason: "the transaction has ended",
            advice: "Use the client only inside the closure that received it, and await all its calls there.")
    }

    /// Throws an error for a task that would wait for the connection of its own transaction for ever.
    static func refuse(waitingFor pool: ConnectionPool) throws {
        guard let own = current.first(where: { $0.pool === pool && $0.isOpen.value }) else { return }
        throw StoreError(
            .transaction, action: "use the store inside a transaction", location: own.location,
            reason: "the call would wait for the transaction that it is in",
            advice: "Inside the closure of a transaction, use the client that the closure receives.")
    }
}
#endif
