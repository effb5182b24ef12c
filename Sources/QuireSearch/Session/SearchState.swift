import QuireCore
import QuireText

/// What a search screen shows: a value that never changes; the next one replaces it.
///
/// ```swift
/// for await state in session.states {
///     list.show(state.items, dimmed: state.isStale)
///     footer.show(state.phase)
/// }
/// ```
/// While a search is under way, and where it fails, the items of the last one that succeeded stay, marked as stale.
public struct SearchState<Module: ContentModule>: Sendable {
    /// The number of the search whose results these are; 0 before there are any.
    public var number = 0
    /// What was searched for.
    public var draft: SearchDraft<Module>
    /// What the session is doing.
    public var phase = SearchPhase.idle
    /// Whether the items are of an earlier search than the newest, or of a source that was replaced.
    public var isStale = false
    /// Whether a better answer to the same search follows.
    public var isPreliminary = false
    /// The items by their places in the result.
    public var pages: PageMap<Module>
    /// Pages that are on their way, counted from 1; the first page of a search is the phase's matter.
    public var loadingPages: Set<Int> = []
    /// Pages that could not be loaded, counted from 1, and why; `SearchSession.retry()` asks for them again.
    public var failedPages: [Int: any Error] = [:]
    /// The answer that began the result: facets, what the text search came to, the origin.
    var answer: Shared<AnswerSummary>?
    /// What the caller gave to the search.
    public var tag: (any Sendable)?
    /// Goes up with every state of a session.
    package var revision = 0

    /// - Parameter pages: What was found; `nil` where nothing was.
    init(_ draft: SearchDraft<Module>, _ pages: PageMap<Module>?) {
        self.draft = draft
        self.pages = pages ?? PageMap(pageSize: draft.pageSize)
    }

    /// The items that are loaded, in order, no id twice. Pages that are not loaded leave no gap.
    public var items: [Content<Module>] { pages.items }

    /// The facets of the whole result, in the order in which the query asks for them.
    public var facets: [FacetResult] { answer?.facets ?? [] }

    /// What the full-text search came to; `nil` without one.
    public var textOutcome: TextSearchInfo? { answer?.text }

    /// Which engine the items come from; `nil` before there are any.
    public var origin: SearchOrigin? { answer?.origin }

    /// How many items the whole result has, as the engine counts; `nil` where it does not.
    public var total: Int? { pages.total }

    /// Whether there may be items after the last one that is loaded.
    public var hasMore: Bool { pages.hasMore }

    /// Whether pages are on their way.
    public var isLoadingMore: Bool { !loadingPages.isEmpty }

    /// Items that do not fit the schema, where the query is lenient.
    public var rejected: [ContentDecodingError] { pages.rejected }

    /// A text of an item, with what the search has found in it. Where the engine has no full text, the words that were
    /// typed are marked.
    public func highlight(_ text: String) -> HighlightedText { highlighter.highlight(text) }

    /// The part of a long text of an item that has the most words of the search, marked.
    ///
    /// - Parameters:
    ///   - text: The whole text, as the item has it.
    ///   - words: 1 to 64.
    public func snippet(of text: String, words: Int = 20) -> HighlightedText {
        highlighter.snippet(of: text, words: words)
    }

    private var highlighter: TextHighlighter {
        if let found = answer?.text?.highlighter { return found }
        let matching = draft.substringFields.isEmpty ? draft.matching : .partsOfWords
        return TextHighlighter(.all(draft.text, matching: matching))
    }
}

/// What a session is doing.
public enum SearchPhase: Sendable {
    /// Nothing was searched for yet, or the condition to search does not hold.
    case idle
    /// A search is under way.
    case loading
    /// The newest search that was not cancelled is answered.
    case loaded
    /// The newest search failed; what was found before is kept.
    case failed(any Error)

    /// Whether a search is under way.
    public var isLoading: Bool { if case .loading = self { true } else { false } }

    /// Why the newest search failed.
    public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
