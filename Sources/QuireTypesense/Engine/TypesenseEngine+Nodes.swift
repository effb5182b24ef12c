import QuireCluster
import QuireRemote

extension TypesenseEngine {
    /// The status of the nodes, as known from the last calls.
    public var nodes: [NodeStatus] { connection.pool.status }

    /// Future events of the nodes: failures, pauses, recoveries.
    public func nodeEvents() -> AsyncStream<NodeEvent> { connection.pool.events() }
}
