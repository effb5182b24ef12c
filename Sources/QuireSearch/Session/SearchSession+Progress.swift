extension SearchSession {
    /// Whether a screen should show an activity indicator: `true` once requests have run for the grace delay, `false` once
    /// none is left.
    ///
    /// ```swift
    /// for await isBusy in session.progress() { spinner.isHidden = !isBusy }
    /// ```
    /// Requests that are faster than the delay show nothing. Further pages count too. The stream ends with the session,
    /// and does not retain it.
    ///
    /// - Parameter grace: How long requests run before they count; zero counts every request.
    public nonisolated func progress(after grace: Duration = .milliseconds(300)) -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        let events = self.events
        let signal = BusySignal(grace: grace, clock: core.clock, continuation)
        // Requests that began before are in the set; later ones arrive as events.
        let pending = core.pendingNumbers
        let task = Task {
            if !Task.isCancelled { signal.began(pending) }
            for await event in events where !Task.isCancelled {
                if case .started = event.kind { signal.began([event.number]) }
                if event.isFinal { signal.ended(event.number) }
            }
            signal.stop()
            continuation.finish()
        }
        // Nothing more: whoever ends the stream may hold the reader's status lock, which the signal needs to yield.
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
