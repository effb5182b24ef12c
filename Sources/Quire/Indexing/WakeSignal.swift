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

/// Those who wait until all that was there when they came has been done.
final class IdleWaiters: @unchecked Sendable {
    private let lock = NSLock()
    private var lastTicket = 0
    private var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var isClosed = true

    func open() { lock.withLock { isClosed = false } }

    /// The newest of those who wait.
    var latest: Int { lock.withLock { lastTicket } }

    /// Waits for a pass that begins from now on; returns at once where nobody works.
    func wait(waking signal: WakeSignal) async {
        await withCheckedContinuation { continuation in
            let isClosed = lock.withLock { () -> Bool in
                guard !self.isClosed else { return true }
                lastTicket += 1
                waiting.append((lastTicket, continuation))
                return false
            }
            if isClosed { continuation.resume() } else { signal.send() }
        }
    }

    /// A pass is over that began when this was the newest.
    func finish(_ ticket: Int) {
        let done = lock.withLock {
            let done = waiting.filter { $0.ticket <= ticket }
            waiting.removeAll { $0.ticket <= ticket }
            return done
        }
        for waiter in done { waiter.continuation.resume() }
    }

    func close() {
        lock.withLock { isClosed = true }
        finish(.max)
    }
}
