/// Waits for a pause in a series of values and delivers the last one, for example for sliders and filter fields.
///
/// ```swift
/// let prices = Debouncer<Double>(delay: .milliseconds(200)) { [session] price in
///     session.edit { $0.refine(\.price) { $0 <= price } }
///     session.search()
/// }
/// prices.send(9.5)
/// prices.send(10)         // 200 ms later: 10
/// ```
/// A session paces its own text (`SearchPacing`). Repeated values are delivered like any others. A waiting value is
/// dropped with the debouncer's last reference.
public final class Debouncer<Value: Sendable>: Sendable {
    private let delivery: PacedDelivery<Value>

    /// - Parameters:
    ///   - delay: The length of the pause. Zero delivers every value at once.
    ///   - clock: The clock for the delay.
    ///   - receive: Called on any thread, with one value at a time, in order. It may send, flush and cancel.
    public init(
        delay: Duration, clock: any Clock<Duration> = ContinuousClock(),
        receive: @escaping @Sendable (Value) -> Void
    ) {
        delivery = PacedDelivery(PacingState(.debounced(delay)), clock: clock, receive: receive)
    }

    /// The length of the pause. A change takes effect with the next value.
    public var delay: Duration {
        get { if case .debounced(let delay) = delivery.pacing { delay } else { .zero } }
        set { delivery.pacing = .debounced(newValue) }
    }

    /// Replaces the waiting value, and restarts the delay.
    public func send(_ value: Value) { delivery.send(value) }

    /// Delivers the waiting value at once, for example for the return key.
    public func flush() { delivery.flush() }

    /// Drops the waiting value.
    public func cancel() { delivery.cancel() }
}
