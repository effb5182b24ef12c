import QuireCore

extension SearchSession {
    /// Loads the next page once, for a growing list of `SearchState.items`.
    ///
    /// You can call it at any time and as often as you like. It does nothing before the first results, while a newer
    /// search is in flight, at the end of the result, and while the page is being loaded. A failed page is
    /// requested again.
    public nonisolated func loadMore() { core.step { $0.loadMore() } }

    /// Reports that a position of `SearchState.pages` is visible. The pages within `Options.prefetchDistance` items
    /// are loaded once, and pages farther away than `Options.retainedPages` are evicted.
    ///
    /// A list may report all its rows whenever it redraws. Failed pages wait for `retry()`.
    public nonisolated func itemShown(at index: Int) { core.step { $0.shown(index) } }

    /// Reports that an item of `SearchState.items` is visible. Nearby pages are loaded, and nothing is evicted.
    public nonisolated func itemShown(_ id: ContentID<Module>) { core.step { $0.shown(id) } }

    /// Loads a page, counted from 1, under the same conditions as `loadMore()`.
    public nonisolated func loadPage(_ page: Int) { core.step { $0.loadPage(page) } }

    /// Removes a deleted item from the shown items, and from all later responses until `reset()`, because engines
    /// may still find it for a while.
    public nonisolated func remove(_ id: ContentID<Module>) {
        core.step { $0.remove(ItemKey(id.rawValue)) }
    }

    /// Shows a removed item again.
    public nonisolated func restore(_ id: ContentID<Module>) {
        core.step { $0.restore(ItemKey(id.rawValue)) }
    }
}
