/// How the nodes of a cluster are spoken to.
public struct NodeSettings: Sendable, Hashable {
    /// For one call, with all its attempts and waits.
    public var timeout: Duration
    /// For one attempt at a read; the last one may take what is left of the timeout.
    public var attemptTimeout: Duration
    /// How long a node that failed is passed over, before the next real read tries it again.
    public var pause: Duration
    /// How long a write is sent again while the cluster has no leader.
    public var writePatience: Duration
    /// Whether reads go to the node that took the last write, so that they see it.
    public var readsOwnWrites: Bool

    public init(
        timeout: Duration = .seconds(30), attemptTimeout: Duration = .seconds(2), pause: Duration = .seconds(5),
        writePatience: Duration = .seconds(15), readsOwnWrites: Bool = false
    ) {
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.pause = pause
        self.writePatience = writePatience
        self.readsOwnWrites = readsOwnWrites
    }
}
