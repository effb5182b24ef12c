import QuireCore
import QuireText

/// An event of a session's request, for progress, analytics and logs.
///
/// ```swift
/// for await event in session.events {
///     if case .delivered = event.kind { analytics.searched(event.text, found: event.total) }
/// }
/// ```
/// Each request that starts ends exactly once: delivered, failed or cancelled. A request that is cancelled because of
/// a newer response reports it at once. Its own late response is dropped silently.
public struct SearchEvent<Module: ContentModule>: Sendable {
    /// The kind of event.
    public enum Kind: Sendable {
        /// The request was sent.
        case started
        /// A response is shown, and a better one follows.
        case preliminary
        /// The response is shown.
        case delivered
        /// The request failed. Earlier results stay.
        case failed(any Error)
        /// The request ended without a response.
        case cancelled(SearchCancellation)
        /// The shown results have followed a change of the content. It has the number of their search.
        case updated
        /// The refinements of the next search have changed. There is no request: the number is that of the last one.
        case refined
        /// Typed text is not searched for, because the engine is too slow for search as you type
        /// (`SearchPacing.adaptive`).
        /// `SearchSession.submit()` searches for it. There is no request: the number is that of the last one.
        case dropped
    }

    public var kind: Kind
    /// The number of the request. It increases with every request of the session.
    public var number: Int
    /// The number of the request's search. It differs from `number` only for further pages.
    public var search: Int
    /// The requested page, counted from 1.
    public var page: Int
    /// The draft of the request.
    public var draft: SearchDraft<Module>
    /// The tag that the caller passed to the search.
    public var tag: (any Sendable)?
    /// Whether the pacing sent the search while its text was typed, instead of `search()` or `submit()`.
    public var isTyped = false
    /// The engine that responded.
    public var origin: SearchOrigin?
    /// The number of items in the whole result, if there is a response with a count.
    public var total: Int?
    /// What the text was eased to, if there is a response of a full-text search.
    public var level: TextSearchInfo.Level?

    /// The text in the search field.
    public var text: String { draft.text }

    /// Whether it is a further page of a search.
    public var isLoadingMore: Bool { number != search }

    /// Whether this is the request's last event.
    public var isFinal: Bool {
        switch kind {
        case .delivered, .failed, .cancelled: true
        case .started, .preliminary, .updated, .refined, .dropped: false
        }
    }
}

/// Why a request ended without a response.
public enum SearchCancellation: String, Sendable, Hashable {
    /// A newer search returned first, or a newer draft must not be searched for.
    case superseded
    /// More searches were in flight than the session allows.
    case crowdedOut
    /// `cancel(_:)` or `cancelPending()` was called.
    case requested
    /// The session was reset.
    case reset
    /// The session got another source.
    case sourceChanged
    /// The source cancelled it.
    case source
    /// The session was deallocated.
    case sessionEnded
}
