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
    /// again after 25 minutes, and after it was lost: after 1 s, then after increasing delays up to 30 s. PocketBase
    /// announces nothing when a changed item leaves what a user may see; a sync finds that. View collections announce
    /// nothing at all.
    public func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange> {
        var topics: [String: String] = [:]
        for module in modules { topics[RealtimeTopic.all(of: layout(of: module).name)] = module.name }
        let loop = RealtimeLoop(connection, topics: topics, times: realtimeTimes)
        return AsyncStream {
            await loop.next()
        } onCancel: {
            loop.end()
        }
    }
}
