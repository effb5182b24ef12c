public import Foundation
import QuireCore
import QuireHTTP
import QuireRemote
import QuireToolbox

/// An error response of the cluster: its status, its reason, and what to do.
///
/// Printing never shows the API key, a filter or a document.
public struct TypesenseError: OutageError, Sendable, Hashable {
    /// The HTTP status, or the code of one search of several.
    public var status: Int
    /// The server's message, shortened.
    public var message: String
    /// The failed call, for example `search books` or `POST /collections`.
    public var call: String

    init(status: Int, message: String, call: String) {
        self.status = status
        self.message = String(message.prefix(500))
        self.call = call
    }

    /// The error for a successful response that is not what the API documents.
    init(unreadable problem: String, _ call: String) { self.init(status: 200, message: problem, call: call) }

    /// Whether the same call may succeed later.
    public var isRetryable: Bool {
        !isFinal && (RetryPolicy.isRetryable(status: status) || status == 500)
    }

    /// Whether the status is 408, 429 or 5xx, and the cluster is overloaded or has failed.
    public var isOutage: Bool { !isFinal && (status == 408 || Outage.means(status: status)) }

    private var isFinal: Bool { status == 500 && Self.isFinal(message) }

    /// Whether the reason of a status 500 stays the same, for example a name that is taken. Typesense uses this status
    /// both for such a reason and for a cluster that has no leader for a moment.
    static func isFinal(_ message: String) -> Bool {
        let text = message.lowercased()
        return !text.isEmpty && !passingReasons.contains(where: text.contains)
    }

    private static let passingReasons = [
        "leader", "raft", "peer", "lagging", "not ready", "time out", "timed out", "timeout", "try again",
        "queue", "snapshot", "memory", "disk", "connect", "shut",
    ]
}

extension TypesenseError: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String {
        let reason = message.isEmpty ? "no reason given" : message
        return PlainText.error("Typesense returned \(status) to \(call): \(reason)", remedy)
    }

    public var errorDescription: String? { description }
    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

    private var remedy: String {
        if [400, 404, 405].contains(status), message.isEmpty {
            return "Check that the address is that of a Typesense node, which would give a reason."
        }
        if message.contains("conflicts with an existing") {
            return
                "Use another prefix (TypesenseSettings.prefix), or delete the collection or alias that has the name."
        }
        if isFinal { return "Act on the reason: the same call would fail again." }
        return switch status {
        case 200...299: "The response has an unexpected form: check the server's version."
        case 400, 422: "Check that the collection was prepared by this version of the app: engine.prepare(…)."
        case 401, 403: "Check the API key and what it may do."
        case 404: "Create and fill the collection first: engine.prepare(…), or quire load."
        case 409: "Use the one that exists, or delete it first."
        case 408, 429: "Send fewer requests, or try again later."
        case 503: "The node lags behind or is short of memory; try again later."
        case 500...599: "The cluster may have no leader; try again later."
        default: "Check the address of the nodes."
        }
    }
}

extension UnsupportedError {
    init(node: String, hint: String) {
        self.init(engine: TypesenseConnection.engineName, node: node, hint: hint)
    }
}

extension CollectionError {
    init(_ reason: Reason, collection: String, facts: [String] = []) {
        self.init(reason, engine: TypesenseConnection.engineName, collection: collection, facts: facts)
    }
}
