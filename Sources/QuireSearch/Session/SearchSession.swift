import QuireCore
import QuireEngine
import QuireHTTP
import QuireText
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

extension SearchSession {
    /// The current state.
    public nonisolated var state: SearchState<Module> { core.state }

    /// The current state, followed by each new one, for any number of listeners.
    ///
    /// A slow listener skips to the latest state, and never receives an older one after it. Cancelling a listener
    /// does not affect the session. The stream ends with the session, and does not retain it.
    public nonisolated var states: AsyncStream<SearchState<Module>> { core.stateStream() }

    /// The events of all requests from now on, complete and in order.
    public nonisolated var events: AsyncStream<SearchEvent<Module>> { core.eventStream() }

    /// Whether requests are in flight.
    public nonisolated var hasPendingRequests: Bool { core.hasPendingRequests }

    /// Waits until no request is in flight and no typed text is waiting.
    ///
    /// - Returns: The state at that time. If the caller is cancelled, the current state.
    @discardableResult
    public nonisolated func settled() async -> SearchState<Module> { await core.settled() }
}

extension SearchSession {
    /// Whether a screen should show an activity indicator: `true` once requests have run for the grace delay, `false` once
    /// none is left.
    ///
    /// ```swift
    /// for await isBusy in session.progress() { spinner.isHidden = !isBusy }
    /// ```
    /// Requests that are faster than the delay show nothing. Further pages count too. The stream ends with the session,
    /// and does not retain it.
    ///
    /// - Parameter grace: How long requests run before they count; zero counts every request.
    public nonisolated func progress(after grace: Duration = .milliseconds(300)) -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        let events = self.events
        let signal = BusySignal(grace: grace, clock: core.clock, continuation)
        // Requests that began before are in the set; later ones arrive as events.
        let pending = core.pendingNumbers
        let task = Task {
            if !Task.isCancelled { signal.began(pending) }
            for await event in events where !Task.isCancelled {
                if case .started = event.kind { signal.began([event.number]) }
                if event.isFinal { signal.ended(event.number) }
            }
            signal.stop()
            continuation.finish()
        }
        // Nothing more: whoever ends the stream may hold the reader's status lock, which the signal needs to yield.
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

extension SearchSession {
    /// The draft of the next search. Changing it sends nothing.
    public nonisolated var draft: SearchDraft<Module> {
        get { core.draft }
        set { core.edit { $0 = newValue } }
    }

    /// The text in the search field. Changing it sends nothing. `type(_:)` also searches.
    public nonisolated var text: String {
        get { core.draft.text }
        set { core.edit { $0.text = newValue } }
    }

    /// Changes the draft of the next search. Sends nothing.
    ///
    /// ```swift
    /// session.edit { $0.pageSize = 50 }
    /// session.search()
    /// ```
    /// The closure may read the session, but must only edit its argument.
    @discardableResult
    public nonisolated func edit<Result>(
        _ change: (inout SearchDraft<Module>) throws -> Result
    ) rethrows -> Result {
        try core.edit(change)
    }

    /// Clears the text, refinements, named filters and results, and cancels requests in flight. The query, the order
    /// and the listeners stay, and numbers keep increasing.
    public nonisolated func reset() { core.reset() }
}

extension SearchSession {
    /// Loads the next page once, for a growing list of `SearchState.items`.
    ///
    /// You can call it at any time and as often as you like. It does nothing before the first results, while a newer
    /// search is in flight, at the end of the result, and while the page is being loaded. A failed page is
    /// requested again.
    public nonisolated func loadMore() { core.step { $0.loadMore() } }

    /// Reports that a position of `SearchState.pages` is visible. The pages within `Options.prefetchDistance` items
    /// are loaded once, and pages farther away than `Options.retainedPages` are evicted.
    ///
    /// A list may report all its rows whenever it redraws. Failed pages wait for `retry()`.
    public nonisolated func itemShown(at index: Int) { core.step { $0.shown(index) } }

