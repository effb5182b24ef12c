import Foundation

/// Admits a limited number of waiters at a time, in first-in, first-out order.
///
/// It sits in front of the session because the session's own queue is not fair: measured, a request may wait three
/// times longer than its turn. Time spent in the session's queue would also count against Foundation's timeouts.
final class FairQueue<Waiter: AnyObject & Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let limit: Int
    private var inside = 0
    private var waiting: [UInt64: Waiter] = [:]
    private var head: UInt64 = 0
    private var tail: UInt64 = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// The number of waiters in the queue.
    var waitingCount: Int { lock.withLock { waiting.count } }

    /// The number of waiters that were admitted and have not left.
    var insideCount: Int { lock.withLock { inside } }

    /// Returns `nil` if the waiter is admitted at once. Otherwise returns its ticket, and `leave` admits it later.
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

    /// Gives up a ticket. Returns `false` if the waiter was already admitted.
    func withdraw(_ ticket: UInt64) -> Bool {
        lock.withLock { waiting.removeValue(forKey: ticket) != nil }
    }

    /// Frees a slot and returns the waiter that takes it, if any.
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
