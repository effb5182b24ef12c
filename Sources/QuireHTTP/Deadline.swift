import Foundation

/// The moment by which an answer must be there: one for a request with all its attempts, redirects and waits.
///
/// ```swift
/// let response = try await transport.send(request, deadline: .after(.seconds(10)))
/// ```
public struct Deadline: Sendable, Hashable {
    /// `nil`: never.
    public var instant: ContinuousClock.Instant?

    public init(_ instant: ContinuousClock.Instant?) { self.instant = instant }

    public static let never = Deadline(nil)

    /// A moment from now.
    public static func after(_ duration: Duration) -> Deadline { Deadline(.now + duration) }

    /// The earlier of two.
    public func earlier(of other: Deadline) -> Deadline {
        guard let instant else { return other }
        guard let otherInstant = other.instant else { return self }
        return Deadline(min(instant, otherInstant))
    }
}

/// What a middleware reads the time from and waits with; a test puts in its own.
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

    /// The system's clocks.
    public static let system = TransportClock(
        now: { .now }, date: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}
