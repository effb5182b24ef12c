import Foundation
import QuireToolbox

/// Callers that wait until everything that was pending when they called has been processed.
final class IdleWaiters: @unchecked Sendable {
    private let lock = NSLock()
    private var lastTicket = 0
    private var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var isClosed = true

    func open() { lock.withLock { isClosed = false } }

    /// The most recent waiter.
    var latest: Int { lock.withLock { lastTicket } }

    /// Waits for a complete pass that starts after this call. Returns at once if nobody is working, or on cancellation.
    func wait(waking signal: AsyncSignal) async {
        let ticket = lock.withLock {
            lastTicket += 1
            return lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = lock.withLock { () -> Bool in
                    if isClosed || Task.isCancelled { return true }
                    waiting.append((ticket, continuation))
                    return false
                }
                if goesOn { continuation.resume() } else { signal.send() }
            }
        } onCancel: {
            release { $0 == ticket }
        }
    }

    /// Ends a pass that started when this was the most recent waiter.
    func finish(_ ticket: Int) { release { $0 <= ticket } }

    func close() {
        lock.withLock { isClosed = true }
        release { _ in true }
    }

    private func release(_ isDone: (Int) -> Bool) {
        let done = lock.withLock {
            let done = waiting.filter { isDone($0.ticket) }
            waiting.removeAll { isDone($0.ticket) }
            return done
        }
        for waiter in done { waiter.continuation.resume() }
    }
}
