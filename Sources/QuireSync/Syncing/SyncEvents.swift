import Foundation
import QuireText

/// Broadcasts the results of syncs to listeners.
final class SyncEvents: @unchecked Sendable {
    private struct Listener {
        let module: String?
        let continuation: AsyncStream<SyncResult>.Continuation
    }

    private let lock = NSLock()
    private var listeners: [Int: Listener] = [:]
    private var nextNumber = 0

    deinit { for listener in listeners.values { listener.continuation.finish() } }

    /// Returns the results from now on, of one module or of all. A slow reader gets the newest sixteen.
    func stream(of module: String?) -> AsyncStream<SyncResult> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncResult.self, bufferingPolicy: .bufferingNewest(16))
        let number = lock.withLock {
            nextNumber += 1
            listeners[nextNumber] = Listener(module: module, continuation: continuation)
            return nextNumber
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    func send(_ result: SyncResult) {
        let interested = lock.withLock {
            listeners.values.filter { $0.module?.isByteEqual(to: result.module) ?? true }
        }
        for listener in interested { listener.continuation.yield(result) }
    }

    /// The number of listeners.
    var count: Int { lock.withLock { listeners.count } }

    private func remove(_ number: Int) { lock.withLock { listeners[number] = nil } }
}
