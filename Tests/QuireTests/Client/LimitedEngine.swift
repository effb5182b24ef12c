import Foundation
import Quire
import QuireTesting

/// The in-memory engine with some capabilities removed, like a real engine that lacks them.
struct LimitedEngine: ContentEngine {
    let memory: InMemoryEngine
    var capabilities: EngineCapabilities

    init(_ memory: InMemoryEngine, _ limit: (inout EngineCapabilities) -> Void) {
        self.memory = memory
        capabilities = memory.capabilities
        capabilities.name = "limited"
        limit(&capabilities)
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        var responses = try await memory.search(requests, decoding: decoder)
        for index in responses.indices where !capabilities.supportsCursors {
            responses[index].nextCursor = nil
        }
        return responses
    }

    func searchData(_ request: SearchRequest) async throws -> Data { try await memory.searchData(request) }

    func validate(_ request: SearchRequest) throws { try memory.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try memory.explain(request) }
}

/// An engine that returns the same page for every page number.
struct RepeatingEngine: ContentEngine {
    let memory: InMemoryEngine

    var capabilities: EngineCapabilities {
        var capabilities = memory.capabilities
        capabilities.supportsCursors = false
        return capabilities
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let first = requests.map { request in
            var request = request
            request.page = .page(1, size: 2)
            return request
        }
        return try await memory.search(first, decoding: decoder)
    }

    func searchData(_ request: SearchRequest) async throws -> Data { try await memory.searchData(request) }

    func validate(_ request: SearchRequest) throws { try memory.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try memory.explain(request) }
}

/// An engine that rejects nested relations.
struct ShallowEngine: ContentEngine {
    let memory: InMemoryEngine

    var capabilities: EngineCapabilities { memory.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await memory.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await memory.searchData(request) }

    func validate(_ request: SearchRequest) throws {
        guard request.include.allSatisfy({ $0.fields.count == 1 }) else {
            throw UnsupportedError(engine: "shallow", node: "include", hint: "one step only")
        }
        try memory.validate(request)
    }

    func explain(_ request: SearchRequest) throws -> String {
        try validate(request)
        return try memory.explain(request)
    }
}
