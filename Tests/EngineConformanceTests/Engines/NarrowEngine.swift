import Foundation
import Quire
import QuireTesting

/// An engine with few capabilities: the in-memory engine, which rejects requests on command and records them.
struct NarrowEngine: ContentEngine {
    let memory: InMemoryEngine
    var capabilities: EngineCapabilities
    /// The problem of a request, or `nil`.
    let refuses: @Sendable (SearchRequest) -> String?

    init(
        _ memory: InMemoryEngine, cursors: Bool, maximumPageSize: Int? = nil,
        refuses: @escaping @Sendable (SearchRequest) -> String?
    ) {
        self.memory = memory
        self.refuses = refuses
        capabilities = memory.capabilities
        capabilities.name = "narrow"
        capabilities.supportsCursors = cursors
        capabilities.maximumPageSize = maximumPageSize
        capabilities.facets = false
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        for request in requests { try check(request) }
        var responses = try await memory.search(requests, decoding: decoder)
        for index in responses.indices where !capabilities.supportsCursors {
            responses[index].nextCursor = nil
        }
        return responses
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try check(request)
        return try await memory.searchData(request)
    }

    func validate(_ request: SearchRequest) throws {
        try check(request)
        try memory.validate(request)
    }

    func explain(_ request: SearchRequest) throws -> String {
        try check(request)
        return try memory.explain(request)
    }

    private func check(_ request: SearchRequest) throws {
        try request.check(for: capabilities)
        if let node = refuses(request) {
            throw UnsupportedError(engine: capabilities.name, node: node, hint: "use another engine")
        }
    }
}
