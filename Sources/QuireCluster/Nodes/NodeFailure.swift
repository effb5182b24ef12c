import Foundation
import QuireHTTP

/// What went wrong at one node, when.
public struct NodeFailure: Sendable, Hashable, CustomStringConvertible {
    /// Why a node gave no answer that could be used.
    public enum Reason: Sendable, Hashable, CustomStringConvertible {
        /// Nothing came back, or nothing whole.
        case transport(TransportError.Kind)
        /// It answered with a status that another node may do better than: 408, 429 or 5xx.
        case status(Int)

        public var description: String {
            switch self {
            case .transport(.timedOut): "no answer in the time for an attempt"
            case .transport(let kind): TransportError.what(kind)
            case .status(429): "too many requests (status 429)"
            case .status(500): "it could not do it (status 500); it may know no leader"
            case .status(503): "not ready (status 503)"
            case .status(let status): "status \(status)"
            }
        }
    }

    /// The node's address, without user, password and query.
    public var address: String
    public var reason: Reason
    public var date: Date

    public var description: String { "\(address): \(reason)" }
}
