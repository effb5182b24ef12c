/// Delivers the latest of many values, at most one per interval.
///
/// ```swift
/// let places = Throttler<GeoPoint>(interval: .seconds(1)) { [session] here in
///     session.edit { draft in
///         draft.filter("near") { $0.place.near(latitude: here.latitude, longitude: here.longitude, within: 5_000) }
///     }
///     session.search()
/// }
/// ```
/// The first value of a series is delivered at once, and then the latest one at each tick. A tick without a new value
/// ends the series. Repeated values are delivered like any others. A waiting value is dropped with the
/// throttler's last reference.
public final class Throttler<Value: Sendable>: Sendable {
    private let delivery: PacedDelivery<Value>

    /// - Parameters:
    ///   - interval: The minimum time between values. Zero delivers every value at once.
    ///   - firesFirst: Whether the first value of a series is delivered at once, not at the first tick.
    ///   - clock: The clock for the interval.
    ///   - receive: Called on any thread, with one value at a time, in order. It may send, flush and cancel.
    public init(
        interval: Duration, firesFirst: Bool = true, clock: any Clock<Duration> = ContinuousClock(),
        receive: @escaping @Sendable (Value) -> Void
    ) {
        var state = PacingState(.throttled(interval))
        state.firesFirst = firesFirst
        delivery = PacedDelivery(state, clock: clock, receive: receive)
    }

    /// The minimum time between values. A change takes effect after the next tick.
    public var interval: Duration {
        get { if case .throttled(let interval) = delivery.pacing { interval } else { .zero } }
        set { delivery.pacing = .throttled(newValue) }
    }

    /// Replaces the waiting value.
    public func send(_ value: Value) { delivery.send(value) }

    /// Delivers the waiting value at once. The ticks continue.
    public func flush() { delivery.flush() }

    /// Drops the waiting value. The ticks continue.
    public func cancel() { delivery.cancel() }
}
