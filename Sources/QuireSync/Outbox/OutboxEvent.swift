import Foundation
import QuireEngine

/// What happens to writes on their way; see ``Outbox/events``.
public enum OutboxEvent: Sendable {
    /// The server has said yes; the item as it is there now, as JSON, where there is one.
    case sent(OutboxEntry, stored: Data?)
    /// The item was changed or deleted by someone else: both versions as JSON, `nil` where one has none.
    case conflict(OutboxEntry, mine: Data?, theirs: Data?)
    /// The server does not take it; the entry waits to be corrected, discarded or tried again.
    case refused(OutboxEntry, WriteFailure)
    /// Nothing can be sent now; the next attempt is at that moment, or earlier after ``Outbox/wake()``.
    case waiting(until: Date, any Error)
}
