import Foundation
import QuireText

/// Suggestions while a person types, from the history, from queries of others, from the content.
///
/// ```swift
/// let suggestions = SearchSuggestions(.history(history), .content(Books.query(), \.title, on: engine))
/// Task {
///     for await list in suggestions.lists { show(list.map { $0.highlighted }) }
/// }
/// suggestions.type("")             // the field was entered: the last and the most popular searches
/// suggestions.type("wha")
/// ```
/// Each suggestion has all words that were typed, the last one as the beginning of a word: the history answers at once,
/// and what an engine said to an earlier text stays as far as it still fits, until its answer comes. Each engine is asked through a
/// ``SearchSession``, by its rules of order, pace and cancellation. The same text, but for case and white space, comes
/// once; what stands in the field already is no suggestion.
///
/// Unchecked: a lock guards what changes.
public final class SearchSuggestions: @unchecked Sendable {
    private struct Source {
        var source: SuggestionSource
        var feed: any SuggestionFeed
    }

    private let sources: [Source]
    private let limit: Int
    private let lock = NSLock()
    private var typed = ""
    private let latest = LatestValue(SuggestionList())
    private var listening: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - sources: The history comes first wherever it stands.
    ///   - limit: How many suggestions a list has at most.
    ///   - pacing: When engines are asked.
    ///   - clock: What the pace is measured by.
    public init(
        _ sources: SuggestionSource..., limit: Int = 8,
        pacing: SearchPacing = .debounced(.milliseconds(100)), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.limit = max(0, limit)
        let asking = SuggestionSource.Asking(limit: self.limit, pacing: pacing, clock: clock)
        let ordered =
            sources.filter { $0.origin == .history } + sources.filter { $0.origin != .history }
        self.sources = ordered.map { Source(source: $0, feed: $0.open(asking)) }
        listening = self.sources.map { source in
            let changes = source.feed.changes
            return Task { [weak self] in
                for await _ in changes {
                    // Reads what is new before the lock is taken, which a keystroke may wait for.
                    _ = source.feed.answer(to: "")
                    self?.update()
                }
            }
        }
    }

    deinit { for task in listening { task.cancel() } }

    /// The suggestions now.
    public var list: SuggestionList { latest.value }

    /// The suggestions now and after every change; a slow loop finds the newest. Ends with this object.
    public var lists: AsyncStream<SuggestionList> { latest.stream }

    /// A keystroke: what stands in the field now. The history's suggestions are there at once.
    public func type(_ text: String) {
        lock.withLock { typed = text }
        for source in sources { source.feed.type(text) }
        update()
    }

    /// Waits until no engine is asked and nothing typed waits for its time.
    ///
    /// - Returns: The suggestions then.
    @discardableResult
    public func settled() async -> SuggestionList {
        for source in sources { await source.feed.settled() }
        update()
        return list
    }

    /// Puts together what the sources say now; under the lock, so that no older list follows a newer one.
    private func update() {
        lock.withLock {
            var list = SuggestionList(text: typed)
            let writing = TypedText(typed)
            let phrase = SearchPhrase(typed)
            var known: Set<String> = phrase.map { [$0.key] } ?? []
            for source in sources {
                let answer = source.feed.answer(to: typed)
                list.isLoading = list.isLoading || answer.isLoading
                list.failure = list.failure ?? answer.failure
                var left = min(source.source.limit ?? limit, limit - list.suggestions.count)
                for text in answer.texts where left > 0 {
                    guard let suggested = SearchPhrase(text), !known.contains(suggested.key) else { continue }
                    let places = writing.places(in: suggested.text)
                    if phrase != nil, places == nil { continue }
                    known.insert(suggested.key)
                    left -= 1
                    let marked = HighlightedText(suggested.text, ranges: places ?? []).inverted
                    list.suggestions.append(Suggestion(marked, origin: source.source.origin))
                }
            }
            latest.send(list)
        }
    }
}
