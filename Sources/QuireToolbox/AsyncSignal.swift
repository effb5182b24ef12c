/// Wakes one waiter; buffers one signal.
package final class AsyncSignal: Sendable {
    private struct State {
        var isSet = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextNumber = 0
    }

    private let state = Locked(State())

    package init() {}

    package func send() {
        let woken = state.withLock { state in
            defer { state.waiting = [:] }
            if state.waiting.isEmpty { state.isSet = true }
            return state.waiting.values
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns at the next signal, or when the task is cancelled.
    package func wait() async {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    // Do not consume the signal if this task no longer waits.
                    if Task.isCancelled { return true }
                    if state.isSet {
                        state.isSet = false
                        return true
                    }
                    state.waiting[number] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
