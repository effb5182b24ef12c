import QuireToolbox

/// The result of one task, for all its waiters. A waiter that is cancelled or times out leaves at once, without
/// affecting the task or the other waiters.
package final class SharedOutcome<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct State {
        var outcome: Result<Value, any Error>?
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let state = Locked(State())

    package init() {}

    /// The number of waiters.
    package var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Provides the result to all current and future waiters. A second result is ignored.
    package func finish(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [Waiter] in
            guard state.outcome == nil else { return [] }
            state.outcome = result
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiting { waiter.resume(with: result) }
    }

    /// Waits for the result.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, `DeadlinePassed`, or the error of the shared task.
    package func value(deadline: Deadline = .never) async throws -> Value {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = deadline.instant.map { instant in
            Task { [weak self] in
                try await Task.sleep(until: instant, clock: .continuous)
                self?.leave(number, DeadlinePassed())
            }
        }
        defer { timer?.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let result = state.withLock { state -> Result<Value, any Error>? in
                    // Cancelled before waiting, so the handler below found no waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let outcome = state.outcome { return outcome }
                    if let instant = deadline.instant, instant <= .now { return .failure(DeadlinePassed()) }
                    state.waiters[number] = waiter
                    return nil
                }
                if let result { waiter.resume(with: result) }
            }
        } onCancel: {
            leave(number, CancellationError())
        }
    }

    private func leave(_ number: Int, _ error: any Error) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(throwing: error)
    }
}

/// A waiter's deadline passed. The shared task continues.
package struct DeadlinePassed: Error {}
