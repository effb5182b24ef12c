import QuireToolbox

/// Admits a limited number of waiters at a time, in first-in, first-out order.
///
/// It sits in front of the session because the session's own queue is not fair: measured, a request may wait three
/// times longer than its turn. Time spent in the session's queue would also count against Foundation's timeouts.
final class FairQueue<Waiter: AnyObject & Sendable>: Sendable {
    private struct State {
        var inside = 0
        var waiting: [UInt64: Waiter] = [:]
        var head: UInt64 = 0
        var tail: UInt64 = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// The number of waiters in the queue.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The number of waiters that were admitted and have not left.
    var insideCount: Int { state.withLock { $0.inside } }

    /// Returns `nil` if the waiter is admitted at once. Otherwise returns its ticket, and `leave` admits it later.
    func enter(_ waiter: Waiter) -> UInt64? {
        state.withLock { state in
            if state.inside < limit && state.waiting.isEmpty {
                state.inside += 1
                return nil
            }
            defer { state.tail += 1 }
            state.waiting[state.tail] = waiter
            return state.tail
        }
    }

    /// Gives up a ticket. Returns `false` if the waiter was already admitted.
    func withdraw(_ ticket: UInt64) -> Bool {
        state.withLock { $0.waiting.removeValue(forKey: ticket) != nil }
    }

    /// Frees a slot and returns the waiter that takes it, if any.
    func leave() -> Waiter? {
        state.withLock { state in
            while state.head < state.tail {
                defer { state.head += 1 }
                if let next = state.waiting.removeValue(forKey: state.head) { return next }
            }
            state.inside -= 1
            return nil
        }
    }
}
