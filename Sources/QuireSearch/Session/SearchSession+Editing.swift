extension SearchSession {
    /// What the next search asks. Changing it sends nothing.
    public nonisolated var draft: SearchDraft<Module> {
        get { core.draft }
        set { core.edit { $0 = newValue } }
    }

    /// What stands in the search field. Changing it sends nothing; `type(_:)` searches too.
    public nonisolated var text: String {
        get { core.draft.text }
        set { core.edit { $0.text = newValue } }
    }

    /// Changes what the next search asks; nothing is sent.
    ///
    /// ```swift
    /// session.edit { $0.pageSize = 50 }
    /// session.search()
    /// ```
    /// The closure may look at the session, but must not edit it by another way than its argument.
    @discardableResult
    public nonisolated func edit<Result>(
        _ change: (inout SearchDraft<Module>) throws -> Result
    ) rethrows -> Result {
        try core.edit(change)
    }

    /// Clears text, refinements, named filters and results, and cancels what is under way. Query, order and listeners
    /// stay, and so do the numbers.
    public nonisolated func reset() { core.reset() }
}
