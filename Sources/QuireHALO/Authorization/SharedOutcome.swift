import Foundation
import QuireHTTP

/// The outcome of one piece of work, for all who wait for it. One who is cancelled or late leaves at once; the work and
/// the others do not notice.
final class SharedOutcome<Value: Sendable>: @unchecked Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private let lock = NSLock()
    private var outcome: Result<Value, any Error>?
    private var waiters: [Int: Waiter] = [:]
    private var nextWaiter = 0

    /// How many wait.
    var waiterCount: Int { lock.withLock { waiters.count } }

    /// Hands the outcome to all who wait and will wait; a second one is ignored.
    func finish(_ result: Result<Value, any Error>) {
        let waiting = lock.withLock { () -> [Waiter] in
            guard outcome == nil else { return [] }
            outcome = result
            defer { waiters = [:] }
            return Array(waiters.values)
        }
        for waiter in waiting { waiter.resume(with: result) }
    }

    /// Waits.
    ///
    /// - Throws: `CancellationError` once the task is cancelled, `DeadlinePassed`, or what the work came to.
    func value(deadline: Deadline = .never) async throws -> Value {
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
                    // Cancelled before it waits: the handler below has found nobody.
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

/// A waiter's time is over; the work goes on.
struct DeadlinePassed: Error {}
