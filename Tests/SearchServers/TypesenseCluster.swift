import Foundation

/// Three nodes of Typesense that elect a leader among them, on this machine; ended with the process at the latest.
///
/// ```swift
/// let cluster = try await TypesenseCluster.start()
/// defer { cluster.stop() }
/// try await cluster.kill(cluster.leader()!)
/// ```
/// A node is named by its place in `urls`.
public final class TypesenseCluster: Sendable {
    private let nodes: [TypesenseNode]
    public let apiKey: String

    private init(nodes: [TypesenseNode], apiKey: String) {
        self.nodes = nodes
        self.apiKey = apiKey
    }

    public var urls: [URL] { nodes.map(\.url) }

    /// Starts the nodes, and waits until each is well and one of them leads.
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

    /// The node that leads now; `nil` while there is none.
    ///
    /// - Parameter silent: A node that is not asked, as it would not answer.
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

    /// Ends a node at once (SIGKILL), and waits until it is gone.
    public func kill(_ node: Int) async throws {
        nodes[node].send(SIGKILL)
        try await OwnThread.run { try self.nodes[node].waitUntilEnded($0) }
    }

    /// Ends a node as service managers do for an update: SIGTERM, and SIGKILL if it still runs after a minute. Waits until
    /// it is gone.
    ///
    /// A node that loses its leadership while it shuts down may wait forever for a write that it no longer has
    /// (`pending_writes: 1` in its log).
    public func shutDown(_ node: Int) async throws {
        nodes[node].send(SIGTERM)
        try await OwnThread.run { try self.nodes[node].waitUntilEnded($0, grace: 60) }
    }

    /// Makes a node stand still: it keeps its connections and answers nothing.
    public func freeze(_ node: Int) { nodes[node].send(SIGSTOP) }

    /// Lets a node that was frozen go on.
    public func thaw(_ node: Int) { nodes[node].send(SIGCONT) }

    /// Starts an ended node again on its data, and waits until it is well.
    public func restart(_ node: Int) async throws {
        try await OwnThread.run { try self.nodes[node].restart($0) }
    }

    /// Waits until a node is well.
    public func waitUntilReady(_ node: Int) async throws {
        try await OwnThread.run { try self.nodes[node].waitUntilReady($0) }
    }

    /// Ends all nodes and removes their data.
    public func stop() {
        for node in nodes { node.stop() }
    }
}
