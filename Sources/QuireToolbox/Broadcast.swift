import Foundation

/// Broadcasts events to any number of streams and replays the latest ones to new streams.
package final class Broadcast<Event: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let kept: Int
    private var latest: [Event] = []
    private var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
    private var nextNumber = 0

    /// - Parameter kept: The number of events buffered for late and slow subscribers.
    package init(kept: Int) { self.kept = kept }

    deinit { for listener in listeners.values { listener.finish() } }

    package func send(_ event: Event) {
        lock.withLock {
            latest.append(event)
            if latest.count > kept { latest.removeFirst(latest.count - kept) }
            for listener in listeners.values { listener.yield(event) }
        }
    }

    package var stream: AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(kept))
        let number = lock.withLock {
            nextNumber += 1
            listeners[nextNumber] = continuation
            for event in latest { continuation.yield(event) }
            return nextNumber
        }
        continuation.onTermination = { [weak self] _ in
            self?.lock.withLock { _ = self?.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
