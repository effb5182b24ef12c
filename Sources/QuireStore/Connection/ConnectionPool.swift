#if SQLite
import Foundation

/// Hands out connections, each to one task at a time, first come first served.
final class ConnectionPool: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [Connection]
    private var waiting: [CheckedContinuation<Connection, Never>] = []
    private var nextWaiting = 0
    private let open: @Sendable () throws -> Connection
    private var unopened: Int

    /// - Parameters:
    ///   - connections: those that exist already.
    ///   - more: how many more may be opened, when they are needed.
    init(_ connections: [Connection], more: Int, open: @escaping @Sendable () throws -> Connection) {
        idle = connections
        unopened = more
        self.open = open
    }

    func withConnection<Result>(_ body: (Connection) throws -> Result) async throws -> Result {
        let connection: Connection
        if let free = try takeIdle() { connection = free } else { connection = await wait() }
        defer { give(back: connection) }
        return try body(connection)
    }

    private func takeIdle() throws -> Connection? {
        lock.lock()
        if let connection = idle.popLast() {
            lock.unlock()
            return connection
        }
        guard unopened > 0 else {
            lock.unlock()
            return nil
        }
        unopened -= 1
        lock.unlock()
        do { return try open() } catch {
            lock.withLock { unopened += 1 }
            throw error
        }
    }

    private func wait() async -> Connection {
        await withCheckedContinuation { continuation in
            lock.lock()
            // One may have come back in between.
            if let connection = idle.popLast() {
                lock.unlock()
                continuation.resume(returning: connection)
            } else {
                waiting.append(continuation)
                lock.unlock()
            }
        }
    }

    private func give(back connection: Connection) {
        lock.lock()
        guard nextWaiting < waiting.count else {
            idle.append(connection)
            lock.unlock()
            return
        }
        let next = waiting[nextWaiting]
        nextWaiting += 1
        if nextWaiting == waiting.count || nextWaiting > 64 {
            waiting.removeFirst(nextWaiting)
            nextWaiting = 0
        }
        lock.unlock()
        next.resume(returning: connection)
    }
}
#endif
