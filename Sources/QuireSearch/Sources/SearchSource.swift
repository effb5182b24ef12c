import QuireCore

/// The source of a session's responses: one engine, or several with a strategy.
public protocol SearchSource: Sendable {
    /// Returns the response for a page of a draft.
    ///
    /// - Parameters:
    ///   - page: The draft and the number of the page.
    ///   - preliminary: Receives responses that a better one follows, for example a local one. It may be called several
    ///     times before the final response is returned.
    /// - Returns: The final response.
    /// - Throws: `CancellationError` if the task is cancelled; the engine's errors.
    func response<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module>
}

/// A page that a session requests from a source.
public struct SearchPage<Module: ContentModule>: Sendable, Hashable {
    public var draft: SearchDraft<Module>
    /// Counted from 1.
    public var number: Int
    /// The engine of the first page, which must also provide the others. `nil` for a first page.
    public var origin: SearchOrigin?

    public init(_ draft: SearchDraft<Module>, number: Int, origin: SearchOrigin? = nil) {
        self.draft = draft
        self.number = number
        self.origin = origin
    }

    /// Whether facets are counted, which happens once, with the first page of a search.
    public var counts: Bool { origin == nil }
}
