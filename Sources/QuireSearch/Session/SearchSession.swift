import QuireCore
import QuireEngine
import QuireHTTP
import QuireToolbox

/// The logic of a search screen: receives what the user types and chooses, and returns states to show.
///
/// ```swift
/// let session = SearchSession(Books.query().facet(\.language), on: engine)
/// Task {
///     for await state in session.states { screen.show(state) }
/// }
/// session.type("wha")
/// session.type("whale")
/// // 100 ms after the last keystroke, one request
/// ```
/// Edits and commands return at once, from any thread, without `await`, and keep their order. `search()` freezes the
/// text, refinements, filters and order into one numbered request. Results are shown in the order of their numbers: a
/// response to request 7 cancels all older searches, and their late responses and errors are dropped. A newer search
/// that is still in flight continues, so that a list follows the typing. Pages of one search do not cancel each other.
///
/// An error keeps earlier results. The session ends with its last reference: its requests are cancelled, and its
/// streams end.
public actor SearchSession<Module: ContentModule> {
    nonisolated let core: SessionCore<Module>

    /// - Parameters:
    ///   - draft: The initial draft. Nothing is searched for yet.
    ///   - source: The source of responses.
    ///   - options: When to search while the user types, and which pages are prefetched and kept.
    ///   - clock: The clock for `Options.pacing`.
    public init(
        _ draft: SearchDraft<Module>, source: any SearchSource, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        core = SessionCore(draft, source: source, options: options, clock: clock)
    }

    /// Creates a session with an engine.
    public init(
        _ query: Query<Module> = Module.query(), on engine: any ContentEngine, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(query, on: ContentClient(engine: engine), options: options, clock: clock)
    }

    /// Creates a session with a client, in the client's language.
    public init(
        _ query: Query<Module> = Module.query(), on content: ContentClient, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            SearchDraft(query), source: EngineSource(content), options: options, clock: clock)
    }

    /// Creates a session with a source: several engines with a strategy, or your own.
    public init(
        _ query: Query<Module> = Module.query(), source: any SearchSource, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(SearchDraft(query), source: source, options: options, clock: clock)
    }

    deinit { core.close() }
}

extension SearchSession {
    /// The options of a session.
    public struct Options: Sendable {
        /// When to search for typed text.
        public var pacing: SearchPacing
        /// The maximum number of searches in flight, at least 1. A further one cancels the oldest. Pages do not count.
        public var maximumPending: Int
        /// The number of items before and after a visible one to load, 0 to 1,000.
        public var prefetchDistance: Int
        /// The number of pages to keep on each side of the visible ones in `SearchState.pages`. `nil` keeps all.
        ///
        /// Fifty items on each side, and prefetched pages, are always kept. A list that grows by `loadMore()`
        /// keeps all pages.
        public var retainedPages: Int?
        /// Whether to search for a draft at all. `nil` always searches.
        public var condition: SearchCondition<Module>?
        /// Whether the results follow changes of the content. `nil` keeps them as they were found.
        public var updates: SearchUpdates?

        public init(
            pacing: SearchPacing = .debounced(.milliseconds(100)), maximumPending: Int = 3,
            prefetchDistance: Int = 5, retainedPages: Int? = 3, condition: SearchCondition<Module>? = nil,
            updates: SearchUpdates? = nil
        ) {
            self.pacing = pacing
            self.maximumPending = maximumPending
            self.prefetchDistance = prefetchDistance
            self.retainedPages = retainedPages
            self.condition = condition
            self.updates = updates
        }
    }
}
