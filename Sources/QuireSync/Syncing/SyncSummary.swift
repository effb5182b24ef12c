import Foundation
import QuireCore

/// Why a sync asked for what it asked.
public enum SyncKind: String, Sendable, Hashable, Codable {
    /// Everything: the module was never synced, or was cleared.
    case first
    /// What has changed since the last sync.
    case changes
    /// Everything, because the language is another one.
    case newLocale
    /// Everything, because the server's module of this name is another one.
    case newModule
    /// What has changed in a range that the caller gave.
    case range
    /// Everything that is selected; see ``SelectedContent``.
    case selection
    /// What the app brought along, before the first sync; see `ContentSync.bootstrap`.
    case bundled

    /// Whether the content is replaced, and not only changed.
    public var replacesContent: Bool {
        switch self {
        case .first, .newLocale, .newModule, .selection, .bundled: true
        case .changes, .range: false
        }
    }
}

/// What a sync did.
public struct SyncSummary: Sendable, Hashable {
    public var module: String
    public var locale: String?
    public var kind: SyncKind
    /// The server's moment up to which the content goes.
    public var timestamp: Date
    /// Items that were not stored before.
    public var created: Int
    /// Items that took the place of stored ones.
    public var updated: Int
    /// Items that are no longer stored.
    public var deleted: Int
    /// Instances that do not fit the schema, whole or in part. What fits of them is stored.
    public var rejected: [ContentDecodingError]

    /// Whether the module had not been synced before.
    public var isFirst: Bool { kind == .first }
}

/// A line of a store's log: one sync that was applied.
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

/// How a sync of a module ended.
public struct SyncResult: Sendable {
    public var module: String
    public var outcome: Result<SyncSummary, any Error>

    /// What was done.
    /// - Throws: The error that the sync ended with.
    public var summary: SyncSummary { get throws { try outcome.get() } }
}
