import Foundation

/// Broadcasts events to listeners.
final class OutboxEvents: @unchecked Sendable {
    private let lock = NSLock()
    private var listeners: [Int: AsyncStream<OutboxEvent>.Continuation] = [:]
    private var nextNumber = 0
    /// The conflicts that were already reported.
    private var reported: Set<Int64> = []

    deinit { for listener in listeners.values { listener.finish() } }

    /// Returns the events from now on. A slow reader gets the newest 256.
    func stream() -> AsyncStream<OutboxEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: OutboxEvent.self, bufferingPolicy: .bufferingNewest(256))
        let number = lock.withLock {
            nextNumber += 1
            listeners[nextNumber] = continuation
            return nextNumber
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    func send(_ event: OutboxEvent) {
        for listener in lock.withLock({ Array(listeners.values) }) { listener.yield(event) }
    }

    func isReported(_ number: Int64) -> Bool { lock.withLock { reported.contains(number) } }

    func markReported(_ number: Int64) { lock.withLock { _ = reported.insert(number) } }

    /// Reports a conflict again if it recurs.
    func forget(_ number: Int64) { lock.withLock { _ = reported.remove(number) } }

    private func remove(_ number: Int) { lock.withLock { listeners[number] = nil } }
}
