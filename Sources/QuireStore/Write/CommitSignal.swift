#if SQLite
import Foundation

/// Notifies listeners after each commit of this process.
final class CommitSignal: @unchecked Sendable {
    private let lock = NSLock()
    private var listeners: [Int: @Sendable () -> Void] = [:]
    private var nextNumber = 0

    /// Adds a listener. It is called on the writer's thread and must return quickly.
    func add(_ listener: @escaping @Sendable () -> Void) -> Int {
        lock.withLock {
            nextNumber += 1
            listeners[nextNumber] = listener
            return nextNumber
        }
    }

    func remove(_ number: Int) { lock.withLock { listeners[number] = nil } }

    func send() {
        for listener in lock.withLock({ Array(listeners.values) }) { listener() }
    }
}
#endif
