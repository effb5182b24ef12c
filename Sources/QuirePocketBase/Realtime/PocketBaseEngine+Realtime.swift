import QuireCore
import QuireSync

extension PocketBaseEngine: RealtimeEngine {
    /// Returns the changes of modules that the server announces.
    ///
    /// ```swift
    /// for await change in pocketBase.changes(of: Books.self) { print(change.id ?? "anything") }
    /// // GET /api/realtime
    /// // POST /api/realtime {"clientId":"…","subscriptions":["books/*"]}
    /// ```
    /// The connection has the rights of the signed-in user, and is made again when somebody signs in or out. It is also made
    /// again after 25 minutes, and after it was lost: after 1 s, then after increasing delays up to 30 s.
    ///
    /// PocketBase announces nothing when a changed item leaves what a user may see; the next comparison of a sync finds
    /// that. With the journal of ``PocketBaseHooks`` (`PocketBaseSyncSettings.usesJournal`), its entries are the
    /// announcements, and name that item too. View collections announce nothing at all.
    public func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange> {
        var collections: [String: String] = [:]
        for module in modules { collections[layout(of: module).name] = module.name }
        let topics =
            settings.syncs.usesJournal
            ? [RealtimeTopic.journal(of: collections)]
            : collections.map { RealtimeTopic.records(of: $0.key, module: $0.value) }
        let loop = RealtimeLoop(connection, topics: topics, times: realtimeTimes)
        return AsyncStream {
            await loop.next()
        } onCancel: {
            loop.end()
        }
    }
}
