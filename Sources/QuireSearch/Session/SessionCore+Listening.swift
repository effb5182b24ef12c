import Foundation

extension SessionCore {
    /// The states, starting with the current one. A slow reader gets the latest.
    func stateStream() -> AsyncStream<SearchState<Module>> {
        lock.withLock {
            states.stream(.bufferingNewest(1), first: current) { [weak self] number in
                guard let self else { return }
                lock.withLock { states.remove(number) }
            }
        }
    }

    /// All events from now on.
    func eventStream() -> AsyncStream<SearchEvent<Module>> {
        lock.withLock {
            events.stream(.unbounded) { [weak self] number in
                guard let self else { return }
                lock.withLock { events.remove(number) }
            }
        }
    }

    /// Waits until nothing is in flight or paced, or until the caller is cancelled.
    func settled() async -> SearchState<Module> {
        let number = lock.withLock {
            lastWaiter += 1
            return lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let state: SearchState<Module>? = lock.withLock {
                    if machine.isSettled || Task.isCancelled { return current }
                    waiting[number] = continuation
                    return nil
                }
                if let state { continuation.resume(returning: state) }
            }
        } onCancel: {
            let (waiter, state) = lock.withLock { (waiting.removeValue(forKey: number), current) }
            waiter?.resume(returning: state)
        }
    }
}
