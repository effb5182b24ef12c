import Foundation

/// A cluster of three Typesense nodes on this machine, which is stopped when the process ends, if not earlier.
///
/// ```swift
/// let cluster = try await TypesenseCluster.start()
/// defer { cluster.stop() }
/// try await cluster.kill(cluster.leader()!)
/// ```
/// A node is identified by its index in `urls`.
public final class TypesenseCluster: Sendable {
    private let nodes: [TypesenseNode]
    public let apiKey: String

    private init(nodes: [TypesenseNode], apiKey: String) {
        self.nodes = nodes
        self.apiKey = apiKey
    }

    public var urls: [URL] { nodes.map(\.url) }

    /// Starts the nodes, and waits until all are healthy and one of them is the leader.
    public static func start() async throws -> TypesenseCluster {
        try await OwnThread.run { try start($0) }
    }

    private static func start(_ cancellation: Cancellation) throws -> TypesenseCluster {
        var failure: any Error = SearchServerFailure("The cluster was not started.")
        for _ in 0..<3 {
            let ports = try FreePorts.choose(6)
            let all = (0..<3).map { TypesenseNode.Ports(api: ports[2 * $0], peering: ports[2 * $0 + 1]) }
            let key = TypesenseNode.newKey()
            let cluster = TypesenseCluster(
                nodes: try all.map { try TypesenseNode(ports: $0, apiKey: key, nodes: all) }, apiKey: key)
            do {
                for node in cluster.nodes { try node.waitUntilReady(cancellation) }
                try cluster.waitForLeader(cancellation)
                return cluster
            } catch {
                failure = error
                cluster.stop()
                if error is CancellationError { break }
            }
        }
        throw failure
    }

    /// The current leader; `nil` if there is none.
    ///
    /// - Parameter silent: A node that is not asked because it would not respond.
    public func leader(without silent: Int? = nil) async throws -> Int? {
        try await OwnThread.run { _ in self.findLeader(without: silent) }
    }

    private func findLeader(without silent: Int? = nil) -> Int? {
        nodes.indices.first { $0 != silent && nodes[$0].isRunning && nodes[$0].state() == 1 }
    }

    /// Waits for a leader, as long as the nodes make progress.
    @discardableResult
    public func waitForLeader() async throws -> Int {
        try await OwnThread.run { try self.waitForLeader($0) }
    }

    @discardableResult
    private func waitForLeader(_ cancellation: Cancellation) throws -> Int {
        try Readiness.wait("has no leader", for: nodes.map(\.current), cancellation) { findLeader() }
    }

    /// Kills a node (SIGKILL), and waits until it has ended.
    public func kill(_ node: Int) async throws {
        nodes[node].send(SIGKILL)
        try await OwnThread.run { try self.nodes[node].waitUntilEnded($0) }
    }

    /// Ends a node as service managers do for an update: SIGTERM, then SIGKILL if it still runs after a minute. Waits
    /// until it has ended.
    ///
    /// A node that loses its leadership while it shuts down may wait forever for a write that it no longer has
    /// (`pending_writes: 1` in its log).
    public func shutDown(_ node: Int) async throws {
        nodes[node].send(SIGTERM)
        try await OwnThread.run { try self.nodes[node].waitUntilEnded($0, grace: 60) }
    }

    /// Suspends a node: it keeps its connections but does not respond.
    public func freeze(_ node: Int) { nodes[node].send(SIGSTOP) }

    /// Resumes a suspended node.
    public func thaw(_ node: Int) { nodes[node].send(SIGCONT) }

    /// Restarts a node with its data, and waits until it is healthy.
    public func restart(_ node: Int) async throws {
        try await OwnThread.run { try self.nodes[node].restart($0) }
    }

    /// Waits until a node is healthy.
    public func waitUntilReady(_ node: Int) async throws {
        try await OwnThread.run { try self.nodes[node].waitUntilReady($0) }
    }

    /// Ends all nodes and removes their data.
    public func stop() {
        for node in nodes { node.stop() }
    }
}
