import Foundation
import QuireCore
import QuireToolbox

/// Stores synced content together with its checkpoint.
public protocol SyncStore: Sendable {
    /// The modules that it can store.
    var syncedModules: [ModuleDescriptor] { get }

    /// Returns the state of a module, or `nil` if it was never synced, or was cleared.
    func syncState(of module: String) async throws -> SyncState?

    /// Applies changes, the new state and a log entry in one transaction.
    ///
    /// - Throws: ``SyncStateChangedError`` if the module's state is no longer the one that the changes are based on;
    ///   `ContentDecodingError` in a strict update.
    func apply(_ update: SyncUpdate) async throws -> SyncEffect

    /// Returns the sync log of one module or of all, newest first.
    func syncLog(of module: String?) async throws -> [SyncLogEntry]

    /// Clears the sync log of one module or of all. The content stays.
    func clearSyncLog(of module: String?) async throws

    /// Removes a module's content and its state, so that the next sync is a first sync. The log stays.
    func clearSynced(_ module: String) async throws
}

/// The sync state of a module.
public struct SyncState: Sendable, Hashable {
    /// The checkpoint: the server time up to which the content is complete.
    public var mark: Date
    public var locale: String?
    /// The server's id of the module, or `nil` if the instances disagree or do not contain it.
    public var moduleID: String?
    /// What the engine needs besides the mark to continue, in its own format. A store keeps it unread.
    public var checkpoint: String?

    public init(mark: Date, locale: String?, moduleID: String?, checkpoint: String? = nil) {
        self.mark = mark
        self.locale = locale
        self.moduleID = moduleID
        self.checkpoint = checkpoint
    }
}

/// The changes of one sync, which a sync store applies in one transaction.
public struct SyncUpdate: Sendable {
    public var module: String
    /// The changes in order. Of each, created and updated items are stored first, then deleted items are removed.
    public var changes: [ChangeSet]
    public var kind: SyncKind
    /// The state that the changes are based on. If it differs, nothing is applied. A range ignores it.
    public var expected: SyncState?
    /// The new state. `nil` keeps the current one.
    public var state: SyncState?
    /// `strict` throws for an instance that does not fit the schema. `lenient` stores its valid parts and reports it.
    public var mode: DecodingOptions.Mode
    public var locale: String?
    /// The time for the log.
    public var date: Date
    /// The number of log entries to keep for the module.
    public var logLimit: Int

    public init(
        module: String, changes: [ChangeSet], kind: SyncKind, expected: SyncState?, state: SyncState?,
        mode: DecodingOptions.Mode = .lenient, locale: String? = nil, date: Date = Date(), logLimit: Int = 100
    ) {
        self.module = module
        self.changes = changes
        self.kind = kind
        self.expected = expected
        self.state = state
        self.mode = mode
        self.locale = locale
        self.date = date
        self.logLimit = logLimit
    }
}

/// The effect of applied changes on the store's items.
public struct SyncEffect: Sendable, Hashable {
    public var created = 0
    public var updated = 0
    public var deleted = 0
    /// Instances that do not fit the schema, completely or in part.
    public var rejected: [ContentDecodingError] = []

    public init() {}
}

/// Content was synced or cleared by someone else while changes were requested. The sync requests them again.
public struct SyncStateChangedError: Error, Sendable, Hashable, CustomStringConvertible {
    public var module: String

    public init(module: String) { self.module = module }

    public var description: String {
        PlainText.error(
            "Could not sync \"\(module)\": another sync, or a clear, changed it at the same time",
            "Sync again.")
    }
}

/// An item that a first sync has read. A store keeps such items apart from its content until the sync is complete, so
/// that a first sync that was interrupted continues where it stopped.
package struct SyncDraftItem: Sendable, Hashable {
    package var id: String
    /// The server's date in milliseconds.
    package var updated: Int64
    /// One instance in HALO's format.
    package var instance: Data

    package init(id: String, updated: Int64, instance: Data) {
        self.id = id
        self.updated = updated
        self.instance = instance
    }
}
