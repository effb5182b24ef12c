import Foundation
import QuireHTTP

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
