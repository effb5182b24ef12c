import Foundation
import QuireHTTP
import QuireToolbox

/// No node of a cluster could serve a call. Contains the last failure of each node, and what to do.
///
/// Printing shows addresses without query and user, but never a header or a body.
public struct NodesError: Error, Sendable, CustomStringConvertible, CustomReflectable, LocalizedError {
    /// Why there were no further attempts.
    public enum Cause: String, Sendable, Hashable {
        /// There were no nodes.
        case noNodes
        /// Every node failed as often as a call may try it.
        case allFailed
        /// The time limit of the call was reached.
        case timedOut
        /// No node accepted the write within `writePatience`.
        case notTaken
        /// No leader was found in time.
        case noLeader
        /// An attempt may or may not have been carried out, and the call must not be repeated.
        case outcomeUnknown
    }

    public var cause: Cause
    public var method: String
    /// The path of the call, without its query.
    public var path: String
    /// The last failure of each node that was tried, in the order of the nodes.
    public var failures: [NodeFailure]
    /// The number of times the call was sent.
    public var attempts: Int
    /// The time since the first attempt, including waits.
    public var elapsed: Duration

    /// The server's reason in the last response, shortened and without secrets. `nil` if it gave none.
    public var reason: String?

    /// The last response that was not final, if any.
    package var lastResponse: HTTPResponse?
    /// The transport error of the last attempt, if it got no response.
    package var lastError: TransportError?

    public var description: String {
        var text = "\(method) \(path): \(what)"
        if attempts > 0 {
            text +=
                " after \(attempts) \(attempts == 1 ? "attempt" : "attempts") in \(Self.seconds(elapsed)) s"
        }
        if !failures.isEmpty { text += " (" + failures.map(\.description).joined(separator: "; ") + ")" }
        if let reason { text += ": " + reason.prefix(500) }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    /// Hides responses.
    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

    private var what: String {
        switch cause {
        case .noNodes: "there are no nodes"
        case .allFailed: "no node responded"
        case .timedOut: "no node responded in time"
        case .notTaken: "no node took the write"
        case .noLeader: "the cluster has no leader"
        case .outcomeUnknown: "a node did not respond, and it may have done it or not"
        }
    }

    private var remedy: String {
        switch cause {
        case .noNodes: "Give the engine the address of at least one node."
        case .allFailed where failures.allSatisfy({ $0.reason == .status(429) }) && !failures.isEmpty:
            "Send fewer requests, or try again later."
        case .allFailed: "Check that the nodes run and can be reached from here, and their logs."
        case .timedOut:
            "Check that the nodes run and are not overloaded, or give the call more time (NodeSettings.timeout)."
        case .notTaken, .noLeader:
            "A cluster takes writes while more than half of its nodes are up: start those that are down, then try again."
        case .outcomeUnknown: "Check whether it was done before you send it again."
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10 + (attoseconds + 50_000_000_000_000_000) / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension NodesError: OutageError {
    /// Whether nodes were tried, and none returned a response.
    public var isOutage: Bool {
        switch cause {
        case .allFailed, .timedOut, .notTaken, .noLeader: true
        case .noNodes, .outcomeUnknown: false
        }
    }
}

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
