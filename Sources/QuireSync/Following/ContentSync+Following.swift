import QuireCore

extension ContentSync {
    /// Keeps modules synced, until the task is cancelled.
    ///
    /// ```swift
    /// let following = Task { await sync.follow(Books.self, Authors.self) }
    /// for try await page in ContentClient(engine: store).live(Books.query().where(\.age >= 18)) {
    ///     show(page.items)                            // also after a change by somebody else
    /// }
    /// ```
    /// Syncs now, after each change that the server announces (``RealtimeEngine``), after each reconnect, and after an
    /// interval. An announcement is never stored itself: the item is fetched from the server, and soon after, everything
    /// that has changed since the last sync. A sync that fails, for example while offline, is repeated after increasing
    /// delays, from 1 s to 30 s. ``events()`` reports each result.
    /// - Parameters:
    ///   - modules: The modules.
    ///   - interval: How often to sync without an announcement.
    public func follow(
        _ modules: any ContentModule.Type..., every interval: Duration = .seconds(900)
    ) async {
        await Follower(sync: self, modules: modules.map { $0.descriptor }, interval: interval).run()
    }
}
