public import Foundation
public import QuireCore
public import QuireToolbox

extension ContentEngine {
    /// Returns this engine, wrapped so that it reports each request to an observer.
    ///
    /// ```swift
    /// let content = ContentClient(engine: store.observed(by: observer))
    /// ```
    /// The wrapper supports what this engine supports: searching, writing, batching, syncing and spelling. Wrap it
    /// around other wrappers, such as `offline(in:)`, to observe the app's requests, or inside them to observe theirs.
    public func observed(by observer: any RequestObserver) -> ObservedEngine<Self> {
        ObservedEngine(self, by: observer)
    }
}

/// An engine that wraps another one and reports each request to an observer.
public struct ObservedEngine<Base: ContentEngine>: ContentEngine {
    /// The wrapped engine.
    public let base: Base
    let observer: any RequestObserver

    init(_ base: Base, by observer: any RequestObserver) {
        self.base = base
        self.observer = observer
    }

    public var capabilities: EngineCapabilities { base.capabilities }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await observing(
            "search", requests.map(\.module.name),
            counting: { responses in .init(rows: responses.reduce(0) { $0 + $1.items.count }) }
        ) {
            try await base.search(requests, decoding: decoder)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await observing("search", [request.module.name], counting: { .init(bytes: $0.count) }) {
            try await base.searchData(request)
        }
    }

    public func validate(_ request: SearchRequest) throws { try base.validate(request) }

    public func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }

    /// Runs a request over some modules and calls the observer before and after it.
    package func observing<Response: Sendable>(
        _ operation: String, _ modules: [String], counting counts: (Response) -> Observation.Counts,
        run: () async throws -> Response
    ) async throws -> Response {
        var names: [String] = []
        for name in modules where !names.contains(name) { names.append(name) }
        return try await Observation.of(
            base.capabilities.name, operation, on: names.joined(separator: ", "), by: observer,
            counting: counts,
            run: run)
    }
}

extension ObservedEngine: BatchableEngine where Base: BatchableEngine {
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        try await observing("search", requests.map(\.module.name), counting: { _ in .init() }) {
            try await base.responses(to: requests)
        }
    }
}
