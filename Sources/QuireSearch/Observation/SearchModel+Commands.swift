import QuireCore

#if canImport(Observation)

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SearchModel {
    /// The return key: searches at once for what waits for its time.
    public func submit() { session.submit() }

    /// Searches for what stands on the screen, even where nothing has changed: for pull to refresh.
    public func search() { session.search() }

    /// Searches again for what failed.
    public func retry() { session.retry() }

    /// Loads the page after the last one; can be called as often as wanted.
    public func loadMore() { session.loadMore() }

    /// Loads a page, counted from 1: for a screen with page numbers.
    public func loadPage(_ page: Int) { session.loadPage(page) }

    /// Takes an item that was deleted out of what is shown, and out of all answers to come.
    public func remove(_ id: ContentID<Module>) { session.remove(id) }

    /// Tells that an item of `SearchState.items` is on the screen: pages near it are loaded.
    public func itemShown(_ id: ContentID<Module>) { session.itemShown(id) }

    /// Tells that a place of `SearchState.pages` is on the screen: pages around it are loaded, those far away evicted.
    public func itemShown(at index: Int) { session.itemShown(at: index) }
}
#endif
