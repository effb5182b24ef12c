import Foundation

/// The result of one task, for all its waiters. A waiter that is cancelled or times out leaves at once, without
/// affecting the task or the other waiters.
package final class SharedOutcome<Value: Sendable>: @unchecked Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private let lock = NSLock()
    private var outcome: Result<Value, any Error>?
    private var waiters: [Int: Waiter] = [:]
    private var nextWaiter = 0

    package init() {}

    /// The number of waiters.
    package var waiterCount: Int { lock.withLock { waiters.count } }

    /// Provides the result to all current and future waiters. A second result is ignored.
    package func finish(_ result: Result<Value, any Error>) {
        let waiting = lock.withLock { () -> [Waiter] in
            guard outcome == nil else { return [] }
            outcome = result
            defer { waiters = [:] }
            return Array(waiters.values)
        }
        for waiter in waiting { waiter.resume(with: result) }
    }

    /// Waits for the result.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, `DeadlinePassed`, or the error of the shared task.
    package func value(deadline: Deadline = .never) async throws -> Value {
        let number = lock.withLock {
            nextWaiter += 1
            return nextWaiter
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
                let result = lock.withLock { () -> Result<Value, any Error>? in
                    // Cancelled before waiting, so the handler below found no waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let outcome { return outcome }
                    if let instant = deadline.instant, instant <= .now { return .failure(DeadlinePassed()) }
                    waiters[number] = waiter
                    return nil
                }
                if let result { waiter.resume(with: result) }
            }
        } onCancel: {
            leave(number, CancellationError())
        }
    }

    private func leave(_ number: Int, _ error: any Error) {
        lock.withLock { waiters.removeValue(forKey: number) }?.resume(throwing: error)
    }
}

/// A waiter's deadline passed. The shared task continues.
package struct DeadlinePassed: Error {}
