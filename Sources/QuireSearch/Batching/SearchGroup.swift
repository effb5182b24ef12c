/// Sessions that share one search field, for example for results of several modules and suggestions. Each has its own
/// state.
///
/// ```swift
/// let engine = typesense.batched()
/// let books = SearchSession(Books.query(), on: engine)
/// let authors = SearchSession(Authors.query(), on: engine)
/// let group = SearchGroup(books, authors)
/// group.type("whale")                     // 100 ms later one request for both
/// for await state in books.states { … }
/// ```
/// On a ``BatchedEngine``, their simultaneous searches become one request. Sessions with a different pacing, or with
/// other engines, send requests as they would alone. Each session has its own search condition.
public struct SearchGroup: Sendable {
    private let sessions: [any GroupedSession]

    public init<each Module>(_ session: repeat SearchSession<each Module>) {
        var sessions: [any GroupedSession] = []
        repeat sessions.append(each session)
        self.sessions = sessions
    }

    /// Handles a keystroke for all sessions: sets the text, and searches according to each session's pacing.
    public func type(_ text: String, tag: (any Sendable)? = nil) {
        for session in sessions { session.type(text, tag: tag) }
    }

    /// Handles the return key for all sessions: sends waiting searches at once.
    public func submit(tag: (any Sendable)? = nil) {
        for session in sessions { session.submit(tag: tag) }
    }

    /// Searches for the current draft of each session, even if nothing has changed.
    public func search(tag: (any Sendable)? = nil) {
        for session in sessions { session.search(tag: tag) }
    }

    /// Sets the text of all sessions. Sends nothing.
    public func setText(_ text: String) {
        for session in sessions { session.setText(text) }
    }

    /// Cancels all requests in flight, and drops waiting searches.
    public func cancelPending() {
        for session in sessions { session.cancelPending() }
    }

    /// Clears the text, refinements, named filters and results of all sessions.
    public func reset() {
        for session in sessions { session.reset() }
    }

    /// Waits until no session has a request in flight or a waiting search.
    public func settled() async {
        for session in sessions { await session.untilSettled() }
    }
}

/// A session of any module.
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
