extension SearchSession {
    /// Whether a screen should show that it is busy: `true` once something has been under way for the grace delay,
    /// `false` once nothing is any more.
    ///
    /// ```swift
    /// for await isBusy in session.progress() { spinner.isHidden = !isBusy }
    /// ```
    /// Requests that are faster than the delay are never heard of. Further pages count too. The stream ends with the
    /// session, and does not keep it.
    ///
    /// - Parameter grace: Zero tells of every request.
    public nonisolated func progress(after grace: Duration = .milliseconds(300)) -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        let events = self.events
        let signal = BusySignal(grace: grace, clock: core.clock, continuation)
        // What began before this is in the set; whatever ends later, or begins, is told.
        signal.began(core.pendingNumbers)
        let task = Task {
            for await event in events {
                if case .started = event.kind { signal.began([event.number]) }
                if event.isFinal { signal.ended(event.number) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            task.cancel()
            signal.stop()
        }
        return stream
    }
}
