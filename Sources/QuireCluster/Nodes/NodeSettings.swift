/// Settings for communication with the nodes of a cluster.
///
/// ```swift
/// var nodes = NodeSettings(timeout: .seconds(10), attemptTimeout: .seconds(1))
/// nodes.readsOwnWrites = true
/// let engine = TypesenseEngine(nodes: urls, apiKey: key, settings: .init(nodes: nodes))
/// ```
/// Reads rotate over the nodes. If one fails, the next is tried at once, at most twice per node, unless a node is about
/// to become ready. An idempotent write is retried for up to `writePatience`, until a node accepts it. A failed node is
/// skipped for `pause`. Then, one read probes it, while the others still use other nodes.
public struct NodeSettings: Sendable, Hashable {
    /// The time limit for one call, including all attempts and waits.
    public var timeout: Duration
    /// The time limit for a read attempt, before the next node is tried. It should be longer than the slowest search.
    /// The last attempt, or every attempt if there is only one node, may use the rest of the timeout.
    public var attemptTimeout: Duration
    /// The time limit for a write attempt. It is extended by one second for every 256 KiB of the body.
    ///
    /// If the leader is frozen, writes hang on all nodes. This limit sets how soon another attempt is made.
    public var writeAttemptTimeout: Duration
    /// How long a failed node is skipped before the next read probes it.
    public var pause: Duration
    /// How long a write is retried while the cluster has no leader. An election on Typesense takes 6 to 11 seconds,
    /// and up to 20 on a busy machine.
    public var writePatience: Duration
    /// How long a read is retried while a node reports that it is not ready (503), as all nodes may for a moment
    /// after an election. After other failures, each node is tried at most twice.
    public var readPatience: Duration
    /// Whether reads see acknowledged writes that were made through the same engine.
    ///
    /// After a write, reads go to the leader, which certainly has it. Finding the leader takes one small request
    /// after each write that a read follows. If no leader is found, for example during an election, another node is
    /// read, which may lag behind. On Typesense, this is half a second at most.
    public var readsOwnWrites: Bool

    package var rules = NodeRules()

    public init(
        timeout: Duration = .seconds(30), attemptTimeout: Duration = .seconds(2),
        writeAttemptTimeout: Duration = .seconds(2), pause: Duration = .seconds(5),
        writePatience: Duration = .seconds(25), readPatience: Duration = .seconds(10),
        readsOwnWrites: Bool = false
    ) {
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.writeAttemptTimeout = writeAttemptTimeout
        self.pause = pause
        self.writePatience = writePatience
        self.readPatience = readPatience
        self.readsOwnWrites = readsOwnWrites
    }
}

/// Rules that engines set for their nodes, not users.
package struct NodeRules: Sendable, Hashable {
    /// Whether each call starts at the first healthy node instead of rotating.
    package var startsAtFirst = false
    /// Whether the n-th attempt may take n times as long.
    package var attemptTimeoutGrows = false
    /// Whether another node is tried after 408 and 429. After 5xx, it always is.
    package var movesOnWhenOverloaded = true
    /// Whether reads make a second pass over all nodes.
    package var repeatsReads = true

    package init(
        startsAtFirst: Bool = false, attemptTimeoutGrows: Bool = false, movesOnWhenOverloaded: Bool = true,
        repeatsReads: Bool = true
    ) {
        self.startsAtFirst = startsAtFirst
        self.attemptTimeoutGrows = attemptTimeoutGrows
        self.movesOnWhenOverloaded = movesOnWhenOverloaded
        self.repeatsReads = repeatsReads
    }

    /// The rules for a hosted service with fallback hosts: one pass in the given order, each attempt with more time.
    package static let hosted = NodeRules(
        startsAtFirst: true, attemptTimeoutGrows: true, movesOnWhenOverloaded: false, repeatsReads: false)
}
