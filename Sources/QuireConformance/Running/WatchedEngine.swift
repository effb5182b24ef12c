import Foundation
import QuireCore
import QuireEngine

/// An engine whose responses must arrive in time, so that an engine that never responds ends the check.
struct WatchedEngine: ContentEngine {
    private let base: any ContentEngine
    private let limit: Duration
    private let failure = FirstTimeout()

    init(_ base: any ContentEngine, limit: Duration) {
        self.base = base
        self.limit = limit
    }

    var capabilities: EngineCapabilities { base.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await watching(requests) { [base] in try await base.search(requests, decoding: decoder) }
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try await watching([request]) { [base] in try await base.searchData(request) }
    }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }

    /// Whether the engine computes aggregates.
    var computesAggregates: Bool { base is any AggregatingEngine }

    /// Computes aggregates, if the engine does.
    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        guard let base = base as? any AggregatingEngine else { return AggregateResponse(rows: []) }
        return try await watching([request.search]) { try await base.aggregate(request) }
    }

    func validate(_ request: AggregateRequest) throws {
        try (base as? any AggregatingEngine)?.validate(request)
    }

    /// Runs a call in a task of its own, which is left behind where it does not end in time.
    private func watching<Response: Sendable>(
        _ requests: [SearchRequest], _ call: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        // An engine that has not responded once would make the check wait for each further request.
        if let error = failure.error { throw error }
        let (results, continuation) = AsyncStream<Result<Response, any Error>>.makeStream()
        let error = ConformanceTimeoutError(requests, limit)
        let work = Task {
            do { continuation.yield(.success(try await call())) } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task { [limit] in
            try await Task.sleep(for: limit)
            continuation.yield(.failure(error))
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await result in results {
            do { return try result.get() } catch let timeout as ConformanceTimeoutError {
                failure.error = timeout
                throw timeout
            }
        }
        // The stream ends early only where the suite's task is cancelled.
        throw CancellationError()
    }
}

/// The first call of an engine without a response.
private final class FirstTimeout: @unchecked Sendable {
    private let lock = NSLock()
    private var first: ConformanceTimeoutError?

    var error: ConformanceTimeoutError? {
        get { lock.withLock { first } }
        set { lock.withLock { first = first ?? newValue } }
    }
}

/// An engine has not responded in time.
struct ConformanceTimeoutError: Error, CustomStringConvertible {
    let description: String

    init(_ requests: [SearchRequest], _ limit: Duration) {
        let first = requests.first.map { "\($0)" } ?? "a search without requests"
        let more = requests.count > 1 ? " and \(requests.count - 1) more" : ""
        description =
            "no response within \(limit.components.seconds) s to \(first)\(more). Make the engine respond or throw. If it is "
            + "only slow, raise ConformanceOptions.responseTime."
    }
}
