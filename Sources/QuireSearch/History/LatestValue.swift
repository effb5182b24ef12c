import Foundation

/// Provides the latest value to any number of loops: each starts with the current one, and a slow one skips to the
/// latest.
///
/// Unchecked, because a lock guards the mutable state.
final class LatestValue<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var current: Value
    private var listeners = Listeners<Value>()

    init(_ value: Value) { current = value }

    deinit { listeners.finish() }

    var value: Value { lock.withLock { current } }

    /// Ends with this object, or when its loop is left.
    var stream: AsyncStream<Value> {
        lock.withLock {
            listeners.stream(.bufferingNewest(1), first: current) { [weak self] number in
                guard let self else { return }
                lock.withLock { listeners.remove(number) }
            }
        }
    }

    func send(_ value: Value) {
        // Under the lock, so that all loops see values in the order in which they were set.
        lock.withLock {
            current = value
            listeners.yield(value)
        }
    }
}
