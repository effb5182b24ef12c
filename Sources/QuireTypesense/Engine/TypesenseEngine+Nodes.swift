import QuireCluster

extension TypesenseEngine {
    /// How the nodes do, as far as the last calls told.
    public var nodes: [NodeStatus] { connection.pool.status }

    /// What happens to the nodes from now on: failures, pauses, returns.
    public func nodeEvents() -> AsyncStream<NodeEvent> { connection.pool.events() }
}
