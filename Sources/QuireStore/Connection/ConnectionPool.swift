#if SQLite
import Foundation

/// Lends connections, each to one task at a time, in the order of requests.
final class ConnectionPool: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [Connection]
    private var waiting: [CheckedContinuation<Connection?, any Error>] = []
    private var nextWaiting = 0
    private let isForReading: Bool
    private let open: @Sendable () throws -> Connection
    private var unopened: Int
    private var isClosed = false
    private var lent = 0
    private var closing: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - connections: The existing connections.
    ///   - more: How many more may be opened when they are needed.
    ///   - isForReading: Whether they are only used for reading.
    init(
        _ connections: [Connection], more: Int, isForReading: Bool = false,
        open: @escaping @Sendable () throws -> Connection
    ) {
        self.isForReading = isForReading
        idle = connections
        unopened = more
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
        lock.withLock {
            guard !isClosed, let connection = idle.popLast() else { return nil }
            lent += 1
            return connection
        }
    }

    /// Waits until all connections have been returned, and closes them.
    func close(isolation: isolated (any Actor)? = #isolation) async {
        await withCheckedContinuation { continuation in
            lock.lock()
            isClosed = true
            idle.removeAll()
            if lent == 0 {
                lock.unlock()
                continuation.resume()
            } else {
                closing.append(continuation)
                lock.unlock()
            }
        }
    }

    private func takeIdle() throws -> Connection? {
        lock.lock()
        if isClosed {
            lock.unlock()
            throw Self.closedError
        }
        if let connection = idle.popLast() {
            lent += 1
            lock.unlock()
            return connection
        }
        guard unopened > 0 else {
            lock.unlock()
            return nil
        }
        unopened -= 1
        lent += 1
        lock.unlock()
        do { return try open() } catch {
            opening(failedWith: error)
            throw error
        }
    }

    /// Tells those who wait for the connection, or for its end, that there will be none.
    private func opening(failedWith error: any Error) {
        lock.lock()
        unopened += 1
        lent -= 1
        var failed: [CheckedContinuation<Connection?, any Error>] = []
        // Otherwise, another connection will be returned.
        if lent == 0 { while let next = takeWaiting() { failed.append(next) } }
        let closed = takeClosing()
        lock.unlock()
        for continuation in failed { continuation.resume(throwing: error) }
        for continuation in closed { continuation.resume() }
    }

    /// The one that has waited for longest. Call it with the lock.
    private func takeWaiting() -> CheckedContinuation<Connection?, any Error>? {
        guard nextWaiting < waiting.count else { return nil }
        let next = waiting[nextWaiting]
        nextWaiting += 1
        if nextWaiting == waiting.count || nextWaiting > 64 {
            waiting.removeFirst(nextWaiting)
            nextWaiting = 0
        }
        return next
    }

    /// Those who wait until all connections have been returned, if they have. Call it with the lock.
    private func takeClosing() -> [CheckedContinuation<Void, Never>] {
        guard isClosed, lent == 0 else { return [] }
        defer { closing.removeAll() }
        return closing
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
            lock.lock()
            // One may have been returned in the meantime.
            if isClosed {
                lock.unlock()
                continuation.resume(throwing: Self.closedError)
            } else if let connection = idle.popLast() {
                lent += 1
                lock.unlock()
                continuation.resume(returning: connection)
            } else if unopened > 0 {
                lock.unlock()
                continuation.resume(returning: nil)
            } else {
                waiting.append(continuation)
                lock.unlock()
            }
        }
    }

    func give(back connection: Connection) {
        lock.lock()
        if let next = takeWaiting() {
            lock.unlock()
            next.resume(returning: connection)
            return
        }
        lent -= 1
        if !isClosed { idle.append(connection) }
        let closed = takeClosing()
        lock.unlock()
        for continuation in closed { continuation.resume() }
    }

    private static let closedError = StoreError(
        .closed, action: "use the store", location: "closed", reason: "the store has been closed",
        advice: "Open it again.")
}
#endif
