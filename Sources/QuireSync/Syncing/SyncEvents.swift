import Foundation
import QuireText

/// Broadcasts events of syncs to listeners.
final class SyncEvents<Event: Sendable>: @unchecked Sendable {
    private struct Listener {
        let module: String?
        let continuation: AsyncStream<Event>.Continuation
    }

    private let lock = NSLock()
    private let kept: Int
    private var listeners: [Int: Listener] = [:]
    private var nextNumber = 0

    /// - Parameter kept: The number of the newest events that a slow reader gets.
    init(kept: Int = 16) { self.kept = kept }

    deinit { for listener in listeners.values { listener.continuation.finish() } }

    /// Returns the events from now on, of one module or of all.
    func stream(of module: String?) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(kept))
        let number = lock.withLock {
            nextNumber += 1
            listeners[nextNumber] = Listener(module: module, continuation: continuation)
            return nextNumber
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    func send(_ event: Event, of module: String) {
        let interested = lock.withLock {
            listeners.values.filter { $0.module?.isByteEqual(to: module) ?? true }
        }
        for listener in interested { listener.continuation.yield(event) }
    }

    /// The number of listeners.
    var count: Int { lock.withLock { listeners.count } }

    private func remove(_ number: Int) { lock.withLock { listeners[number] = nil } }
}

extension SyncEvents where Event == SyncResult {
    func send(_ result: SyncResult) { send(result, of: result.module) }
}
