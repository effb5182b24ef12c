import Foundation
import Quire
import QuireTesting
import Testing
import TransportDoubles

/// An engine whose responses a test releases, one call at a time. It responds immediately until it is told to hold.
final class HeldEngine: ContentEngine, @unchecked Sendable {
    enum Outcome: Sendable {
        case response
        case failure(any Error)
    }

    let memory: InMemoryEngine
    private let lock = NSLock()
    private let own: EngineCapabilities
    private var holds: Bool
    private var held: [Int: CheckedContinuation<Outcome, any Error>] = [:]
    private var begun: [[SearchRequest]] = []
    private var ended = 0
    private var cancelled = 0
    private var cancellation: any Error = CancellationError()
    private var isDeaf = false

    init(_ memory: InMemoryEngine, holds: Bool = true, change: (inout EngineCapabilities) -> Void = { _ in })
    {
        self.memory = memory
        self.holds = holds
        var capabilities = memory.capabilities
        change(&capabilities)
        own = capabilities
    }

    var capabilities: EngineCapabilities { own }

    /// The requests of each call, oldest first.
    var calls: [[SearchRequest]] { lock.withLock { begun } }
    /// How many calls have not returned.
    var running: Int { lock.withLock { begun.count - ended } }
    /// How many calls were cancelled while they were held.
    var cancellations: Int { lock.withLock { cancelled } }

    /// Releases the oldest held call.
    func release(_ outcome: Outcome = .response) {
        let next = lock.withLock { held.keys.min().flatMap { held.removeValue(forKey: $0) } }
        if next == nil { Issue.record("no call is held") }
        next?.resume(returning: outcome)
    }

    /// The error that the engine throws when it is cancelled, instead of `CancellationError`.
    func endsCancellation(with error: any Error) { lock.withLock { cancellation = error } }

    /// Makes the engine ignore cancellation.
    func ignoresCancellation() { lock.withLock { isDeaf = true } }

    /// Waits until this many calls have begun and the held ones can be released.
    func untilAsked(_ count: Int) async throws {
        try await eventually("\(count) calls") { self.lock.withLock { self.begun.count >= count } }
        try await eventually("held calls") {
            self.lock.withLock { !self.holds || self.held.count == self.begun.count - self.ended }
        }
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await hold(requests)
        return try await memory.search(requests, decoding: decoder)
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try await hold([request])
        return try await memory.searchData(request)
    }

    func validate(_ request: SearchRequest) throws { try memory.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try memory.explain(request) }

    private func hold(_ requests: [SearchRequest]) async throws {
        defer { lock.withLock { ended += 1 } }
        let number = lock.withLock {
            begun.append(requests)
            return begun.count
        }
        for request in requests { try request.check(for: own) }
        guard lock.withLock({ holds }) else { return }
        let outcome = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Outcome, any Error>) in
                let isCancelled = lock.withLock {
                    if Task.isCancelled, !isDeaf {
                        cancelled += 1
                        return true
                    }
                    held[number] = continuation
                    return false
                }
                if isCancelled { continuation.resume(throwing: lock.withLock { cancellation }) }
            }
        } onCancel: {
            let continuation: CheckedContinuation<Outcome, any Error>? = lock.withLock {
                if isDeaf { return nil }
                let continuation = held.removeValue(forKey: number)
                if continuation != nil { cancelled += 1 }
                return continuation
            }
            continuation?.resume(throwing: lock.withLock { cancellation })
        }
        if case .failure(let error) = outcome { throw error }
    }
}
