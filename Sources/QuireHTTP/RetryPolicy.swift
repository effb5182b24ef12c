import Foundation
import QuireToolbox

/// When and how often a request is sent again.
///
/// Only requests that say `isRepeatable` are; after a transport error that may pass, or a status of 408, 429 or 5xx.
public struct RetryPolicy: Sendable, Hashable {
    /// The first sending included; 1 never repeats.
    public var maximumAttempts: Int
    /// The wait before the second attempt; it doubles with each.
    public var baseDelay: Duration
    public var maximumDelay: Duration
    /// A server that asks for a longer wait (`Retry-After`) is not waited for: its answer is the answer.
    public var maximumRetryAfter: Duration
    /// How long one attempt may take; `nil` leaves it the whole deadline.
    public var attemptTimeout: Duration?

    public init(
        maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(200),
        maximumDelay: Duration = .seconds(5),
        maximumRetryAfter: Duration = .seconds(30), attemptTimeout: Duration? = nil
    ) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.maximumRetryAfter = maximumRetryAfter
        self.attemptTimeout = attemptTimeout
    }

    /// Everything is sent once.
    public static let never = RetryPolicy(maximumAttempts: 1)

    /// Whether an answer of that status may be better the next time.
    public static func isRetryable(status: Int) -> Bool { Outage.isRetryable(status: status) }

    /// The wait after so many attempts: half of it fixed, half of it by the jitter, from 0 up to 1.
    package func delay(afterAttempts attempts: Int, jitter: Double) -> Duration {
        var delay = min(baseDelay, maximumDelay)
        for _ in 1..<max(1, min(attempts, 40)) where delay < maximumDelay {
            delay = min(delay * 2, maximumDelay)
        }
        return delay * 0.5 + delay * (0.5 * min(1, max(0, jitter)))
    }

    /// What `Retry-After` asks for: seconds, or a date; `nil` where it says neither.
    package static func wait(retryAfter value: String?, now: Date) -> Duration? {
        guard let value = value?.trimmingCharacters(in: .whitespaces), !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (48...57).contains($0) }) {
            return .seconds(min(Int(value) ?? .max, 1 << 40))
        }
        guard let seconds = HTTPDate.secondsSince1970(value) else { return nil }
        let wait = Double(seconds) - now.timeIntervalSince1970
        return .milliseconds(Int64((max(0, min(wait, 1e12)) * 1000).rounded(.up)))
    }
}
