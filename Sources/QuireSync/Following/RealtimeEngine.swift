import QuireCore
import QuireEngine

/// An engine whose server announces changes. ``ContentSync/follow(_:every:)`` uses it.
public protocol RealtimeEngine: SyncingEngine {
    /// Returns the changes that the server announces, until the loop is left or its task is cancelled.
    ///
    /// Announcements may be lost while there is no connection. After each new connection, the engine therefore returns a
    /// change without an id for each module. A reader that asks the server after each change misses nothing.
    func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange>
}

extension RealtimeEngine {
    /// Returns the changes of modules that the server announces, until the loop is left or its task is cancelled.
    ///
    /// ```swift
    /// for await change in pocketBase.changes(of: Books.self, Authors.self) {
    ///     print(change.module, change.id ?? "anything")
    /// }
    /// // GET /api/realtime
    /// // POST /api/realtime {"clientId":"…","subscriptions":["books/*","authors/*"]}
    /// ```
    /// Each module comes once without an id when the connection is made, and after each reconnect, because nothing is
    /// repeated that was announced meanwhile. Changes that wait for a slow reader are joined: an item comes once, and many
    /// items of a module come as one change without an id. Each loop has its own connection.
    public func changes(of modules: any ContentModule.Type...) -> AsyncStream<RealtimeChange> {
        changes(ofModules: modules.map { $0.descriptor })
    }
}

extension ObservedEngine: RealtimeEngine where Base: RealtimeEngine {
    public func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange> {
        base.changes(ofModules: modules)
    }
}

extension SelectedContent: RealtimeEngine {
    /// The base engine's changes. The stream of an engine without realtime ends at once.
    public func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange> {
        guard let base = base as? any RealtimeEngine else { return AsyncStream { $0.finish() } }
        return base.changes(ofModules: modules)
    }
}

/// A change that a server has announced. It names what may have changed, and never has the new content.
public struct RealtimeChange: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The id of the item that was created, changed or deleted. `nil` if any item of the module may have.
    public var id: String?

    public init(module: String, id: String? = nil) {
        self.module = module
        self.id = id
    }
}
