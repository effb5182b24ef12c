import Foundation
import QuireHTTP

/// The settings of an outbox.
public struct OutboxSettings: Sendable {
    /// The delay after the first failed attempt. It doubles with each failure.
    public var firstWait: Duration
    /// The longest delay between attempts.
    public var longestWait: Duration
    /// How long an unresponsive sender blocks others. Must be longer than a response may take.
    public var lease: Duration
    /// The clock for reading the time and waiting.
    public var clock: TransportClock
    /// Returns numbers from 0 up to, but not including, 1 for the jitter of delays.
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
