import Foundation
import QuireCore
import QuireText

/// An engine that finds changes by comparing its content with a store's, because its server cannot list deletions.
package protocol ComparingEngine: SyncingEngine {
    /// Requests the changes of a module, relative to the stored items.
    func changes(_ request: ChangeRequest, comparedWith stored: StoredItems) async throws -> ChangeSet
}

/// How thoroughly a ``ComparingEngine`` looks for deletions.
package enum SyncComparison: Int, Sendable, Hashable, Comparable {
    /// When the engine's interval has passed, or something is missing.
    case ifDue
    /// Also when the number of items differs.
    case count
    /// Compares all items.
    case all

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A store that can list the versions of its synced items.
package protocol ComparableStore: SyncStore {
    /// Returns the server's date of each item in milliseconds, by id. 0 for an item without a date.
    ///
    /// Writes that wait in an outbox do not count: an item that only they have created is left out.
    /// - Parameter start: Leaves out items with earlier dates. `nil` returns all.
    func syncedVersions(of module: String, since start: Date?) async throws -> [String: Int64]

    /// The number of the last write of an outbox that a server has confirmed. 0 if there was none.
    func lastConfirmedWrite() async throws -> Int64

    /// Returns what a first sync of a module has read before it was interrupted. Empty if it had another origin.
    ///
    /// - Parameter origin: Identifies what is read: the server, the user, the module's fields, the language.
    func syncDraft(of module: String, origin: String) async throws -> [SyncDraftItem]

    /// Keeps what a first sync has read, apart from the content. A draft of another origin is replaced.
    ///
    /// Content that is stored with a new state removes the draft in the same transaction.
    func appendToSyncDraft(_ items: [SyncDraftItem], of module: String, origin: String) async throws

    func clearSyncDraft(of module: String) async throws
}

/// The stored items of a module, for an engine that compares, and a listener for its progress.
package struct StoredItems: Sendable {
    /// The module as the store has it.
    package let module: ModuleDescriptor?
    private let name: String
    private let store: (any ComparableStore)?
    private let listener: @Sendable (SyncProgress) -> Void

    package init(
        _ store: any SyncStore, _ module: String,
        reporting listener: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        self.store = store as? any ComparableStore
        self.module = store.syncedModules.first { $0.name == module }
        name = module
        self.listener = listener
    }

    package func versions(since start: Date? = nil) async throws -> [String: Int64] {
        try await comparable().syncedVersions(of: name, since: start)
    }

    /// What an interrupted first sync has read.
    package func draft(_ origin: String) async throws -> [SyncDraftItem] {
        try await comparable().syncDraft(of: name, origin: origin)
    }

    /// Keeps what a first sync has read.
    package func appendToDraft(_ items: [SyncDraftItem], _ origin: String) async throws {
        try await comparable().appendToSyncDraft(items, of: name, origin: origin)
    }

    package func clearDraft() async throws { try await comparable().clearSyncDraft(of: name) }

    func lastConfirmedWrite() async throws -> Int64 { try await comparable().lastConfirmedWrite() }

    package func report(_ items: Int, of total: Int? = nil) {
        listener(SyncProgress(module: name, items: items, total: total))
    }

    private func comparable() throws -> any ComparableStore {
        if let store { return store }
        throw UnsupportedError(
            engine: "the store", node: "a sync of \"\(name)\" by comparing",
            hint: "it cannot list the versions of its items; sync into a Store")
    }
}
