import QuireToolbox

/// Callers that wait until everything that was pending when they called has been processed.
final class IdleWaiters: Sendable {
    private struct State {
        var lastTicket = 0
        var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var isClosed = true
    }

    private let state = Locked(State())

    func open() { state.withLock { $0.isClosed = false } }

    /// The most recent waiter.
    var latest: Int { state.withLock { $0.lastTicket } }

    /// Waits for a complete pass that starts after this call. Returns at once if nobody is working, or on cancellation.
    func wait(waking signal: AsyncSignal) async {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isClosed || Task.isCancelled { return true }
                    state.waiting.append((ticket, continuation))
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
        state.withLock { $0.isClosed = true }
        release { _ in true }
    }

    private func release(_ isDone: (Int) -> Bool) {
        let done = state.withLock { state in
            let done = state.waiting.filter { isDone($0.ticket) }
            state.waiting.removeAll { isDone($0.ticket) }
            return done
        }
        for waiter in done { waiter.continuation.resume() }
    }
}
