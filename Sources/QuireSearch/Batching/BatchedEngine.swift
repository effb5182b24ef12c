public import Foundation
import QuireCore
import QuireEngine

extension BatchableEngine {
    /// Returns this engine with simultaneous searches combined into one request.
    ///
    /// ```swift
    /// let engine = typesense.batched()
    /// let books = SearchSession(Books.query().facet(\.language), on: engine)
    /// let authors = SearchSession(Authors.query(), on: engine)
    /// let group = SearchGroup(books, authors)
    /// group.type("whale")
    /// // POST /multi_search   {"searches":[{"collection":"books",…},{"collection":"authors",…}]}
    /// ```
    /// - Parameter window: How long the first search of a batch waits for others. See ``BatchedEngine``.
    public func batched(within window: Duration = BatchedEngine<Self>.usualWindow) -> BatchedEngine<Self> {
        BatchedEngine(self, window: window)
    }
}

/// An engine that wraps another one and combines the searches of several sessions, over any modules, into one request.
///
/// The first search opens a batch and waits briefly for others. Then, all of them are sent in one call of the engine.
/// Each caller gets its own responses and decodes its own items. Cancelling a search does not affect the others. If
/// all are cancelled, so is the call. A search that the engine rejects fails alone. If the engine rejects the whole
/// batch because of one search, each is sent separately. An outage affects all of them.
///
/// To share requests, sessions must use the same value or copies of it. Raw pages (`searchData`) and writes are not
/// batched.
public struct BatchedEngine<Base: BatchableEngine>: ContentEngine {
    /// The wrapped engine.
    public let base: Base
    private let batcher: Batcher

    /// The default window: two milliseconds. It is longer than two sessions need for the same keystroke, and too
    /// short to notice.
    public static var usualWindow: Duration { .milliseconds(2) }

    /// - Parameters:
    ///   - base: The engine that receives the combined requests.
    ///   - window: How long the first search of a batch waits for others. With zero, only searches before the next turn
    ///     of the executor are combined.
    ///   - clock: The clock for the window.
    public init(
        _ base: Base, window: Duration = Self.usualWindow, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        batcher = Batcher(base, window: window, clock: clock)
    }

    public var capabilities: EngineCapabilities { base.capabilities }

    /// The number of callers that wait for a batch or its responses.
    package var waitingCallers: Int { batcher.waitingCallers }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        guard !requests.isEmpty else { return [] }
        let responses = try await batcher.responses(to: requests)
        return try zip(requests, responses).map { request, response in
            try response.get().response(reading: decoder, request.decoding)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await base.searchData(request)
    }

    public func validate(_ request: SearchRequest) throws { try base.validate(request) }

    public func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}

extension BatchedEngine: LiveProviding {
    package var liveSource: LiveSource? { base.live }
}

extension BatchedEngine: WritableEngine where Base: WritableEngine {
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] { try await base.write(batch) }
}

/// Aggregates are not batched.
extension BatchedEngine: AggregatingEngine where Base: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await base.aggregate(request)
    }

    public func validate(_ request: AggregateRequest) throws { try base.validate(request) }

    public func explain(_ request: AggregateRequest) throws -> String { try base.explain(request) }
}
