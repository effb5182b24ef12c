import Foundation

/// Hands the newest value to any number of loops: each begins with the current one, and a slow one finds the newest alone.
///
/// Unchecked: a lock guards what changes.
final class LatestValue<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var current: Value
    private var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    private var last = 0

    init(_ value: Value) { current = value }

    deinit { for listener in listeners.values { listener.finish() } }

    var value: Value { lock.withLock { current } }

    /// Ends with this object, or when its loop is left.
    var stream: AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let number = lock.withLock {
            last += 1
            listeners[last] = continuation
            continuation.yield(current)
            return last
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    func send(_ value: Value) {
        // Under the lock, so that no loop sees two values in another order than they were set.
        lock.withLock {
            current = value
            for listener in listeners.values { listener.yield(value) }
        }
    }

    private func remove(_ number: Int) { lock.withLock { listeners[number] = nil } }
}
