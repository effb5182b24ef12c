import Foundation

/// Wakes one that waits; a ring that nobody waits for is heard by the next.
final class OutboxBell: @unchecked Sendable {
    private let lock = NSLock()
    private var hasRung = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var nextNumber = 0

    func ring() {
        let woken = lock.withLock {
            defer { waiting = [:] }
            if waiting.isEmpty { hasRung = true }
            return waiting.values
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns at the next ring, or when the task is cancelled.
    func wait() async {
        let number = lock.withLock {
            nextNumber += 1
            return nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = lock.withLock {
                    // A ring is kept for one that still waits.
                    if Task.isCancelled { return true }
                    if hasRung {
                        hasRung = false
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
