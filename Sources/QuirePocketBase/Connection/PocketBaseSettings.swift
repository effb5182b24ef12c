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
    public var batches: Batches
    /// The number of writes in one call. The server's limit is 50 unless its settings say otherwise.
    public var batchSize: Int
    /// How syncs find changes.
    public var syncs: PocketBaseSyncSettings
    /// The schema's locales (`ContentSchema.locales`), for requests that name a language.
    public var locales: [LocaleDescriptor]

    public init(
        collections: Collections = .existing, timeout: Duration = .seconds(30),
        retries: RetryPolicy = RetryPolicy(), maximumResponseBytes: Int? = nil,
        conflictDetection: PocketBaseConflictDetection? = nil, batches: Batches = .each,
        batchSize: Int = 50,
        syncs: PocketBaseSyncSettings = PocketBaseSyncSettings(), locales: [LocaleDescriptor] = []
    ) {
        self.collections = collections
        self.timeout = timeout
        self.retries = retries
        self.maximumResponseBytes = maximumResponseBytes
        self.conflictDetection = conflictDetection
        self.batches = batches
        self.batchSize = max(1, batchSize)
        self.syncs = syncs
        self.locales = locales
    }
}

/// How an update notices that somebody else has changed the item.
///
/// PocketBase has no `ETag`. Every way but ``compare`` is exact: the check and the write are one transaction.
public enum PocketBaseConflictDetection: String, Sendable, Hashable, CaseIterable {
    /// Reads the item, compares `updatedAt`, and writes. Another writer may come in between: of 240 increments by four
    /// writers, 149 were lost.
    case compare
    /// Claims the item's next revision in the batch that writes it. For managed collections, on servers that allow
    /// batches. Does not notice writers other than Quire, such as the dashboard.
    case revisions
    /// The collection's update rule compares the version, in a batch. Add to the rule:
    /// `(@request.headers.x_if_updated = '' || updated = @request.headers.x_if_updated)`. Rules do not apply to superusers.
    case rule
    /// Quire's hook on the server compares the version (``PocketBaseHooks``).
    case hook

    /// Whether no change of another writer is lost.
    public var isExact: Bool { self != .compare }
}

/// How syncs find the changes of a PocketBase collection, which lists neither deletions nor its own past.
public struct PocketBaseSyncSettings: Sendable, Hashable {
    /// How far before the newest known change a sync reads again. PocketBase dates a change before it is committed, so a
    /// change may appear behind newer ones. It must exceed the longest transaction of the server.
    public var overlap: Duration
    /// How often the ids of all items are compared, which finds deletions, and items that rules have hidden.
    public var comparison: Duration
    /// Whether the server runs ``PocketBaseHooks``, so that syncs read its journal, which is exact,
    /// and `follow` listens to it.
    public var usesJournal: Bool

    public init(
        overlap: Duration = .seconds(15), comparison: Duration = .seconds(3_600), usesJournal: Bool = false
    ) {
        self.overlap = overlap
        self.comparison = comparison
        self.usesJournal = usesJournal
    }
}

/// When a realtime connection is given up and made again.
struct RealtimeTimes: Sendable, Hashable {
    /// The time for connecting and for subscribing.
    var connecting = Duration.seconds(30)
    /// The server closes a stream without messages after 300 s. A silence that is longer means that it is gone.
    var silence = Duration.seconds(330)
    /// The server closes every stream after 30 minutes.
    var lifetime = Duration.seconds(1_500)
    /// A connection that lasted this long was good, so the delays start again.
    var recovery = Duration.seconds(10)
    /// The delays after failures.
    var delays = RetryPolicy(baseDelay: .seconds(1), maximumDelay: .seconds(30))
}

/// How long `prepare` tries to fill columns while others write records without them.
struct FillingTimes: Sendable, Hashable {
    /// The number of readings of what has changed, in each step.
    var readings = 8
    /// The pause after the first of them. Each later one is twice as long, up to 3 s.
    var pause = Duration.milliseconds(100)
}
