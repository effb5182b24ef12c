extension SearchSession {
    /// The state now.
    public nonisolated var state: SearchState<Module> { core.state }

    /// The states: the current one at once, then each new one; for any number of listeners.
    ///
    /// A listener that is slower than the session skips to the newest state, and never gets an older one after it.
    /// Cancelling the listener leaves the session as it is. The stream ends with the session, and does not keep it.
    public nonisolated var states: AsyncStream<SearchState<Module>> { core.stateStream() }

    /// What happens to the requests from now on, in order, with nothing left out.
    public nonisolated var events: AsyncStream<SearchEvent<Module>> { core.eventStream() }

    /// Whether requests are under way.
    public nonisolated var hasPendingRequests: Bool { core.hasPendingRequests }

    /// Waits until no request is under way and nothing typed waits for its time.
    ///
    /// - Returns: The state then; where the caller is cancelled, the state at that moment.
    @discardableResult
    public nonisolated func settled() async -> SearchState<Module> { await core.settled() }
}
