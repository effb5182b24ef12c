import QuireCore

/// Something that happened to a request of a session: for progress, analytics, logs.
///
/// ```swift
/// for await event in session.events {
///     if case .delivered = event.kind { analytics.searched(event.text, found: event.total) }
/// }
/// ```
/// Each request that starts ends exactly once: delivered, failed or cancelled. A request that is cancelled because a
/// newer one was answered tells so at once; whatever it answers later is dropped without a word.
public struct SearchEvent<Module: ContentModule>: Sendable {
    /// What happened.
    public enum Kind: Sendable {
        /// The request goes out.
        case started
        /// An answer is shown that a better one follows.
        case preliminary
        /// The answer is shown.
        case delivered
        /// The request failed; what was found before stays.
        case failed(any Error)
        /// The request ended without an answer.
        case cancelled(SearchCancellation)
        /// The refinements of the next search were changed. There is no request: the number is that of the last one.
        case refined
        /// What was typed is not searched for, since the engine is too slow for typing (`SearchPacing.adaptive`):
        /// `SearchSession.submit()` searches for it. There is no request: the number is that of the last one.
        case dropped
    }

    public var kind: Kind
    /// The number of the request: it goes up by one with every request of the session.
    public var number: Int
    /// The number of the search that the request belongs to: its own, but for further pages.
    public var search: Int
    /// The page asked for, counted from 1.
    public var page: Int
    /// What is asked.
    public var draft: SearchDraft<Module>
    /// What the caller gave to the search.
    public var tag: (any Sendable)?
    /// Whether the search was sent while its text was typed, by the pacing; not by `search()` or `submit()`.
    public var isTyped = false
    /// Which engine answered.
    public var origin: SearchOrigin?
    /// How many items the whole result has, where there is an answer and they were counted.
    public var total: Int?

    /// What stood in the search field.
    public var text: String { draft.text }

    /// Whether it is a further page of a search.
    public var isLoadingMore: Bool { number != search }

    /// Whether the request ends with it.
    public var isFinal: Bool {
        switch kind {
        case .delivered, .failed, .cancelled: true
        case .started, .preliminary, .refined, .dropped: false
        }
    }
}

/// Why a request ended without an answer.
public enum SearchCancellation: String, Sendable, Hashable {
    /// A newer search was answered first, or a newer one is not to be sent.
    case superseded
    /// More searches were under way than the session allows.
    case crowdedOut
    /// `cancel(_:)` or `cancelPending()` was called.
    case requested
    /// The session was reset.
    case reset
    /// The session got another source.
    case sourceChanged
    /// The source gave it up.
    case source
    /// The session is gone.
    case sessionEnded
}
