import Foundation
import QuireCore
import QuireEngine
import QuireToolbox

/// Collects the calls within a window, sends them as one, and distributes the responses.
final class Batcher: @unchecked Sendable {
    typealias Responses = [Result<EngineResponse, any Error>]

    private struct Caller {
        let requests: [SearchRequest]
        let continuation: CheckedContinuation<Responses, any Error>
        let batch: Batch
    }

    /// The requests of one call, guarded by the batcher's lock. The task ends with the responses, or when the last
    /// caller has left.
    private final class Batch: @unchecked Sendable {
        var callers: Set<Int> = []
        var task: Task<Void, Never>?
    }

    private let engine: any BatchableEngine
    private let window: Duration
    private let clock: any Clock<Duration>
    private let lock = NSLock()
    private var callers: [Int: Caller] = [:]
    /// The batch that accepts callers.
    private var open: Batch?
    private var lastNumber = 0

    init(_ engine: any BatchableEngine, window: Duration, clock: any Clock<Duration>) {
        self.engine = engine
        self.window = window
        self.clock = clock
    }

    var waitingCallers: Int { lock.withLock { callers.count } }

    /// - Returns: One response per request, in order.
    /// - Throws: Errors of the whole batch; `CancellationError` as soon as the caller is cancelled.
    func responses(to requests: [SearchRequest]) async throws -> Responses {
        let number = lock.withLock {
            lastNumber += 1
            return lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A task is marked as cancelled before its handler runs, so the cancellation is seen here or in
                // `leave`.
                let isIn = lock.withLock {
                    if Task.isCancelled { return false }
                    let batch = open ?? begin()
                    batch.callers.insert(number)
                    callers[number] = Caller(requests: requests, continuation: continuation, batch: batch)
                    return true
                }
                if !isIn { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            leave(number)
        }
    }

    private func leave(_ number: Int) {
        let (caller, task): (Caller?, Task<Void, Never>?) = lock.withLock {
            guard let caller = callers.removeValue(forKey: number) else { return (nil, nil) }
            caller.batch.callers.remove(number)
            guard caller.batch.callers.isEmpty else { return (caller, nil) }
            if open === caller.batch { open = nil }
            return (caller, caller.batch.task)
        }
        task?.cancel()
        caller?.continuation.resume(throwing: CancellationError())
    }

    // MARK: - A batch

    /// Requires the lock.
    private func begin() -> Batch {
        let batch = Batch()
        open = batch
        batch.task = Task { [window, clock] in
            if window > .zero {
                try? await clock.sleep(for: window)
            } else {
                await Task.yield()
            }
            let calls = self.close(batch)
            guard !calls.isEmpty else { return }
            for (number, responses) in await self.ask(calls) { self.hand(responses, to: number) }
        }
        return batch
    }

    private typealias Call = (number: Int, requests: [SearchRequest])

    /// Closes the batch and returns its calls in order.
    private func close(_ batch: Batch) -> [Call] {
        lock.withLock {
            if open === batch { open = nil }
            return batch.callers.sorted().compactMap { number in
                callers[number].map { (number, $0.requests) }
            }
        }
    }

    private func hand(_ responses: Result<Responses, any Error>, to number: Int) {
        let caller = lock.withLock {
            let caller = callers.removeValue(forKey: number)
            caller?.batch.callers.remove(number)
            return caller
        }
        caller?.continuation.resume(with: responses)
    }

    private func ask(_ calls: [Call]) async -> [(Int, Result<Responses, any Error>)] {
        do {
            var rest = try await responses(asking: calls.flatMap(\.requests))[...]
            return calls.map { call in
                defer { rest = rest.dropFirst(call.requests.count) }
                return (call.number, .success(Array(rest.prefix(call.requests.count))))
            }
        } catch {
            guard calls.count > 1, Self.mayBeOfOne(error), !Task.isCancelled else {
                return calls.map { ($0.number, .failure(error)) }
            }
            return await askEach(calls)
        }
    }

    /// Whether a single request may be the reason why the engine rejects the whole batch.
    private static func mayBeOfOne(_ error: any Error) -> Bool {
        !(error is CancellationError || error is ResponseCountError || Outage.means(error))
    }

    private func askEach(_ calls: [Call]) async -> [(Int, Result<Responses, any Error>)] {
        await withTaskGroup(of: (Int, Result<Responses, any Error>).self) { group in
            for call in calls {
                group.addTask {
                    // Not inside the tuple: the optimizer of Swift 6.3 then loses the number.
                    let result: Result<Responses, any Error>
                    do {
                        result = .success(try await self.responses(asking: call.requests))
                    } catch {
                        result = .failure(error)
                    }
                    return (call.number, result)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func responses(asking requests: [SearchRequest]) async throws -> Responses {
        let responses = try await engine.responses(to: requests)
        guard responses.count == requests.count else {
            throw ResponseCountError(
                engine: engine.capabilities.name, requested: requests.count, returned: responses.count)
        }
        return responses
    }
}
