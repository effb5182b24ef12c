import Foundation
import QuireToolbox

/// Decides when and how often a request is retried.
///
/// Only requests with `isRepeatable` are retried, after a transient transport error or a status of 408, 429 or 5xx.
public struct RetryPolicy: Sendable, Hashable {
    /// The number of attempts, including the first. 1 never retries.
    public var maximumAttempts: Int
    /// The wait before the second attempt. It doubles with each further attempt.
    public var baseDelay: Duration
    public var maximumDelay: Duration
    /// The longest `Retry-After` that is honoured. If the server asks for a longer wait, its response is returned.
    public var maximumRetryAfter: Duration
    /// The time limit for one attempt. `nil` allows the whole deadline.
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

    /// Sends every request once.
    public static let never = RetryPolicy(maximumAttempts: 1)

    /// Whether a retry may help after a response with this status.
    public static func isRetryable(status: Int) -> Bool { Outage.isRetryable(status: status) }

    /// The wait after a number of attempts: half of it is fixed, half is jitter from 0 up to 1.
    package func delay(afterAttempts attempts: Int, jitter: Double) -> Duration {
        var delay = min(baseDelay, maximumDelay)
        for _ in 1..<max(1, min(attempts, 40)) where delay < maximumDelay {
            delay = min(delay * 2, maximumDelay)
        }
        return delay * 0.5 + delay * (0.5 * min(1, max(0, jitter)))
    }

    /// The wait that `Retry-After` asks for, in seconds or as a date. `nil` if it is neither.
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
