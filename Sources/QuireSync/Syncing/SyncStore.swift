import Foundation
import QuireCore
import QuireToolbox

/// Where synced content is kept, beside the knowledge of how far it goes.
public protocol SyncStore: Sendable {
    /// The modules that it can keep.
    var syncedModules: [ModuleDescriptor] { get }

    /// Where a module stands; `nil` where it was never synced, or was cleared.
    func syncState(of module: String) async throws -> SyncState?

    /// Applies changes together with the new state and a log entry: all of it, or nothing.
    ///
    /// - Throws: ``SyncStateChanged`` where the module no longer stands where the changes were asked from;
    ///   `ContentDecodingError` in a strict update.
    func apply(_ update: SyncUpdate) async throws -> SyncEffect

    /// What was synced, the newest first; of all modules where none is named.
    func syncLog(of module: String?) async throws -> [SyncLogEntry]

    /// Forgets what was synced; of all modules where none is named. The content stays.
    func clearSyncLog(of module: String?) async throws

    /// Removes a module's content and its state, so that the next sync is a first one. The log stays.
    func clearSynced(_ module: String) async throws
}

/// Where a module stands.
public struct SyncState: Sendable, Hashable {
    /// The server's moment up to which the content goes.
    public var mark: Date
    public var locale: String?
    /// The server's id of the module; `nil` where the instances do not agree, or do not say.
    public var moduleID: String?

    public init(mark: Date, locale: String?, moduleID: String?) {
        self.mark = mark
        self.locale = locale
        self.moduleID = moduleID
    }
}

/// What a sync store applies in one go.
public struct SyncUpdate: Sendable {
    public var module: String
    /// In this order; of each: created and updated are written in the place of what is stored, then deleted is removed.
    public var changes: [ChangeSet]
    public var kind: SyncKind
    /// The state that the changes were asked from; with another one nothing is applied. A range does not ask.
    public var expected: SyncState?
    /// The state afterwards; `nil` leaves it as it is.
    public var state: SyncState?
    /// `strict` throws at an instance that does not fit the schema; `lenient` keeps what fits of it and reports it.
    public var mode: DecodingOptions.Mode
    public var locale: String?
    /// When it happens, for the log.
    public var date: Date
    /// How many entries of the log are kept for the module.
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

/// What applying changes came to, in items of the store.
public struct SyncEffect: Sendable, Hashable {
    public var created = 0
    public var updated = 0
    public var deleted = 0
    /// Instances that do not fit the schema, whole or in part.
    public var rejected: [ContentDecodingError] = []

    public init() {}
}

/// Content was synced or cleared by someone else while changes were on their way; the sync asks again.
public struct SyncStateChanged: Error, Sendable, Hashable, CustomStringConvertible {
    public var module: String

    public init(module: String) { self.module = module }

    public var description: String {
        PlainText.error(
            "Could not sync \"\(module)\": another sync, or a clear, changed it at the same time",
            "Sync again.")
    }
}
