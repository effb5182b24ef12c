import Foundation

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

/// What one round of sending came to.
public struct OutboxSummary: Sendable {
    /// How many writes the server has taken.
    public internal(set) var sent = 0
    /// How many were found to be in conflict.
    public internal(set) var conflicts = 0
    /// How many were refused.
    public internal(set) var refused = 0
    /// How many entries there are still, in every state.
    public internal(set) var left = 0
    /// Why it stopped before all that can be sent was sent; the rest waits.
    public internal(set) var problem: (any Error)?
    /// Whether another sender is at work on the same store.
    public internal(set) var isSentElsewhere = false

    init() {}
}

/// How an outbox sends.
public struct OutboxSettings: Sendable {
    /// The wait after the first attempt that came to nothing; it doubles with each.
    public var firstWait: Duration
    /// The longest wait between attempts.
    public var longestWait: Duration
    /// For how long a sender that is no longer heard of keeps others from sending. Longer than an answer may take.
    public var lease: Duration
    /// What the time is read from and waited with.
    public var clock: TransportClock
    /// Numbers from 0 up to 1, for the jitter of waits.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    public init(
        firstWait: Duration = .seconds(1), longestWait: Duration = .seconds(300),
        lease: Duration = .seconds(120), clock: TransportClock = .system
    ) {
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.lease = lease
        self.clock = clock
    }

    func wait(afterFailures failures: Int) -> Duration {
        RetryPolicy(baseDelay: firstWait, maximumDelay: longestWait)
            .delay(afterAttempts: failures, jitter: random())
    }

    var leaseSeconds: TimeInterval {
        Double(lease.components.seconds) + Double(lease.components.attoseconds) / 1e18
    }
}
