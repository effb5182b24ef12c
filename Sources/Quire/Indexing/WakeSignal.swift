import Foundation

/// Wakes the one task that waits; what was signalled while it did not wait is not lost.
final class WakeSignal: @unchecked Sendable {
    private let lock = NSLock()
    private var isSet = false
    private var waiting: CheckedContinuation<Void, Never>?

    func send() {
        let waiter = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            defer { waiting = nil }
            if waiting == nil { isSet = true }
            return waiting
        }
        waiter?.resume()
    }

    /// Returns when there was a signal, or the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = lock.withLock { () -> Bool in
                    if isSet || Task.isCancelled {
                        isSet = false
                        return true
                    }
                    waiting = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            send()
        }
    }
}
