extension SearchHistory {
    /// Records the searches of a session, until the session ends or the task is cancelled.
    ///
    /// ```swift
    /// history.follow(session)
    /// ```
    /// A search is recorded when its first results are delivered: a submitted one at once, regardless of its result,
    /// and a typed one after ``Options/quiet``, if it found anything as typed. Searches that fail, are cancelled or superseded
    /// are not recorded, and neither are further pages. The task retains neither the session nor the history.
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
        } else if event.total == 0 || event.level.map({ $0 != .words }) ?? false {
            // The text typed before is obsolete.
            type("")
        } else {
            type(event.text)
        }
    }
}
