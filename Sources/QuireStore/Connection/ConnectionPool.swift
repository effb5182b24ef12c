#if SQLite
import QuireToolbox
import Dispatch

/// Lends connections, each to one task at a time, in the order of requests.
final class ConnectionPool: Sendable {
    private typealias Waiter = CheckedContinuation<Connection?, any Error>

    /// The next step of a task that needs a connection.
    private enum Turn {
        case connection(Connection)
        case mayOpen, mustWait, isClosed
    }

    private struct State {
        var idle: [Connection]
        var unopened: Int
        var waiting: [Waiter] = []
        var nextWaiting = 0
        var isClosed = false
        var lent = 0
        var closing: [CheckedContinuation<Void, Never>] = []

        mutating func nextTurn() -> Turn {
            if isClosed { return .isClosed }
            guard let connection = idle.popLast() else { return unopened > 0 ? .mayOpen : .mustWait }
            lent += 1
            return .connection(connection)
        }

        /// The one that has waited for longest.
        mutating func takeWaiting() -> Waiter? {
            guard nextWaiting < waiting.count else { return nil }
            let next = waiting[nextWaiting]
            nextWaiting += 1
            if nextWaiting == waiting.count || nextWaiting > 64 {
                waiting.removeFirst(nextWaiting)
                nextWaiting = 0
            }
            return next
        }

        /// Those who wait until all connections have been returned, if they have.
        mutating func takeClosing() -> [CheckedContinuation<Void, Never>] {
            guard isClosed, lent == 0 else { return [] }
            defer { closing.removeAll() }
            return closing
        }
    }

    private let state: Locked<State>
    private let isForReading: Bool
    private let open: @Sendable () throws -> Connection

    /// - Parameters:
    ///   - connections: The existing connections.
    ///   - more: How many more may be opened when they are needed.
    ///   - isForReading: Whether they are only used for reading.
    init(
        _ connections: [Connection], more: Int, isForReading: Bool = false,
        open: @escaping @Sendable () throws -> Connection
    ) {
        self.isForReading = isForReading
        state = Locked(State(idle: connections, unopened: more))
        self.open = open
    }

    func withConnection<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (Connection) throws -> Result
    ) async throws -> Result {
        try OpenTransaction.refuse(waitingFor: self)
        let connection: Connection
        // An idle connection needs no other asynchronous call.
        if let idle = try takeIdle() { connection = idle } else { connection = try await wait() }
        defer { give(back: connection) }
        guard isForReading else { return try body(connection) }
        try connection.checkFiles(.reading)
        let result: Result
        do { result = try body(connection) } catch {
            try checkRead(connection)
            throw error
        }
        try checkRead(connection)
        return result
    }

    /// If the files or the tables have changed, a result is discarded, even if it is an error.
    private func checkRead(_ connection: Connection) throws {
        try connection.checkFiles(.reading)
        try connection.checkTables()
    }

    /// Lends a connection until `give(back:)`.
    ///
    /// - Throws: `StoreError` for a task that would wait for its own transaction, also to read: a store in memory has only
    ///   one connection.
    func take(isolation: isolated (any Actor)? = #isolation) async throws -> Connection {
        try OpenTransaction.refuse(waitingFor: self)
        if let free = try takeIdle() { return free }
        return try await wait()
    }

    /// Lends a connection if one is idle, until `give(back:)`.
    func takeIfIdle() -> Connection? {
        guard case .connection(let connection) = state.withLock({ $0.nextTurn() }) else { return nil }
        return connection
    }

    /// Waits until all connections have been returned, and closes them.
    func close(isolation: isolated (any Actor)? = #isolation) async {
        await withCheckedContinuation { continuation in
            let closed = state.withLock { state in
                state.isClosed = true
                state.idle.removeAll()
                state.closing.append(continuation)
                return state.takeClosing()
            }
            for continuation in closed { continuation.resume() }
        }
    }

    private func takeIdle() throws -> Connection? {
        let turn = state.withLock { state in
            let turn = state.nextTurn()
            if case .mayOpen = turn {
                state.unopened -= 1
                state.lent += 1
            }
            return turn
        }
        switch turn {
        case .connection(let connection): return connection
        case .mustWait: return nil
        case .isClosed: throw Self.closedError
        case .mayOpen:
            do { return try open() } catch {
                opening(failedWith: error)
                throw error
            }
        }
    }

    /// Tells those who wait for the connection, or for its end, that there will be none.
    private func opening(failedWith error: any Error) {
        let (failed, closed) = state.withLock { state in
            state.unopened += 1
            state.lent -= 1
            var failed: [Waiter] = []
            // Otherwise, another connection will be returned.
            if state.lent == 0 { while let next = state.takeWaiting() { failed.append(next) } }
            return (failed, state.takeClosing())
        }
        for continuation in failed { continuation.resume(throwing: error) }
        for continuation in closed { continuation.resume() }
    }

    private func wait(isolation: isolated (any Actor)? = #isolation) async throws -> Connection {
        while true {
            if let connection = try await nextReturned() { return connection }
            if let connection = try takeIdle() { return connection }
        }
    }

    /// Waits for a connection; `nil` if one may be opened instead, because opening it failed for another task.
    private func nextReturned(isolation: isolated (any Actor)? = #isolation) async throws -> Connection? {
        try await withCheckedThrowingContinuation { continuation in
            let turn = state.withLock { state in
                // A connection may have been returned in the meantime.
                let turn = state.nextTurn()
                if case .mustWait = turn { state.waiting.append(continuation) }
                return turn
            }
            switch turn {
            case .connection(let connection): continuation.resume(returning: connection)
            case .mayOpen: continuation.resume(returning: nil)
            case .mustWait: break
            case .isClosed: continuation.resume(throwing: Self.closedError)
            }
        }
    }

    func give(back connection: Connection) {
        let (next, closed) = state.withLock { state -> (Waiter?, [CheckedContinuation<Void, Never>]) in
            if let next = state.takeWaiting() { return (next, []) }
            state.lent -= 1
            if !state.isClosed { state.idle.append(connection) }
            return (nil, state.takeClosing())
        }
        next?.resume(returning: connection)
        for continuation in closed { continuation.resume() }
    }

    private static let closedError = StoreError(
        .closed, action: "use the store", location: "closed", reason: "the store has been closed",
        advice: "Open it again.")
}

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

/// Runs an actor's jobs on a separate queue, so that disk access never blocks a thread of the shared pool.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
#endif
