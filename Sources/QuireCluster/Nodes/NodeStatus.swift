import Foundation

/// The status of one node of a cluster, as seen by this client.
///
/// ```swift
/// for node in engine.nodes { print(node) }
/// // http://10.0.0.1:8108: healthy
/// // http://10.0.0.2:8108: not used for reads until 12:00:05; last failure: nothing accepts connections there
/// ```
public struct NodeStatus: Sendable, Hashable, CustomStringConvertible {
    /// Whether a node receives calls of a kind.
    public enum Condition: Sendable, Hashable {
        case healthy
        /// It failed and is skipped until this time. If no other node is left, it is still tried.
        case paused(until: Date)
        /// Its pause is over. The next call probes it, or is probing it now.
        case trying
    }

    /// The node's address without user, password and query.
    public var address: String
    public var reads: Condition
    public var writes: Condition
    /// The last failure, even if the node has recovered.
    public var lastFailure: NodeFailure?

    public var isHealthy: Bool { reads == .healthy && writes == .healthy }

    public var description: String {
        let parts = [Self.text(reads, "reads"), Self.text(writes, "writes")].compactMap { $0 }
        var text = "\(address): " + (parts.isEmpty ? "healthy" : parts.joined(separator: ", "))
        if let lastFailure { text += "; last failure: \(lastFailure.reason)" }
        return text
    }

    private static func text(_ condition: Condition, _ calls: String) -> String? {
        switch condition {
        case .healthy: nil
        case .paused(let until):
            "not used for \(calls) until \(until.formatted(.iso8601))"
        case .trying: "about to be tried by \(calls)"
        }
    }
}

/// An event about a node, for a log.
public enum NodeEvent: Sendable, Hashable, CustomStringConvertible {
    /// An attempt failed. The call continues with another node if possible.
    case failed(NodeFailure)
    /// The node is skipped from now on.
    case paused(address: String, until: Date)
    /// A skipped node has responded again.
    case recovered(address: String)

    public var description: String {
        switch self {
        case .failed(let failure): "node failed: \(failure)"
        case .paused(let address, let until):
            "node not used until \(until.formatted(.iso8601)): \(address)"
        case .recovered(let address): "node responds again: \(address)"
        }
    }
}
