import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// The kind of a sync.
public enum SyncKind: String, Sendable, Hashable, Codable {
    /// Everything, because the module was never synced, or was cleared.
    case first
    /// The changes since the last sync.
    case changes
    /// Everything, because the language has changed.
    case newLocale
    /// Everything, because the server has a different module with this name.
    case newModule
    /// The changes in a given time range.
    case range
    /// Given items, because a server has announced their change. See ``ContentSync/follow(_:every:)``.
    case items
    /// The whole selection. See ``SelectedContent``.
    case selection
    /// Content bundled with the app, before the first sync. See `ContentSync.bootstrap`.
    case bundled

    /// Whether the content is replaced instead of changed.
    public var replacesContent: Bool {
        switch self {
        case .first, .newLocale, .newModule, .selection, .bundled: true
        case .changes, .range, .items: false
        }
    }
}

/// The result of a sync.
public struct SyncSummary: Sendable, Hashable {
    public var module: String
    public var locale: String?
    public var kind: SyncKind
    /// The checkpoint: the server time up to which the content is complete.
    public var timestamp: Date
    /// Items that were not stored before.
    public var created: Int
    /// Items that replaced stored ones.
    public var updated: Int
    /// Items that were removed from the store.
    public var deleted: Int
    /// Instances that do not fit the schema, completely or in part. Their valid parts are stored.
    public var rejected: [ContentDecodingError]

    /// Whether this was the module's first sync.
    public var isFirst: Bool { kind == .first }
}

/// An entry in a store's log: one sync that was applied.
public struct SyncLogEntry: Sendable, Hashable, Codable {
    public var module: String
    public var date: Date
    public var locale: String?
    public var kind: SyncKind
    public var created: Int
    public var updated: Int
    public var deleted: Int
    public var rejected: Int

    public init(
        module: String, date: Date, locale: String?, kind: SyncKind, created: Int, updated: Int, deleted: Int,
        rejected: Int
    ) {
        self.module = module
        self.date = date
        self.locale = locale
        self.kind = kind
        self.created = created
        self.updated = updated
        self.deleted = deleted
        self.rejected = rejected
    }
}

/// The result of a module's sync.
public struct SyncResult: Sendable {
    public var module: String
    public var outcome: Result<SyncSummary, any Error>

    /// The summary of the sync.
    /// - Throws: The error of a failed sync.
    public var summary: SyncSummary { get throws { try outcome.get() } }
}

/// The progress of a sync.
public struct SyncProgress: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The number of items received so far, also by an interrupted first sync that this one continues. They become
    /// content at the end, all at once.
    public var items: Int
    /// The number of items to receive. `nil` if the server did not say.
    public var total: Int?
}

extension ContentSync {
    /// Returns the progress of a module's syncs from now on, until the loop is left or its task is cancelled.
    ///
    /// ```swift
    /// for await progress in sync.progress(of: Books.self) { print(progress.items, progress.total as Any) }
    /// ```
    /// For syncs that need several requests, which are those from PocketBase and of ``SelectedContent``. A slow reader
    /// gets the newest.
    public func progress<Module: ContentModule>(of module: Module.Type) -> AsyncStream<SyncProgress> {
        progress.stream { $0.module == Module.descriptor.name }
    }
}
