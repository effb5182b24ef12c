import Foundation

/// Lets so many through at a time, the others in the order in which they came.
///
/// It stands before the session because the session's own queue is not fair (measured: a request may wait three times
/// longer than its turn), and because waiting there counts against Foundation's timeouts.
final class FairQueue<Waiter: AnyObject & Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let limit: Int
    private var inside = 0
    private var waiting: [UInt64: Waiter] = [:]
    private var head: UInt64 = 0
    private var tail: UInt64 = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// How many wait.
    var waitingCount: Int { lock.withLock { waiting.count } }

    /// How many are let through and have not left.
    var insideCount: Int { lock.withLock { inside } }

    /// `nil`: it is the waiter's turn at once. Otherwise its ticket: `leave` will hand it out.
    func enter(_ waiter: Waiter) -> UInt64? {
        lock.withLock {
            if inside < limit && waiting.isEmpty {
                inside += 1
                return nil
            }
            defer { tail += 1 }
            waiting[tail] = waiter
            return tail
        }
    }

    /// Gives up a ticket; `false` where its turn has come already.
    func withdraw(_ ticket: UInt64) -> Bool {
        lock.withLock { waiting.removeValue(forKey: ticket) != nil }
    }

    /// Frees a place; returns whose turn it is now, whose place it is then.
    func leave() -> Waiter? {
        lock.withLock {
            while head < tail {
                defer { head += 1 }
                if let next = waiting.removeValue(forKey: head) { return next }
            }
            inside -= 1
            return nil
        }
    }
}
