import QuireToolbox

/// Provides the latest value to any number of loops: each starts with the current one, and a slow one skips to the
/// latest.
final class LatestValue<Value: Sendable>: Sendable {
    private struct State {
        var current: Value
        var listeners = Listeners<Value>()
    }

    private let state: Locked<State>

    init(_ value: Value) { state = Locked(State(current: value)) }

    deinit { state.value.listeners.finish() }

    var value: Value { state.withLock { $0.current } }

    /// Ends with this object, or when its loop is left.
    var stream: AsyncStream<Value> {
        state.withLock { state in
            state.listeners.stream(.bufferingNewest(1), first: state.current) { [weak self] number in
                self?.state.withLock { $0.listeners.remove(number) }
            }
        }
    }

    func send(_ value: Value) {
        // Under the lock, so that all loops see values in the order in which they were set.
        state.withLock { state in
            state.current = value
            state.listeners.yield(value)
        }
    }
}
