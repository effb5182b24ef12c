extension SearchSession {
    /// The draft of the next search. Changing it sends nothing.
    public nonisolated var draft: SearchDraft<Module> {
        get { core.draft }
        set { core.edit { $0 = newValue } }
    }

    /// The text in the search field. Changing it sends nothing. `type(_:)` also searches.
    public nonisolated var text: String {
        get { core.draft.text }
        set { core.edit { $0.text = newValue } }
    }

    /// Changes the draft of the next search. Sends nothing.
    ///
    /// ```swift
    /// session.edit { $0.pageSize = 50 }
    /// session.search()
    /// ```
    /// The closure may read the session, but must only edit its argument.
    @discardableResult
    public nonisolated func edit<Result>(
        _ change: (inout SearchDraft<Module>) throws -> Result
    ) rethrows -> Result {
        try core.edit(change)
    }

    /// Clears the text, refinements, named filters and results, and cancels requests in flight. The query, the order
    /// and the listeners stay, and numbers keep increasing.
    public nonisolated func reset() { core.reset() }
}
