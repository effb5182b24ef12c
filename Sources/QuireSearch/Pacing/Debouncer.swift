/// Waits until a series of values is over, and hands on its last one: for sliders, and fields that filter.
///
/// ```swift
/// let prices = Debouncer<Double>(delay: .milliseconds(200)) { [session] price in
///     session.edit { $0.refine(\.price) { $0 <= price } }
///     session.search()
/// }
/// prices.send(9.5)
/// prices.send(10)         // 200 ms later: 10
/// ```
/// A session paces its own text (`SearchPacing`). A value may come again: it is handed on like any other. What waits is
/// given up with the debouncer's last reference.
public final class Debouncer<Value: Sendable>: Sendable {
    private let delivery: PacedDelivery<Value>

    /// - Parameters:
    ///   - delay: How long nothing must be sent; zero hands on every value at once.
    ///   - clock: What the delay is measured by.
    ///   - receive: Called on any thread, with one value at a time, in order. It may send, flush and cancel.
    public init(
        delay: Duration, clock: any Clock<Duration> = ContinuousClock(),
        receive: @escaping @Sendable (Value) -> Void
    ) {
        delivery = PacedDelivery(PacingState(.debounced(delay)), clock: clock, receive: receive)
    }

    /// How long nothing must be sent. A change holds from the next value on.
    public var delay: Duration {
        get { if case .debounced(let delay) = delivery.pacing { delay } else { .zero } }
        set { delivery.pacing = .debounced(newValue) }
    }

    /// Takes a value in the place of the one that waits, and starts the delay anew.
    public func send(_ value: Value) { delivery.send(value) }

    /// Hands on the value that waits, at once: for the return key.
    public func flush() { delivery.flush() }

    /// Gives up the value that waits.
    public func cancel() { delivery.cancel() }
}
