import Foundation

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
        _ request: HTTPRequest, _ deadline: Deadline, _ attempt: (Deadline) async throws -> Response
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
