import Foundation
import QuireEngine

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
