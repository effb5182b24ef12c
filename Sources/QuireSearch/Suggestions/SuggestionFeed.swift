import Foundation
import QuireCore
import QuireText

/// One source of suggestions at work.
protocol SuggestionFeed: Sendable {
    /// What was typed; the answer may come later.
    func type(_ text: String)

    /// What it has to say now to what was typed.
    func answer(to text: String) -> SuggestionAnswer

    /// Whenever that has changed; the first at once.
    var changes: AsyncStream<Void> { get }

    /// Waits until nothing is under way.
    func settled() async
}

/// What a source has to say.
struct SuggestionAnswer: Sendable {
    /// The best first.
    var texts: [String]
    var isLoading = false
    var failure: (any Error)?
}

/// Suggestions from what was searched for before: at once, with no network.
struct HistoryFeed: SuggestionFeed {
    let history: SearchHistory

    func type(_ text: String) {}

    func answer(to text: String) -> SuggestionAnswer {
        SuggestionAnswer(texts: history.matches(text).map(\.text))
    }

    var changes: AsyncStream<Void> { history.lists.signals }

    func settled() async {}
}

/// Suggestions from items that a session finds; it keeps the order of the answers.
struct SessionFeed<Module: ContentModule>: SuggestionFeed {
    private let session: SearchSession<Module>
    private let texts: ItemTexts<Module>

    /// - Parameter texts: What an item suggests.
    init(session: SearchSession<Module>, texts: @escaping @Sendable (Content<Module>) -> [String]) {
        self.session = session
        self.texts = ItemTexts(texts)
    }

    func type(_ text: String) { session.type(text) }

    func answer(to text: String) -> SuggestionAnswer {
        let state = session.state
        var answer = SuggestionAnswer(texts: texts.texts(of: state))
        answer.failure = state.phase.error
        switch state.phase {
        case .loading: answer.isLoading = true
        case .failed: answer.isLoading = false
        // What was typed may wait for its time.
        case .idle, .loaded: answer.isLoading = state.isStale || !state.draft.text.isByteEqual(to: text)
        }
        return answer
    }

    var changes: AsyncStream<Void> { session.states.signals }

    func settled() async { await session.settled() }
}

/// The texts of a state's items, read once for each state and not at every keystroke: items may be large.
///
/// Unchecked: a lock guards what changes.
private final class ItemTexts<Module: ContentModule>: @unchecked Sendable {
    private let read: @Sendable (Content<Module>) -> [String]
    private let lock = NSLock()
    private var known: (revision: Int, texts: [String])?

    init(_ read: @escaping @Sendable (Content<Module>) -> [String]) { self.read = read }

    func texts(of state: SearchState<Module>) -> [String] {
        if let known = lock.withLock({ known }), known.revision == state.revision { return known.texts }
        let texts = state.items.flatMap(read)
        lock.withLock { known = (state.revision, texts) }
        return texts
    }
}

extension AsyncStream where Element: Sendable {
    /// That there was an element, without it. Ends with the stream.
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
