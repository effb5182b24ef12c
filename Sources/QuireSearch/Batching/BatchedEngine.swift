public import Foundation
import QuireCore
import QuireEngine

extension BatchableEngine {
    /// This engine with the searches that are asked for at the same time sent as one request.
    ///
    /// ```swift
    /// let engine = typesense.batched()
    /// let books = SearchSession(Books.query().facet(\.language), on: engine)
    /// let authors = SearchSession(Authors.query(), on: engine)
    /// let group = SearchGroup(books, authors)
    /// group.type("whale")
    /// // POST /multi_search   {"searches":[{"collection":"books",…},{"collection":"authors",…}]}
    /// ```
    /// - Parameter window: How long the first search of a batch waits for others; see ``BatchedEngine``.
    public func batched(within window: Duration = BatchedEngine<Self>.usualWindow) -> BatchedEngine<Self> {
        BatchedEngine(self, window: window)
    }
}

/// An engine around another one that sends the searches of several sessions, over any modules, as one request.
///
/// The first search opens a batch, and waits a moment for others; then all go out in one call of the engine. Each caller
/// gets its own answers, and reads its own items. A search that is cancelled leaves the others as they are; where all
/// are cancelled, so is the call. A search that the engine refuses fails alone; where the engine refuses all for the
/// sake of one, each is asked for by itself. An outage is everybody's.
///
/// Sessions must share one value, or copies of it, to share requests. Raw pages (`searchData`) and writes are not batched.
public struct BatchedEngine<Base: BatchableEngine>: ContentEngine {
    /// The engine that answers.
    public let base: Base
    private let batcher: Batcher

    /// How long a batch waits where nothing else is said: two milliseconds, more than two sessions need that are told
    /// the same at the same time, and less than anybody sees.
    public static var usualWindow: Duration { .milliseconds(2) }

    /// - Parameters:
    ///   - base: The engine that gets the combined requests.
    ///   - window: How long the first search of a batch waits for others. With zero only those that come before the
    ///     next turn of the executor share a request.
    ///   - clock: What the window is measured by.
    public init(
        _ base: Base, window: Duration = Self.usualWindow, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        batcher = Batcher(base, window: window, clock: clock)
    }

    public var capabilities: EngineCapabilities { base.capabilities }

    /// How many callers wait, for others or for the engine.
    package var waitingCallers: Int { batcher.waitingCallers }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        guard !requests.isEmpty else { return [] }
        let answers = try await batcher.answers(to: requests)
        return try zip(requests, answers).map { request, answer in
            try answer.get().response(reading: decoder, request.decoding)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await base.searchData(request)
    }

    public func validate(_ request: SearchRequest) throws { try base.validate(request) }

    public func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}

extension BatchedEngine: WritableEngine where Base: WritableEngine {
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] { try await base.write(batch) }
}
