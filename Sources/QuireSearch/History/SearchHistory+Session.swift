extension SearchHistory {
    /// Records what a session searches for, until the session ends or the task is cancelled.
    ///
    /// ```swift
    /// history.follow(session)
    /// ```
    /// A search is recorded when its first results are delivered: one that was submitted at once, and whatever it found;
    /// one that was typed after ``Options/quiet``, if it found anything. Searches that fail, are cancelled or are
    /// overtaken are not recorded, nor are further pages. The task keeps neither the session nor the history.
    @discardableResult
    public func follow<Module>(_ session: SearchSession<Module>) -> Task<Void, Never> {
        let events = session.events
        return Task { [weak self] in
            for await event in events {
                guard case .delivered = event.kind, !event.isLoadingMore else { continue }
                self?.note(event)
            }
        }
    }

    private func note<Module>(_ event: SearchEvent<Module>) {
        if !event.isTyped {
            record(event.text)
        } else if event.total == 0 {
            // What was typed before it is no longer what is meant.
            type("")
        } else {
            type(event.text)
        }
    }
}
