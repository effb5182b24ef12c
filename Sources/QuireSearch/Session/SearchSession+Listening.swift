extension SearchSession {
    /// The current state.
    public nonisolated var state: SearchState<Module> { core.state }

    /// The current state, followed by each new one, for any number of listeners.
    ///
    /// A slow listener skips to the latest state, and never receives an older one after it. Cancelling a listener
    /// does not affect the session. The stream ends with the session, and does not retain it.
    public nonisolated var states: AsyncStream<SearchState<Module>> { core.stateStream() }

    /// The events of all requests from now on, complete and in order.
    public nonisolated var events: AsyncStream<SearchEvent<Module>> { core.eventStream() }

    /// Whether requests are in flight.
    public nonisolated var hasPendingRequests: Bool { core.hasPendingRequests }

    /// Waits until no request is in flight and no typed text is waiting.
    ///
    /// - Returns: The state at that time. If the caller is cancelled, the current state.
    @discardableResult
    public nonisolated func settled() async -> SearchState<Module> { await core.settled() }
}
