import QuireCore

#if canImport(Observation)

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SearchModel {
    /// Handles the return key: sends a waiting search at once.
    public func submit() { session.submit() }

    /// Searches for the current draft, even if nothing has changed, for example for pull to refresh.
    public func search() { session.search() }

    /// Sends the failed requests again.
    public func retry() { session.retry() }

    /// Loads the next page. You can call this as often as you like.
    public func loadMore() { session.loadMore() }

    /// Loads a page, counted from 1, for a screen with page numbers.
    public func loadPage(_ page: Int) { session.loadPage(page) }

    /// Removes a deleted item from the shown items, and from all later responses.
    public func remove(_ id: ContentID<Module>) { session.remove(id) }

    /// Reports that an item of `SearchState.items` is visible, so that pages near it are loaded.
    public func itemShown(_ id: ContentID<Module>) { session.itemShown(id) }

    /// Reports that a position in `SearchState.pages` is visible, so that nearby pages are loaded and distant ones
    /// evicted.
    public func itemShown(at index: Int) { session.itemShown(at: index) }
}
#endif
