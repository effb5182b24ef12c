public import Foundation
public import QuireCore
public import QuireToolbox

extension ContentEngine {
    /// This engine, telling an observer of each request.
    ///
    /// ```swift
    /// let content = ContentClient(engine: store.observed(by: observer))
    /// ```
    /// It can do what this engine can: search, write, batch, sync and check spelling. Put it around other wrappers, such as
    /// `offline(in:)`, to see what the app asks, or inside them, to see what they ask.
    public func observed(by observer: any RequestObserver) -> ObservedEngine<Self> {
        ObservedEngine(self, by: observer)
    }
}

/// An engine around another one: tells an observer of each request.
public struct ObservedEngine<Base: ContentEngine>: ContentEngine {
    /// The engine that answers.
    public let base: Base
    private let observer: any RequestObserver

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

    /// Runs a request of some modules between the calls of the observer.
    package func observing<Response: Sendable>(
        _ operation: String, _ modules: [String], counting counts: (Response) -> Observation.Counts,
        _ run: () async throws -> Response
    ) async throws -> Response {
        var names: [String] = []
        for name in modules where !names.contains(name) { names.append(name) }
        return try await Observation.of(
            base.capabilities.name, operation, names.joined(separator: ", "), by: observer, counting: counts,
            run)
    }
}

extension ObservedEngine: BatchableEngine where Base: BatchableEngine {
    public func answers(to requests: [SearchRequest]) async throws -> [Result<EngineAnswer, any Error>] {
        try await observing("search", requests.map(\.module.name), counting: { _ in .init() }) {
            try await base.answers(to: requests)
        }
    }
}
