import QuireEngine

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
