import Foundation

/// The time by which a response must arrive. It covers all attempts, redirects and waits of a request.
///
/// ```swift
/// let response = try await transport.send(request, deadline: .after(.seconds(10)))
/// ```
public struct Deadline: Sendable, Hashable {
    /// The instant of the deadline. `nil` means that it never passes.
    public var instant: ContinuousClock.Instant?

    public init(_ instant: ContinuousClock.Instant?) { self.instant = instant }

    public static let never = Deadline(nil)

    /// Returns a deadline that passes after a duration from now.
    public static func after(_ duration: Duration) -> Deadline { Deadline(.now + duration) }

    /// Returns the earlier of two deadlines.
    public func earlier(of other: Deadline) -> Deadline {
        guard let instant else { return other }
        guard let otherInstant = other.instant else { return self }
        return Deadline(min(instant, otherInstant))
    }
}

/// The clock that middlewares use to read the time and to wait. Tests pass their own.
public struct TransportClock: Sendable {
    public var now: @Sendable () -> ContinuousClock.Instant
    public var date: @Sendable () -> Date
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> ContinuousClock.Instant, date: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.date = date
        self.sleep = sleep
    }

    /// The system clock.
    public static let system = TransportClock(
        now: { .now }, date: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}
