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

/// Sessions that share one search field, for example for results of several modules and suggestions. Each has its own
/// state.
///
/// ```swift
/// let engine = typesense.batched()
/// let books = SearchSession(Books.query(), on: engine)
/// let authors = SearchSession(Authors.query(), on: engine)
/// let group = SearchGroup(books, authors)
/// group.type("whale")                     // 100 ms later one request for both
/// for await state in books.states { … }
/// ```
/// On a ``BatchedEngine``, their simultaneous searches become one request. Sessions with a different pacing, or with
/// other engines, send requests as they would alone. Each session has its own search condition.
public struct SearchGroup: Sendable {
    private let sessions: [any GroupedSession]

    public init<each Module>(_ session: repeat SearchSession<each Module>) {
        var sessions: [any GroupedSession] = []
        repeat sessions.append(each session)
        self.sessions = sessions
    }

    /// Handles a keystroke for all sessions: sets the text, and searches according to each session's pacing.
    public func type(_ text: String, tag: (any Sendable)? = nil) {
        for session in sessions { session.type(text, tag: tag) }
    }

    /// Handles the return key for all sessions: sends waiting searches at once.
    public func submit(tag: (any Sendable)? = nil) {
        for session in sessions { session.submit(tag: tag) }
    }

    /// Searches for the current draft of each session, even if nothing has changed.
    public func search(tag: (any Sendable)? = nil) {
        for session in sessions { session.search(tag: tag) }
    }

    /// Sets the text of all sessions. Sends nothing.
    public func setText(_ text: String) {
        for session in sessions { session.setText(text) }
    }

    /// Cancels all requests in flight, and drops waiting searches.
    public func cancelPending() {
        for session in sessions { session.cancelPending() }
    }

    /// Clears the text, refinements, named filters and results of all sessions.
    public func reset() {
        for session in sessions { session.reset() }
    }

    /// Waits until no session has a request in flight or a waiting search.
    public func settled() async {
        for session in sessions { await session.untilSettled() }
    }
}

/// A session of any module.
private protocol GroupedSession: Sendable {
    func type(_ text: String, tag: (any Sendable)?)
    @discardableResult func submit(tag: (any Sendable)?) -> Int
    @discardableResult func search(tag: (any Sendable)?) -> Int
    func setText(_ text: String)
    func cancelPending()
    func reset()
    func untilSettled() async
}

extension SearchSession: GroupedSession {
    fileprivate nonisolated func setText(_ text: String) { self.text = text }
    fileprivate nonisolated func untilSettled() async { await settled() }
}
