/// Runs one piece of work at a time, first in, first out.
package actor TurnQueue {
    private var isTaken = false
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var nextNumber = 0

    package init() {}

    /// Runs the body when it is its turn.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits, and whatever the body throws.
    package nonisolated func run<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async throws {
        try Task.checkCancellation()
        guard isTaken else {
            isTaken = true
            return
        }
        nextNumber += 1
        let number = nextNumber
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append((number, $0)) }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
    }

    private func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().continuation.resume() }
    }

    private func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }
}
