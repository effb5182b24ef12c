import Foundation

/// How one node of a cluster looks from here.
///
/// ```swift
/// for node in engine.nodes { print(node) }
/// // http://10.0.0.1:8108: healthy
/// // http://10.0.0.2:8108: passed over by reads until 12:00:05; last failure: nothing accepts connections there
/// ```
public struct NodeStatus: Sendable, Hashable, CustomStringConvertible {
    /// Whether calls of a kind go to a node.
    public enum Condition: Sendable, Hashable {
        case healthy
        /// It failed, and is passed over until then; all the same it is asked where no other node is left.
        case paused(until: Date)
        /// Its pause is over: the next call tries it, or is trying it now.
        case trying
    }

    /// The node's address, without user, password and query.
    public var address: String
    public var reads: Condition
    public var writes: Condition
    /// The last failure, also of a node that is well again.
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
            "passed over by \(calls) until \(until.formatted(.iso8601))"
        case .trying: "about to be tried by \(calls)"
        }
    }
}
