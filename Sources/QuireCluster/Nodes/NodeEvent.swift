import Foundation

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
