import Foundation
import QuireHTTP
import QuireToolbox

/// No node of a cluster did what was asked: each with its last reason, and what to do about it.
///
/// Printing shows addresses without query and user; never a header or a body.
public struct NodesError: Error, Sendable, CustomStringConvertible, CustomReflectable, LocalizedError {
    /// Why no further attempt was made.
    public enum Cause: String, Sendable, Hashable {
        /// There was no node to ask.
        case noNodes
        /// Every node failed, as often as a call may ask it.
        case allFailed
        /// The time for the whole call was over.
        case timedOut
        /// No node took the write for as long as it was sent again.
        case notTaken
        /// No node said that it leads, for as long as one was waited for.
        case noLeader
        /// An attempt may have been carried out or not, and what was asked must not be done twice.
        case outcomeUnknown
    }

    public var cause: Cause
    public var method: String
    /// Of the call, without its query.
    public var path: String
    /// The last failure of each node that was asked, in the order of the nodes.
    public var failures: [NodeFailure]
    /// How often the call was sent.
    public var attempts: Int
    /// From the first attempt on, with all waits.
    public var elapsed: Duration

    /// The last answer, where there was one that another node might have done better than.
    package var lastResponse: HTTPResponse?
    /// What kept the last attempt from an answer, where it got none.
    package var lastError: TransportError?

    public var description: String {
        var text = "\(method) \(path): \(what)"
        if attempts > 0 {
            text +=
                " after \(attempts) \(attempts == 1 ? "attempt" : "attempts") in \(Self.seconds(elapsed)) s"
        }
        if !failures.isEmpty { text += " (" + failures.map(\.description).joined(separator: "; ") + ")" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    /// Shows nothing of an answer.
    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

    private var what: String {
        switch cause {
        case .noNodes: "there is no node to ask"
        case .allFailed: "no node gave an answer"
        case .timedOut: "no node gave an answer in time"
        case .notTaken: "no node took the write"
        case .noLeader: "the cluster has no leader"
        case .outcomeUnknown: "a node gave no answer, and it may have done it or not"
        }
    }

    private var remedy: String {
        switch cause {
        case .noNodes: "Give the engine the address of at least one node."
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
