import QuireCore

/// Where a session's answers come from: one engine, or several by a strategy.
public protocol SearchSource: Sendable {
    /// Answers a page of a draft.
    ///
    /// - Parameters:
    ///   - page: The draft and the number of the page.
    ///   - preliminary: Takes an answer that a better one follows, for example a local one: as often as there is one,
    ///     before the final one is returned.
    /// - Returns: The final answer.
    /// - Throws: `CancellationError` when the task is cancelled; the engine's errors.
    func answer<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (SearchAnswer<Module>) async -> Void
    ) async throws -> SearchAnswer<Module>
}

/// A page that a session asks a source for.
public struct SearchPage<Module: ContentModule>: Sendable, Hashable {
    public var draft: SearchDraft<Module>
    /// Counted from 1.
    public var number: Int
    /// Which engine the first page came from; the others must come from the same. `nil` for a first page.
    public var origin: SearchOrigin?

    public init(_ draft: SearchDraft<Module>, number: Int, origin: SearchOrigin? = nil) {
        self.draft = draft
        self.number = number
        self.origin = origin
    }

    /// Whether facets are counted: with the first page of a search, once.
    public var counts: Bool { origin == nil }
}
