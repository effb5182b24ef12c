import QuireCore
import QuireEngine
import QuireToolbox

/// Collects the calls within a window, sends them as one, and distributes the responses.
final class Batcher: Sendable {
    typealias Responses = [Result<EngineResponse, any Error>]

    private struct Caller {
        let requests: [SearchRequest]
        let continuation: CheckedContinuation<Responses, any Error>
        let batch: Int
    }

    /// The requests of one call. The task ends with the responses, or when the last caller has left.
    private struct Batch {
        var callers: Set<Int> = []
        let task: Task<Void, Never>
    }

    private struct State {
        var callers: [Int: Caller] = [:]
        /// The batches with callers.
        var batches: [Int: Batch] = [:]
        /// The batch that accepts callers.
        var open: Int?
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }

        /// - Returns: The caller, and the batch if this was its last caller.
        mutating func remove(_ number: Int) -> (caller: Caller, emptied: Batch?)? {
            guard let caller = callers.removeValue(forKey: number) else { return nil }
            batches[caller.batch]?.callers.remove(number)
            guard batches[caller.batch]?.callers.isEmpty == true else { return (caller, nil) }
            if open == caller.batch { open = nil }
            return (caller, batches.removeValue(forKey: caller.batch))
        }
    }

    private let engine: any BatchableEngine
    private let window: Duration
    private let clock: any Clock<Duration>
    private let state = Locked(State())

    init(_ engine: any BatchableEngine, window: Duration, clock: any Clock<Duration>) {
        self.engine = engine
        self.window = window
        self.clock = clock
    }

    var waitingCallers: Int { state.withLock { $0.callers.count } }

    /// - Returns: One response per request, in order.
    /// - Throws: Errors of the whole batch; `CancellationError` as soon as the caller is cancelled.
    func responses(to requests: [SearchRequest]) async throws -> Responses {
        let number = state.withLock { $0.nextNumber() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A task is marked as cancelled before its handler runs, so the cancellation is seen here or in
                // `leave`.
                let isIn = state.withLock { state in
                    if Task.isCancelled { return false }
                    let batch = state.open ?? begin(&state)
                    state.batches[batch]?.callers.insert(number)
                    state.callers[number] = Caller(
                        requests: requests, continuation: continuation, batch: batch)
                    return true
                }
                if !isIn { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            leave(number)
        }
    }

    private func leave(_ number: Int) {
        let removed = state.withLock { $0.remove(number) }
        removed?.emptied?.task.cancel()
        removed?.caller.continuation.resume(throwing: CancellationError())
    }

    // MARK: - A batch

    /// Opens a batch, and returns its number.
    private func begin(_ state: inout State) -> Int {
        let number = state.nextNumber()
        let task = Task { [window, clock] in
            if window > .zero {
                try? await clock.sleep(for: window)
            } else {
                await Task.yield()
            }
            let calls = self.close(number)
            guard !calls.isEmpty else { return }
            for (caller, responses) in await self.ask(calls) { self.hand(responses, to: caller) }
        }
        state.open = number
        state.batches[number] = Batch(task: task)
        return number
    }

    private typealias Call = (number: Int, requests: [SearchRequest])

    /// Closes the batch and returns its calls in order.
    private func close(_ batch: Int) -> [Call] {
        state.withLock { state in
            if state.open == batch { state.open = nil }
            return (state.batches[batch]?.callers ?? []).sorted().compactMap { number in
                state.callers[number].map { (number, $0.requests) }
            }
        }
    }

    private func hand(_ responses: Result<Responses, any Error>, to number: Int) {
        state.withLock { $0.remove(number) }?.caller.continuation.resume(with: responses)
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
