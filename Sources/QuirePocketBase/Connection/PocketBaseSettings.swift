import QuireCore
import QuireHTTP

/// The settings of a PocketBase engine: whose collections it uses, and the limits of its calls.
public struct PocketBaseSettings: Sendable, Hashable {
    /// Who decides what the collections look like.
    public enum Collections: String, Sendable, Hashable, CaseIterable {
        /// The server's owner. A query is refused if the collection's own fields cannot express it exactly.
        case existing
        /// Quire: `prepare` creates them from the schema, with the fields that exact results need.
        case managed
    }

    /// What happens to the other operations of a batch if one fails.
    public enum Batches: String, Sendable, Hashable, CaseIterable {
        /// Each operation succeeds or fails on its own.
        case each
        /// All operations succeed, or none. The server has to allow batches.
        case allOrNone
    }

    /// Who decides what the collections look like.
    public var collections: Collections
    /// The time for one call, with all its attempts and waits.
    public var timeout: Duration
    public var retries: RetryPolicy
    /// The largest response, in bytes. `nil` uses the transport's limit.
    public var maximumResponseBytes: Int?
    /// How an update notices that somebody else has changed the item. `nil` uses `revisions` in managed collections if the
    /// server allows batches, otherwise `compare`.
    public var conflictDetection: PocketBaseConflictDetection?
    /// What happens to the other operations of a batch if one fails.
    public var batches = Batches.each
    /// The number of writes in one call. The server's limit is 50 unless its settings say otherwise.
    public var batchSize = 50
    /// How syncs find changes.
    public var syncs: PocketBaseSyncSettings
    /// The schema's locales (`ContentSchema.locales`), for requests that name a language.
    public var locales: [LocaleDescriptor]

    public init(
        collections: Collections = .existing, timeout: Duration = .seconds(30),
        retries: RetryPolicy = RetryPolicy(), maximumResponseBytes: Int? = nil,
        conflictDetection: PocketBaseConflictDetection? = nil, batches: Batches = .each,
        syncs: PocketBaseSyncSettings = PocketBaseSyncSettings(), locales: [LocaleDescriptor] = []
    ) {
        self.collections = collections
        self.timeout = timeout
        self.retries = retries
        self.maximumResponseBytes = maximumResponseBytes
        self.conflictDetection = conflictDetection
        self.batches = batches
        self.syncs = syncs
        self.locales = locales
    }
}
