import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// An active source of suggestions.
protocol SuggestionFeed: Sendable {
    /// Handles the typed text. The response may come later.
    func type(_ text: String)

    /// The current response for a text.
    func response(to text: String) -> SuggestionResponse

    /// Signals each change, and once at the start.
    var changes: AsyncStream<Void> { get }

    /// Waits until nothing is in flight.
    func settled() async
}

/// The response of a source.
struct SuggestionResponse: Sendable {
    /// The suggestions, best first.
    var texts: [String]
    var isLoading = false
    var failure: (any Error)?
}

/// Suggests earlier searches, at once and without a network.
struct HistoryFeed: SuggestionFeed {
    let history: SearchHistory

    func type(_ text: String) {}

    func response(to text: String) -> SuggestionResponse {
        SuggestionResponse(texts: history.matches(text).map(\.text))
    }

    var changes: AsyncStream<Void> { history.lists.signals }

    func settled() async {}
}

/// Suggests texts of the items that a session finds. It keeps the order of responses.
struct SessionFeed<Module: ContentModule>: SuggestionFeed {
    private let session: SearchSession<Module>
    private let texts: ItemTexts<Module>

    /// - Parameter texts: Returns the suggestions from an item.
    init(session: SearchSession<Module>, texts: @escaping @Sendable (Content<Module>) -> [String]) {
        self.session = session
        self.texts = ItemTexts(texts)
    }

    func type(_ text: String) { session.type(text) }

    func response(to text: String) -> SuggestionResponse {
        let state = session.state
        var response = SuggestionResponse(texts: texts.texts(of: state))
        response.failure = state.phase.error
        switch state.phase {
        case .loading: response.isLoading = true
        case .failed: response.isLoading = false
        // Typed text may be waiting.
        case .idle, .loaded: response.isLoading = state.isStale || !state.draft.text.isByteEqual(to: text)
        }
        return response
    }

    var changes: AsyncStream<Void> { session.states.signals }

    func settled() async { await session.settled() }
}

/// The texts of a state's items, read once per state instead of at every keystroke, because items may be large.
private final class ItemTexts<Module: ContentModule>: Sendable {
    private let read: @Sendable (Content<Module>) -> [String]
    private let cache = Locked<(revision: Int, texts: [String])?>(nil)

    init(_ read: @escaping @Sendable (Content<Module>) -> [String]) { self.read = read }

    func texts(of state: SearchState<Module>) -> [String] {
        if let entry = cache.value, entry.revision == state.revision { return entry.texts }
        let texts = state.items.flatMap(read)
        cache.withLock { $0 = (state.revision, texts) }
        return texts
    }
}

extension AsyncStream where Element: Sendable {
    /// A signal for each element, without the element. Ends with the stream.
    fileprivate var signals: AsyncStream<Void> {
        AsyncStream<Void>(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                for await _ in self { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
