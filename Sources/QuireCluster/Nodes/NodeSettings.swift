/// How the nodes of a cluster are spoken to.
///
/// ```swift
/// var nodes = NodeSettings(timeout: .seconds(10), attemptTimeout: .seconds(1))
/// nodes.readsOwnWrites = true
/// let engine = TypesenseEngine(nodes: urls, apiKey: key, settings: .init(nodes: nodes))
/// ```
/// A read goes to the nodes in turn, and where one fails to the next at once: at most to each twice, unless one is about
/// to be ready. A write that may
/// be done twice is sent again until a node takes it, for as long as `writePatience`. A node that failed is passed over
/// for `pause`; then one read tries it, while the others still go elsewhere.
public struct NodeSettings: Sendable, Hashable {
    /// For one call, with all its attempts and waits.
    public var timeout: Duration
    /// For one attempt at a read, before the next node is asked; longer than the slowest search should take. The last
    /// attempt may take what is left of the timeout, and so may each where there is but one node.
    public var attemptTimeout: Duration
    /// The same for one attempt at a write; for every 256 KiB of its body there is a second more.
    ///
    /// A leader that stands still lets writes hang on all nodes: this is how soon another attempt is made.
    public var writeAttemptTimeout: Duration
    /// How long a node that failed is passed over, before the next real read tries it again.
    public var pause: Duration
    /// How long a write is sent again while the cluster has no leader. An election on Typesense takes 6 to 11 seconds,
    /// and up to 20 on a machine that has much to do.
    public var writePatience: Duration
    /// How long a read is sent again while a node says that it is not ready (503), as all may for a moment after an
    /// election. Any other failure is met by asking each node twice at most.
    public var readPatience: Duration
    /// Whether reads see what was written through the same engine before, once it was acknowledged.
    ///
    /// After a write, reads go to the node that is sure to have it: the leader, which is asked for after each write that
    /// a read follows (one small request). Where no leader can be found, as in an election, another node is read, which
    /// may be behind by what it has not yet taken over; on Typesense that is half a second at most.
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

/// What engines decide about their nodes, and users do not.
package struct NodeRules: Sendable, Hashable {
    /// Begins each call at the first node that is not paused; otherwise at the one whose turn it is.
    package var startsAtFirst = false
    /// The n-th attempt may take n times as long.
    package var attemptTimeoutGrows = false
    /// Whether 408 and 429 are answers that another node may do better than; 5xx always are.
    package var movesOnWhenOverloaded = true
    /// Whether reads go over all nodes a second time.
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

    /// A hosted service with fall-back hosts: one pass in the order given, each attempt more patient than the last.
    package static let hosted = NodeRules(
        startsAtFirst: true, attemptTimeoutGrows: true, movesOnWhenOverloaded: false, repeatsReads: false)
}
