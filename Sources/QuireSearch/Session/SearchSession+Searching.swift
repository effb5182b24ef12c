import QuireEngine

extension SearchSession {
    /// Searches for what stands on the screen now, even where nothing has changed.
    ///
    /// - Parameter tag: Anything; the events and the state of this search carry it.
    /// - Returns: The number of the search. Where the condition to search does not hold, nothing is sent: the state
    ///   is idle and empty, and has the number.
    @discardableResult
    public nonisolated func search(tag: (any Sendable)? = nil) -> Int {
        core.searching { $0.search(tag: tag, isAllowed: $1) }
    }

    /// A keystroke: sets the text, and searches when `Options.pacing` says so. A text that is cleared is searched for
    /// at once.
    public nonisolated func type(_ text: String, tag: (any Sendable)? = nil) { core.type(text, tag: tag) }

    /// The return key: searches at once for what waits for its time. What is asked or shown already is not asked again.
    ///
    /// - Returns: The number of the search.
    @discardableResult
    public nonisolated func submit(tag: (any Sendable)? = nil) -> Int {
        core.searching { $0.submit(tag: tag, isAllowed: $1) }
    }

    /// Searches again for what failed, as it was then; or else asks again for the pages that failed.
    public nonisolated func retry() { core.step { $0.retry() } }

    /// Cancels a request. Nothing happens where it has ended, or never was.
    public nonisolated func cancel(_ number: Int) { core.step { $0.cancel(number) } }

    /// Cancels all that is under way, and gives up what waits for its time.
    public nonisolated func cancelPending() { core.step { $0.cancelPending() } }

    /// Takes another engine from now on. What is under way is cancelled; what stands on the screen stays, and is
    /// stale until the next search.
    public nonisolated func use(_ engine: any ContentEngine) { use(ContentClient(engine: engine)) }

    /// Takes another client from now on.
    public nonisolated func use(_ content: ContentClient) { use(source: EngineSource(content)) }

    /// Takes another source from now on.
    public nonisolated func use(source: any SearchSource) { core.use(source) }

    /// Where answers come from now.
    package nonisolated var source: any SearchSource { core.currentSource }
}
