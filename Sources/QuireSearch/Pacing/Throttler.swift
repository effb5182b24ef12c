/// Hands on the newest of many values, at most one in an interval.
///
/// ```swift
/// let places = Throttler<GeoPoint>(interval: .seconds(1)) { [session] here in
///     session.edit { draft in
///         draft.filter("near") { $0.place.near(latitude: here.latitude, longitude: here.longitude, within: 5_000) }
///     }
///     session.search()
/// }
/// ```
/// The first value of a series is handed on at once, and after that the newest one at each tick. A tick that finds
/// nothing ends the series. A value may come again: it is handed on like any other. What waits is given up with the
/// throttler's last reference.
public final class Throttler<Value: Sendable>: Sendable {
    private let delivery: PacedDelivery<Value>

    /// - Parameters:
    ///   - interval: The least time from one value to the next; zero hands on every value at once.
    ///   - firesFirst: Whether the first value of a series is handed on at once, and not at the first tick.
    ///   - clock: What the interval is measured by.
    ///   - receive: Called on any thread, with one value at a time, in order. It may send, flush and cancel.
    public init(
        interval: Duration, firesFirst: Bool = true, clock: any Clock<Duration> = ContinuousClock(),
        receive: @escaping @Sendable (Value) -> Void
    ) {
        var state = PacingState(.throttled(interval))
        state.firesFirst = firesFirst
        delivery = PacedDelivery(state, clock: clock, receive: receive)
    }

    /// The least time from one value to the next. A change leaves the next tick where it is, and holds from then on.
    public var interval: Duration {
        get { if case .throttled(let interval) = delivery.pacing { interval } else { .zero } }
        set { delivery.pacing = .throttled(newValue) }
    }

    /// Takes a value in the place of the one that waits.
    public func send(_ value: Value) { delivery.send(value) }

    /// Hands on the value that waits, at once; the ticks go on.
    public func flush() { delivery.flush() }

    /// Gives up the value that waits; the ticks go on.
    public func cancel() { delivery.cancel() }
}