    /// Reports that an item of `SearchState.items` is visible. Nearby pages are loaded, and nothing is evicted.
    public nonisolated func itemShown(_ id: ContentID<Module>) { core.step { $0.shown(id) } }

    /// Loads a page, counted from 1, under the same conditions as `loadMore()`.
    public nonisolated func loadPage(_ page: Int) { core.step { $0.loadPage(page) } }

    /// Removes a deleted item from the shown items, and from all later responses until `reset()`, because engines
    /// may still find it for a while.
    public nonisolated func remove(_ id: ContentID<Module>) {
        core.step { $0.remove(ExactText(id.rawValue)) }
    }

    /// Shows a removed item again.
    public nonisolated func restore(_ id: ContentID<Module>) {
        core.step { $0.restore(ExactText(id.rawValue)) }
    }
}

// Actions of a screen's buttons for the next search. They send nothing. Use `edit` for everything else in the draft.

extension SearchSession {
    /// Chooses a value of a facet for the next search, or removes it if it is chosen.
    ///
    /// ```swift
    /// session.toggle(\.language, .english)
    /// session.search()
    /// ```
    /// - Returns: Whether the value is now chosen.
    @discardableResult
    public nonisolated func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        core.edit { $0.toggle(field, value) }
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public nonisolated func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    /// Narrows the next search by a range of a facet's field, replacing the previous one.
    ///
    /// ```swift
    /// session.refine(\.year) { $0 >= 1990 }
    /// ```
    public nonisolated func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        core.edit { $0.refine(field, conditions) }
    }

    /// Removes the choices from all facets.
    public nonisolated func clearRefinements() { core.edit { $0.clearRefinements() } }

    /// Removes the choices from a facet.
    public nonisolated func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators.Facet == AllowedOperator {
        core.edit { $0.clearRefinements(of: field) }
    }
}

extension SearchSession {
    /// Searches for the current draft, even if nothing has changed.
    ///
    /// - Parameter tag: Any value. It is included in the events and the state of this search.
    /// - Returns: The number of the search. If the search condition is not met, nothing is sent: the state
    ///   is idle and empty, and has the number.
    @discardableResult
    public nonisolated func search(tag: (any Sendable)? = nil) -> Int {
        core.searching { $0.search(tag: tag, isAllowed: $1) }
    }

    /// Handles a keystroke: sets the text, and searches according to `Options.pacing`. An empty text is searched for
    /// at once.
    public nonisolated func type(_ text: String, tag: (any Sendable)? = nil) { core.type(text, tag: tag) }

    /// Handles the return key: sends a waiting search at once. Does nothing for a draft that is already in flight or
    /// shown.
    ///
    /// - Returns: The number of the search.
    @discardableResult
    public nonisolated func submit(tag: (any Sendable)? = nil) -> Int {
        core.searching { $0.submit(tag: tag, isAllowed: $1) }
    }

    /// Sends a failed search again unchanged, or else requests the failed pages again.
    public nonisolated func retry() { core.step { $0.retry() } }

    /// Cancels a request. Does nothing if it has ended, or never existed.
    public nonisolated func cancel(_ number: Int) { core.step { $0.cancel(number) } }

    /// Cancels all requests in flight, and drops typed text that is waiting.
    public nonisolated func cancelPending() { core.step { $0.cancelPending() } }

    /// Uses another engine from now on. Requests in flight are cancelled. The shown items stay, marked as stale until
    /// the next search.
    public nonisolated func use(_ engine: any ContentEngine) { use(ContentClient(engine: engine)) }

    /// Uses another client from now on.
    public nonisolated func use(_ content: ContentClient) { use(source: EngineSource(content)) }

    /// Uses another source from now on.
    public nonisolated func use(source: any SearchSource) { core.use(source) }

    /// The current source of responses.
    package nonisolated var source: any SearchSource { core.currentSource }
}
