import Foundation

/// Wakes one waiter; buffers one signal.
package final class AsyncSignal: @unchecked Sendable {
    private let lock = NSLock()
    private var isSet = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var nextNumber = 0

    package init() {}

    package func send() {
        let woken = lock.withLock {
            defer { waiting = [:] }
            if waiting.isEmpty { isSet = true }
            return waiting.values
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns at the next signal, or when the task is cancelled.
    package func wait() async {
        let number = lock.withLock {
            nextNumber += 1
            return nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = lock.withLock {
                    // Do not consume the signal if this task no longer waits.
                    if Task.isCancelled { return true }
                    if isSet {
                        isSet = false
                        return true
                    }
                    waiting[number] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
