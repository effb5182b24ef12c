import Foundation
import Quire
import QuireTesting

/// An engine that supports batches, records each call, and fails on command.
actor BatchingDouble: BatchableEngine {
    enum Fault: Sendable {
        case error(any Error)
        /// Rejects every call that contains a request of the module.
        case refusing(module: String, any Error)
        /// Returns this many responses, whatever was requested.
        case responses(Int)
        /// Ends only if the call is cancelled.
        case silence
    }

    nonisolated let memory: InMemoryEngine
    nonisolated var capabilities: EngineCapabilities { memory.capabilities }
    /// The requests of each call to `responses(to:)`.
    private(set) var batches: [[SearchRequest]] = []
    /// Calls to `search`, which a batched engine never makes.
    private(set) var searches = 0
    private(set) var cancellations = 0
    private var fault: Fault?

    init(_ memory: InMemoryEngine) { self.memory = memory }

    func fail(_ fault: Fault?) { self.fault = fault }

    func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        batches.append(requests)
        switch fault {
        case .error(let error)?: throw error
        case .refusing(let module, let error)?:
            if requests.contains(where: { $0.module.name == module }) { throw error }
        case .responses(let count)?:
            let response = try await memory.responses(to: Array(requests.prefix(1)))
            return Array(repeating: response[0], count: count)
        case .silence?:
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                cancellations += 1
                throw error
            }
        case nil: break
        }
        return try await memory.responses(to: requests)
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        searches += 1
        return try await memory.search(requests, decoding: decoder)
    }

    func searchData(_ request: SearchRequest) async throws -> Data { try await memory.searchData(request) }

    nonisolated func validate(_ request: SearchRequest) throws { try memory.validate(request) }

    nonisolated func explain(_ request: SearchRequest) throws -> String { try memory.explain(request) }
}
