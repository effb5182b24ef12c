/// Sessions that share one search field: results of several modules, suggestions, each with its own state.
///
/// ```swift
/// let engine = typesense.batched()
/// let books = SearchSession(Books.query(), on: engine)
/// let authors = SearchSession(Authors.query(), on: engine)
/// let group = SearchGroup(books, authors)
/// group.type("whale")                     // 100 ms later one request for both
/// for await state in books.states { … }
/// ```
/// On a ``BatchedEngine`` what they ask at the same time is one request; sessions with another pacing, or on engines of
/// their own, ask when and where they would alone. A condition to search is each session's own.
public struct SearchGroup: Sendable {
    private let sessions: [any GroupedSession]

    public init<each Module>(_ session: repeat SearchSession<each Module>) {
        var sessions: [any GroupedSession] = []
        repeat sessions.append(each session)
        self.sessions = sessions
    }

    /// A keystroke, for all: sets the text, and searches when each session's pacing says so.
    public func type(_ text: String, tag: (any Sendable)? = nil) {
        for session in sessions { session.type(text, tag: tag) }
    }

    /// The return key, for all: searches at once for what waits for its time.
    public func submit(tag: (any Sendable)? = nil) {
        for session in sessions { session.submit(tag: tag) }
    }

    /// Searches for what stands on the screen now, even where nothing has changed.
    public func search(tag: (any Sendable)? = nil) {
        for session in sessions { session.search(tag: tag) }
    }

    /// Sets the text of all; nothing is sent.
    public func setText(_ text: String) {
        for session in sessions { session.setText(text) }
    }

    /// Cancels all that is under way, and gives up what waits for its time.
    public func cancelPending() {
        for session in sessions { session.cancelPending() }
    }

    /// Clears text, refinements, named filters and results of all.
    public func reset() {
        for session in sessions { session.reset() }
    }

    /// Waits until no session has a request under way, or something typed that waits for its time.
    public func settled() async {
        for session in sessions { await session.untilSettled() }
    }
}

/// A session, whatever its module.
private protocol GroupedSession: Sendable {
    func type(_ text: String, tag: (any Sendable)?)
    @discardableResult func submit(tag: (any Sendable)?) -> Int
    @discardableResult func search(tag: (any Sendable)?) -> Int
    func setText(_ text: String)
    func cancelPending()
    func reset()
    func untilSettled() async
}

extension SearchSession: GroupedSession {
    fileprivate nonisolated func setText(_ text: String) { self.text = text }
    fileprivate nonisolated func untilSettled() async { await settled() }
}
