import QuireCore

extension SearchSession {
    /// Loads the page after the last one that is loaded, once: for a list of `SearchState.items` that grows.
    ///
    /// It can be called at any time and as often as wanted. It does nothing before the first results, while a newer
    /// search is under way, at the end of the result, and while that page is on its way. A page that has failed is
    /// asked for again.
    public nonisolated func loadMore() { core.step { $0.loadMore() } }

    /// Tells that a place of `SearchState.pages` is on the screen: the pages around it, `Options.prefetchDistance`
    /// items far, are loaded, each once; pages farther away than `Options.retainedPages` are evicted.
    ///
    /// A list may tell of all its rows whenever it draws itself. Pages that have failed wait for `retry()`.
    public nonisolated func itemShown(at index: Int) { core.step { $0.shown(index) } }

    /// Tells that an item of `SearchState.items` is on the screen: pages near it are loaded; nothing is evicted.
    public nonisolated func itemShown(_ id: ContentID<Module>) { core.step { $0.shown(id) } }

    /// Loads a page, counted from 1, with the guards of `loadMore()`.
    public nonisolated func loadPage(_ page: Int) { core.step { $0.loadPage(page) } }

    /// Takes an item that was deleted out of what is shown, and out of all answers to come, until `reset()`: engines
    /// may go on finding it for a while.
    public nonisolated func remove(_ id: ContentID<Module>) {
        core.step { $0.remove(ItemKey(id.rawValue)) }
    }

    /// Shows an item again that was removed.
    public nonisolated func restore(_ id: ContentID<Module>) {
        core.step { $0.restore(ItemKey(id.rawValue)) }
    }
}
