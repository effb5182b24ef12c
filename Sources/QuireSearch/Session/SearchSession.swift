import QuireCore
import QuireEngine
import QuireHTTP
import QuireToolbox

/// What a search screen talks to: it is told what is typed and chosen, and gives states to show.
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
/// Edits and commands return at once, from any thread, without `await`; two calls never overtake each other. `search()`
/// freezes text, refinements, filters and order into one request with a number. Results come in the order of the
/// numbers: an answer to request 7 ends all older searches, and what they answer later is dropped, errors too. A newer
/// search that is still under way goes on, so that a list follows the typing. Pages of one search do not end each
/// other.
///
/// An error keeps what was found before. The session ends with its last reference: its requests are cancelled, its
/// streams end.
public actor SearchSession<Module: ContentModule> {
    nonisolated let core: SessionCore<Module>

    /// - Parameters:
    ///   - draft: What stands on the screen at first; nothing is searched for yet.
    ///   - source: Where answers come from.
    ///   - options: When to search while a person types, and which pages are prefetched and kept.
    ///   - clock: What `Options.pacing` is measured by.
    public init(
        _ draft: SearchDraft<Module>, source: any SearchSource, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        core = SessionCore(draft, source: source, options: options, clock: clock)
    }

    /// A session on one engine.
    public init(
        _ query: Query<Module> = Module.query(), on engine: any ContentEngine, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(query, on: ContentClient(engine: engine), options: options, clock: clock)
    }

    /// A session on a client, in the client's language.
    public init(
        _ query: Query<Module> = Module.query(), on content: ContentClient, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            SearchDraft(query), source: EngineSource(content), options: options, clock: clock)
    }

    /// A session on a source: several engines by a strategy, or one of your own.
    public init(
        _ query: Query<Module> = Module.query(), source: any SearchSource, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(SearchDraft(query), source: source, options: options, clock: clock)
    }

    deinit { core.close() }
}

extension SearchSession {
    /// How a session behaves.
    public struct Options: Sendable {
        /// When it searches for what is typed.
        public var pacing: SearchPacing
        /// How many searches may be under way, at least 1: a further one cancels the oldest. Pages do not count.
        public var maximumPending: Int
        /// How many items before and behind a shown one are loaded with it, 0 to 1,000.
        public var prefetchDistance: Int
        /// How many pages are kept on each side of what is shown in `SearchState.pages`; `nil` keeps all.
        ///
        /// Fifty items on each side, and what is loaded ahead, are kept in any case. A list that grows by `loadMore()`
        /// keeps all.
        public var retainedPages: Int?
        /// Whether it searches at all for a draft; `nil` always does.
        public var condition: SearchCondition<Module>?

        public init(
            pacing: SearchPacing = .debounced(.milliseconds(100)), maximumPending: Int = 3,
            prefetchDistance: Int = 5, retainedPages: Int? = 3, condition: SearchCondition<Module>? = nil
        ) {
            self.pacing = pacing
            self.maximumPending = maximumPending
            self.prefetchDistance = prefetchDistance
            self.retainedPages = retainedPages
            self.condition = condition
        }
    }
}
