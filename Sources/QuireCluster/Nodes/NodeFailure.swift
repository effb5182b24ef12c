import Foundation
import QuireHTTP

/// A failure of one node, with its time.
public struct NodeFailure: Sendable, Hashable, CustomStringConvertible {
    /// The reason why a node returned no usable response.
    public enum Reason: Sendable, Hashable, CustomStringConvertible {
        /// There was no response, or an incomplete one.
        case transport(TransportError.Kind)
        /// A status that another node may avoid: 408, 429 or 5xx.
        case status(Int)

        public var description: String {
            switch self {
            case .transport(.timedOut): "no response in the time for an attempt"
            case .transport(let kind): TransportError.what(kind)
            case .status(429): "too many requests (status 429)"
            case .status(500): "the node failed (status 500); it may know no leader"
            case .status(503): "not ready (status 503)"
            case .status(let status): "status \(status)"
            }
        }
    }

    /// The node's address without user, password and query.
    public var address: String
    public var reason: Reason
    public var date: Date

    public var description: String { "\(address): \(reason)" }
}
