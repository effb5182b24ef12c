import Foundation
import QuireEngine
import QuireToolbox

/// An event in the delivery of writes. See ``Outbox/events``.
public enum OutboxEvent: Sendable {
    /// The server confirmed the write. `stored` is its current item as JSON, if there is one.
    case sent(OutboxEntry, stored: Data?)
    /// Someone else changed or deleted the item. Contains both versions as JSON, or `nil` if a version does not exist.
    case conflict(OutboxEntry, mine: Data?, theirs: Data?)
    /// The server rejected the write. It stays until it is corrected, dropped or retried.
    case refused(OutboxEntry, WriteError)
    /// Nothing can be sent now. The next attempt is at this time, or earlier after ``Outbox/wake()``.
    case waiting(until: Date, any Error)
}

/// Broadcasts events to listeners.
final class OutboxEvents: Sendable {
    private let events = Broadcast<OutboxEvent>(kept: 256, replays: false)
    /// The conflicts that were already reported.
    private let reported = Locked<Set<Int64>>([])

    /// The events from now on. A slow reader gets the newest 256.
    var stream: AsyncStream<OutboxEvent> { events.stream }

    func send(_ event: OutboxEvent) { events.send(event) }

    func isReported(_ number: Int64) -> Bool { reported.withLock { $0.contains(number) } }

    func markReported(_ number: Int64) { reported.withLock { _ = $0.insert(number) } }

    /// Reports a conflict again if it recurs.
    func forget(_ number: Int64) { reported.withLock { _ = $0.remove(number) } }
}

/// The result of one round of sending.
public struct OutboxSummary: Sendable {
    /// The number of writes that the server confirmed.
    public internal(set) var sent = 0
    /// The number of new conflicts.
    public internal(set) var conflicts = 0
    /// The number of rejected writes.
    public internal(set) var refused = 0
    /// The number of remaining entries in any state.
    public internal(set) var left = 0
    /// The reason why sending stopped early. The remaining entries are pending.
    public internal(set) var problem: (any Error)?
    /// Whether another sender is using the same store.
    public internal(set) var isSentElsewhere = false

    init() {}
}
