import QuireToolbox

extension SessionCore {
    /// The states, starting with the current one. A slow reader gets the latest.
    func stateStream() -> AsyncStream<SearchState<Module>> {
        locked.withLock { $0.states.stream(.bufferingNewest(1), replaying: [$0.current]) { $0 } }
    }

    /// All events from now on.
    func eventStream() -> AsyncStream<SearchEvent<Module>> {
        locked.withLock { $0.events.stream(.unbounded) { $0 } }
    }

    /// Waits until nothing is in flight or paced, or until the caller is cancelled.
    func settled() async -> SearchState<Module> {
        let number = locked.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let state: SearchState<Module>? = locked.withLock { state in
                    if state.machine.isSettled || Task.isCancelled { return state.current }
                    state.waiting[number] = continuation
                    return nil
                }
                if let state { continuation.resume(returning: state) }
            }
        } onCancel: {
            let (waiter, state) = locked.withLock { state in
                (state.waiting.removeValue(forKey: number), state.current)
            }
            waiter?.resume(returning: state)
        }
    }
}
