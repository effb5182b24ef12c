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

/// Retries requests as its policy says, within one deadline.
///
/// ```swift
/// let transport = NetworkTransport().wrapped(in: [RetryMiddleware(RetryPolicy(maximumAttempts: 5))])
/// ```
/// After the last attempt, the caller gets the result of that attempt: its response, whatever the status, or its error.
public struct RetryMiddleware: TransportMiddleware {
    private let policy: RetryPolicy
    private let clock: TransportClock
    private let random: @Sendable () -> Double

    /// - Parameters:
    ///   - policy: Decides when and how often a request is retried.
    ///   - clock: Measures the pauses. Tests pass their own.
    ///   - random: Returns numbers from 0 up to, but not including, 1 for the jitter.
    public init(
        _ policy: RetryPolicy = RetryPolicy(), clock: TransportClock = .system,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.policy = policy
        self.clock = clock
        self.random = random
    }

    public func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        try await repeating(request, deadline) { try await next.send(request, deadline: $0) }
    }

    public func stream(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPStream {
        // A stream's deadline covers its whole body. The attempt timeout does not apply.
        try await repeating(request, deadline) { _ in try await next.stream(request, deadline: deadline) }
    }

    private func repeating<Response: HTTPHead>(
        _ request: HTTPRequest, _ deadline: Deadline, attempt: (Deadline) async throws -> Response
    ) async throws -> Response {
        var attempts = 0
        while true {
            attempts += 1
            let isLast = !request.isRepeatable || attempts >= policy.maximumAttempts
            do {
                let response = try await attempt(attemptDeadline(within: deadline))
                guard !isLast, RetryPolicy.isRetryable(status: response.status) else { return response }
                let requestedWait = RetryPolicy.wait(
                    retryAfter: response.headers["Retry-After"], now: clock.date())
                if let requestedWait, requestedWait > policy.maximumRetryAfter { return response }
                let wait = requestedWait ?? policy.delay(afterAttempts: attempts, jitter: random())
                guard isInTime(wait, deadline) else { return response }
                try await clock.sleep(wait)
            } catch var error as TransportError {
                error.attempts = attempts
                guard !isLast, error.isRetryable else { throw error }
                let wait = policy.delay(afterAttempts: attempts, jitter: random())
                guard isInTime(wait, deadline) else { throw error }
                try await clock.sleep(wait)
            }
        }
    }

    private func attemptDeadline(within deadline: Deadline) -> Deadline {
        guard let timeout = policy.attemptTimeout else { return deadline }
        return deadline.earlier(of: Deadline(clock.now() + timeout))
    }

    /// Whether the deadline leaves any time after the wait.
    private func isInTime(_ wait: Duration, _ deadline: Deadline) -> Bool {
        deadline.instant.map { clock.now() + wait < $0 } ?? true
    }
}
