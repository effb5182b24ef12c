import Foundation
import QuireCore
import QuireToolbox

/// The engine inside a read of a live query. It records what is read.
///
/// After the read, it continues with the latest state, for the next pages of a result.
struct LiveSnapshot: AggregatingEngine {
    private let source: LiveSource
    private let state: Locked<State>

    init(_ snapshot: any AggregatingEngine, of source: LiveSource) {
        self.source = source
        state = Locked(State(snapshot: snapshot))
    }

    var capabilities: EngineCapabilities {
        var capabilities = source.engine.capabilities
        capabilities.liveQueries = false
        return capabilities
    }

    /// Ends the use of the snapshot.
    ///
    /// - Returns: Everything that was read.
    func end() -> LiveDependencies {
        state.withLock { state in
            state.snapshot = nil
            return state.dependencies
        }
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let responses = try await engine(for: requests).search(requests, decoding: decoder)
        guard source.isLocal else { return responses }
        return responses.map { response in
            var response = response
            response.isLocal = true
            return response
        }
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try await engine(for: [request]).searchData(request)
    }

    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await engine(for: [request.items]).aggregate(request)
    }

    func validate(_ request: SearchRequest) throws { try source.engine.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try source.engine.explain(request) }

    func validate(_ request: AggregateRequest) throws { try source.engine.validate(request) }

    func explain(_ request: AggregateRequest) throws -> String { try source.engine.explain(request) }

    /// Records what the requests read.
    private func engine(for requests: [SearchRequest]) -> any AggregatingEngine {
        state.withLock { state in
            guard let snapshot = state.snapshot else { return source.engine }
            for request in requests { state.dependencies.add(request, stored: source.engine.storedModule) }
            return snapshot
        }
    }

    private struct State {
        /// `nil` once it has ended.
        var snapshot: (any AggregatingEngine)?
        var dependencies = LiveDependencies()
    }
}
