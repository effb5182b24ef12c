import Foundation
import QuireHTTP

/// A request to a cluster, before a node is chosen for it.
package struct NodeCall: Sendable {
    /// What a call may be sent again for.
    package enum Intent: Sendable, Hashable {
        /// Changes nothing: the next node is asked at once.
        case read
        /// Changes nothing, but a write will build on it: asked of the leader alone, which is waited for as for a write.
        /// Where a cluster names no leader it is a read like any other.
        case latest
        /// Done twice, it comes to the same as once: it is sent again with patience, until a new leader takes it.
        case write
        /// It must not be done twice: sent again only where it certainly never arrived.
        case writeOnce
    }

    package var method: HTTPRequest.Method
    /// Percent-encoded, from the first slash on; a node's own path stands before it.
    package var path: String
    /// Neither name nor value is encoded yet.
    package var query: [(name: String, value: String)]
    package var headers: HTTPHeaders
    package var body: Data?
    package var intent: Intent
    /// The largest answer, in bytes; `nil` leaves it to the transport.
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
