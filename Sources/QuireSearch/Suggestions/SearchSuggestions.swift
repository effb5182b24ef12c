import Foundation
import QuireText
import QuireToolbox

/// Suggestions while the user types, from the history, from popular queries, and from the content.
///
/// ```swift
/// let suggestions = SearchSuggestions(.history(history), .content(Books.query(), \.title, on: engine))
/// Task {
///     for await list in suggestions.lists { show(list.map { $0.highlighted }) }
/// }
/// suggestions.type("")             // the field was entered: the last and the most popular searches
/// suggestions.type("wha")
/// ```
/// Each suggestion contains all typed words, the last one as a prefix. The history responds at once. An engine's
/// suggestions for an earlier text stay as far as they still match, until its response arrives. Each engine is called
/// through a ``SearchSession``, with its rules for order, pacing and cancellation. Suggestions that only differ in
/// case and white space are combined, and the text in the field is not suggested.
public final class SearchSuggestions: Sendable {
    private struct Source {
        var source: SuggestionSource
        var feed: any SuggestionFeed
    }

    private let sources: [Source]
    private let limit: Int
    private let typed = Locked("")
    private let latest = Broadcast(kept: 1, first: SuggestionList())
    private let listening = Locked<[Task<Void, Never>]>([])

    /// - Parameters:
    ///   - sources: The sources. The history always comes first.
    ///   - limit: The maximum number of suggestions.
    ///   - pacing: When engines are called.
    ///   - clock: The clock for the pacing.
    public init(
        _ sources: SuggestionSource..., limit: Int = 8,
        pacing: SearchPacing = .debounced(.milliseconds(100)), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.limit = max(0, limit)
        let asking = SuggestionSource.Asking(limit: self.limit, pacing: pacing, clock: clock)
        let ordered =
            sources.filter { $0.origin == .history } + sources.filter { $0.origin != .history }
        self.sources = ordered.map { Source(source: $0, feed: $0.open(asking)) }
        let tasks = self.sources.map { source in
            let changes = source.feed.changes
            return Task { [weak self] in
                for await _ in changes {
                    // Read new items before the lock is taken, because a keystroke may wait for it.
                    _ = source.feed.response(to: "")
                    self?.update()
                }
            }
        }
        listening.withLock { $0 = tasks }
    }

    deinit { for task in listening.value { task.cancel() } }

    /// The current suggestions.
    public var list: SuggestionList { latest.last ?? SuggestionList() }

    /// The current suggestions, and those after every change. A slow loop gets the latest. Ends with this object.
    public var lists: AsyncStream<SuggestionList> { latest.stream }

    /// Handles a keystroke with the text in the field. The history's suggestions are available at once.
    public func type(_ text: String) {
        typed.withLock { $0 = text }
        for source in sources { source.feed.type(text) }
        update()
    }

    /// Waits until no engine is being called and no typed text is waiting.
    ///
    /// - Returns: The suggestions at that time.
    @discardableResult
    public func settled() async -> SuggestionList {
        for source in sources { await source.feed.settled() }
        update()
        return list
    }

    /// Combines the current suggestions of the sources. Runs under the lock, so that no older list follows a newer one.
    private func update() {
        typed.withLock { typed in
            var list = SuggestionList(text: typed)
            let writing = TypedText(typed)
            let phrase = SearchPhrase(typed)
            var seenKeys: Set<String> = phrase.map { [$0.key] } ?? []
            for source in sources {
                let response = source.feed.response(to: typed)
                list.isLoading = list.isLoading || response.isLoading
                list.failure = list.failure ?? response.failure
                var left = min(source.source.limit ?? limit, limit - list.suggestions.count)
                for text in response.texts where left > 0 {
                    guard let suggested = SearchPhrase(text), !seenKeys.contains(suggested.key) else {
                        continue
                    }
                    let places = writing.places(in: suggested.text)
                    if phrase != nil, places == nil { continue }
                    seenKeys.insert(suggested.key)
                    left -= 1
                    let marked = HighlightedText(suggested.text, ranges: places ?? []).inverted
                    list.suggestions.append(Suggestion(marked, origin: source.source.origin))
                }
            }
            latest.send(list)
        }
    }
}
