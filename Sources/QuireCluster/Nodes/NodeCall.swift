import Foundation
import QuireHTTP

/// A request to a cluster, before a node is chosen.
package struct NodeCall: Sendable {
    /// How a call may be retried.
    package enum Intent: Sendable, Hashable {
        /// A read. If a node fails, the next one is tried at once.
        case read
        /// A read that a write will build on. It is sent only to the leader, with the same patience as a write. If a
        /// cluster has no known leader, it is an ordinary read.
        case latest
        /// An idempotent write. It is retried patiently until a new leader accepts it.
        case write
        /// A write that must not be repeated. It is sent again only if it certainly never arrived.
        case writeOnce
    }

    package var method: HTTPRequest.Method
    /// The percent-encoded path, starting with a slash. It is appended to the node's own path.
    package var path: String
    /// The query items, not encoded.
    package var query: [(name: String, value: String)]
    package var headers: HTTPHeaders
    package var body: Data?
    package var intent: Intent
    /// The largest response, in bytes. `nil` uses the transport's limit.
    package var maximumResponseBytes: Int?

    package init(
        _ method: HTTPRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
        headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil, intent: Intent
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.intent = intent
    }
}
