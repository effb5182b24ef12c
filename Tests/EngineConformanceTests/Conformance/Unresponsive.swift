import Foundation
import Quire

/// An engine that never responds.
struct Unresponsive: AggregatingEngine {
    enum Kind: CaseIterable {
        /// Waits forever, and does not notice cancellation.
        case silent
        /// Throws a `CancellationError` although nothing was cancelled.
        case cancelled
        case failing
    }

    struct UnknownError: Error {}

    let kind: Kind
    var capabilities: EngineCapabilities { InMemoryCapabilities.all("unresponsive") }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await wait()
        return []
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try await wait()
        return Data()
    }

    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await wait()
        return AggregateResponse(rows: [])
    }

    func validate(_ request: AggregateRequest) throws {}

    func explain(_ request: AggregateRequest) throws -> String { "" }

    private func wait() async throws {
        switch kind {
        case .silent: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        case .cancelled: throw CancellationError()
        case .failing: throw UnknownError()
        }
    }

    func validate(_ request: SearchRequest) throws {}

    func explain(_ request: SearchRequest) throws -> String { "" }
}

/// An engine that rejects every request, whatever its capabilities.
struct Refusing: AggregatingEngine {
    let capabilities: EngineCapabilities

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { throw refusal }

    func searchData(_ request: SearchRequest) async throws -> Data { throw refusal }

    func validate(_ request: SearchRequest) throws { throw refusal }

    func explain(_ request: SearchRequest) throws -> String { throw refusal }

    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse { throw refusal }

    func validate(_ request: AggregateRequest) throws { throw refusal }

    func explain(_ request: AggregateRequest) throws -> String { throw refusal }

    private var refusal: UnsupportedError {
        UnsupportedError(engine: "refusing", node: "any request", hint: "Use another engine.")
    }
}

enum InMemoryCapabilities {
    /// The capabilities of an engine that supports everything.
    static func all(_ name: String) -> EngineCapabilities {
        var capabilities = EngineCapabilities(
            name: name, operations: Set(FilterOperation.allCases), sortsByValue: true,
            supportsNullOrdering: true, supportsCursors: true, countsTotal: true, fullText: true,
            facets: true,
            includes: true)
        capabilities.queriesMembers = true
        capabilities.queriesElements = true
        return capabilities
    }
}
