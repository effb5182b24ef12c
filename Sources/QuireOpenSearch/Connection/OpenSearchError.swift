public import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireToolbox

/// An error of a call to the cluster.
///
/// Printing shows the cluster's reason, but never a secret or the whole body of a response.
public struct OpenSearchError: OutageError, Sendable, Hashable {
    /// The kind of an error.
    public enum Kind: String, Sendable, Hashable {
        /// The cluster rejected the request, or failed.
        case refused
        /// Some shards did not respond in time, so the result would be incomplete.
        case incomplete
        /// The response does not have the form that the API documents.
        case unreadable
    }

    public var kind: Kind
    /// The HTTP status, if there was a response.
    public var status: Int?
    /// The cluster's name of the error, for example `mapper_parsing_exception`.
    public var type: String?
    /// The cluster's reason, or a description of the problem.
    public var reason: String
    /// The action that failed, for example `search in books`.
    public var action: String

    init(_ kind: Kind, _ action: String, status: Int? = nil, type: String? = nil, reason: String) {
        self.kind = kind
        self.action = action
        self.status = status
        self.type = type
        self.reason = String(reason.prefix(1000))
    }

    /// Whether the same request may succeed later.
    public var isRetryable: Bool {
        switch kind {
        case .refused: status.map(RetryPolicy.isRetryable(status:)) ?? false
        case .incomplete: true
        case .unreadable: false
        }
    }

    /// Whether the cluster is overloaded or has failed (429, 5xx), or some shards did not respond.
    public var isOutage: Bool {
        switch kind {
        case .refused: status.map(Outage.means(status:)) ?? false
        case .incomplete: true
        case .unreadable: false
        }
    }
}

extension OpenSearchError: CustomStringConvertible, LocalizedError, CustomReflectable, IndexReason {
    public var description: String {
        var text = "OpenSearch could not \(action)"
        if let status { text += " (\(status)\(type.map { ", \($0)" } ?? ""))" }
        return PlainText.error("\(text): \(reason)", remedy)
    }

    public var errorDescription: String? { description }

    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

    package var indexReason: String { description }

    private static let wrongAddress =
        "Check that the address is that of an OpenSearch or Elasticsearch cluster."

    private var remedy: String {
        if [400, 404, 405].contains(status), reason == Self.noReason { return Self.wrongAddress }
        return switch (kind, status) {
        case (.incomplete, _): "Check the state of the cluster's shards, then try again."
        case (.unreadable, _):
            Self.wrongAddress
        case (_, 401): "Check the credentials."
        case (_, 403): "Give the user or the key the permission for this call."
        case (_, 404): "Check the address and the prefix."
        case (_, 413): "Use a smaller batchSize."
        case (_, 429): "The cluster is busy: send fewer requests, or try again later."
        case (_, .some(500...599)): "The cluster failed; try again later."
        default: "See the cluster's reason."
        }
    }
}

extension OpenSearchError {
    /// Parses an error in the cluster's format: `{"error":{"type":…,"reason":…},"status":400}` or `{"error":"…"}`.
    init(_ json: JSONValue?, status: Int, _ action: String, hiding secrets: [String] = []) {
        let error = json?["error"]
        let cause = Self.cause(of: error)
        let type = cause?["type"]?.string ?? error?["type"]?.string
        let reason =
            cause?["reason"]?.string ?? error?.string ?? Self.noReason
        self.init(
            .refused, action, status: status, type: type?.hiding(secrets),
            reason: reason.hiding(secrets))
    }

    /// The reason if the response does not have the cluster's error format.
    fileprivate static let noReason = "the response has no reason"

    /// The cluster's reason in a response, or `nil` if it gives none.
    static func reason(in response: HTTPResponse, hiding secrets: [String]) -> String? {
        let error = (try? JSONValue(parsing: response.body))?["error"]
        return (cause(of: error)?["reason"]?.string ?? error?.string)?.hiding(secrets)
    }

    /// The innermost cause, which is the most specific.
    private static func cause(of error: JSONValue?) -> JSONValue? {
        guard var cause = error, case .object = cause else { return nil }
        for _ in 0..<10 {
            if let inner = cause["caused_by"], case .object = inner {
                cause = inner
            } else if let inner = cause["failed_shards"]?.elements?.first?["reason"] {
                cause = inner
            } else {
                break
            }
        }
        return cause
    }
}

extension UnsupportedError {
    init(node: String, hint: String) {
        self.init(engine: ClusterConnection.engineName, node: node, hint: hint)
    }
}

extension CollectionError {
    init(_ reason: Reason, collection: String, facts: [String] = []) {
        self.init(reason, engine: ClusterConnection.engineName, collection: collection, facts: facts)
    }
}
