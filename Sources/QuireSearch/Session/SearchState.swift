public import Foundation
import QuireCore
import QuireEngine
import QuireText

/// An immutable value with everything that a search screen shows. The next state replaces it.
///
/// ```swift
/// for await state in session.states {
///     list.show(state.items, dimmed: state.isStale)
///     footer.show(state.phase)
/// }
/// ```
/// While a search is in flight, and if it fails, the items of the last successful one stay, marked as stale.
public struct SearchState<Module: ContentModule>: Sendable {
    /// The number of the search that the results belong to. 0 before the first results.
    public var number = 0
    /// The draft of the search.
    public var draft: SearchDraft<Module>
    /// The session's current activity.
    public var phase = LoadingPhase.idle
    /// Whether the items belong to an earlier search than the latest, or to a previous source.
    public var isStale = false
    /// Whether a better response to the same search follows.
    public var isPreliminary = false
    /// The items by their positions in the result.
    public var pages: PageMap<Module>
    /// The pages that are being loaded, counted from 1, except for the first page of a search. See `phase`.
    public var loadingPages: Set<Int> = []
    /// The pages that failed, counted from 1, with their errors. `SearchSession.retry()` requests them again.
    public var failedPages: [Int: any Error] = [:]
    /// The response that began the result: facets, search info, origin.
    var response: Shared<ResponseSummary>?
    /// The tag that the caller passed to the search.
    public var tag: (any Sendable)?
    /// Increases with every state of a session.
    package var revision = 0

    /// - Parameter pages: The results, or `nil` if there are none.
    init(_ draft: SearchDraft<Module>, _ pages: PageMap<Module>?) {
        self.draft = draft
        self.pages = pages ?? PageMap(pageSize: draft.pageSize)
    }

    /// The loaded items in order, without duplicates. Pages that are not loaded leave no gaps.
    public var items: [Content<Module>] { pages.items }

    /// The facets of the whole result, in the order of the query.
    public var facets: [FacetResult] { response?.facets ?? [] }

    /// Details of the full-text search, or `nil` if there is none.
    public var textSearchInfo: TextSearchInfo? { response?.text }

    /// The engine that the items come from, or `nil` before the first results.
    public var origin: SearchOrigin? { response?.origin }

    /// The number of items in the whole result, or `nil` if the engine does not count.
    public var total: Int? { pages.total }

    /// Whether there may be items after the last loaded one.
    public var hasMore: Bool { pages.hasMore }

    /// Whether pages are being loaded.
    public var isLoadingMore: Bool { !loadingPages.isEmpty }

    /// Items that do not fit the schema, if the query is lenient.
    public var rejected: [ContentDecodingError] { pages.rejected }

    /// Returns a text of an item with the matches highlighted. If the engine has no full-text search, the typed words
    /// are highlighted.
    public func highlight(_ text: String) -> HighlightedText { highlighter.highlight(text) }

    /// Returns the part of a long text that has the most words of the search, highlighted.
    ///
    /// - Parameters:
    ///   - text: The whole text of the item.
    ///   - words: The maximum number of words, from 1 to 64.
    public func snippet(of text: String, words: Int = 20) -> HighlightedText {
        highlighter.snippet(of: text, words: words)
    }

    private var highlighter: TextHighlighter {
        if let highlighter = response?.text?.highlighter { return highlighter }
        let matching = draft.substringFields.isEmpty ? draft.matching : .partsOfWords
        return TextHighlighter(.all(draft.text, matching: matching))
    }
}

extension SearchState {
    /// A corrected text, if this search found nothing; `nil` unless the session's source looks
    /// for one: `EngineSource(content).didYouMean(from: store)`.
    public var didYouMean: SpellingSuggestion? { response?.didYouMean }
}

extension SearchState {
    /// Why the other engine of a mirrored source failed, if it was asked; see ``MirrorStrategy``.
    public var failureOfOtherEngine: (any Error)? { response?.failure }

    /// When the response was stored, if an `OfflineEngine` returned a stored one because there is no network.
    public var storedAt: Date? { response?.storedAt }
}
