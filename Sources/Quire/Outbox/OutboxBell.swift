import Foundation

/// Wakes one that waits; a ring that nobody waits for is heard by the next.
final class OutboxBell: @unchecked Sendable {
    private let lock = NSLock()
    private var hasRung = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var nextNumber = 0

    func ring() {
        let woken = lock.withLock {
            defer { waiting = [:] }
            if waiting.isEmpty { hasRung = true }
            return waiting.values
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns at the next ring, or when the task is cancelled.
    func wait() async {
        let number = lock.withLock {
            nextNumber += 1
            return nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = lock.withLock {
                    // A ring is kept for one that still waits.
                    if Task.isCancelled { return true }
                    if hasRung {
                        hasRung = false
                        return true
                    }
                    waiting[number] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { waiting.removeValue(forKey: number) }?.resume()
        }
    }
}

/// Lets one in at a time, in the order in which they came.
actor OutboxTurns {
    private var isTaken = false
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var nextNumber = 0

    /// Runs the body when it is its turn.
    ///
    /// - Throws: `CancellationError` where the task is cancelled while it waits; what the body throws.
    nonisolated func run<Result: Sendable>(
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
