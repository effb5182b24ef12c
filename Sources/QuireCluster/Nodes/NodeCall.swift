import Foundation
import QuireHTTP
import QuireToolbox

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

extension NodeCall {
    /// Returns the call as a request to one node.
    func request(to node: Int, of addresses: NodeAddresses) -> HTTPRequest {
        var request = HTTPRequest(method, addresses.url(of: node, path, query), headers: headers, body: body)
        request.isRepeatable = intent != .writeOnce
        request.maximumResponseBytes = maximumResponseBytes
        return request
    }

    /// Percent-encodes everything except RFC 3986's unreserved characters.
    package static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// The nodes' addresses. Building a URL costs more than compiling a search, so those of recent paths are kept.
final class NodeAddresses: Sendable {
    private let nodes: [URL]
    /// Searches have few paths. Those of single documents are not worth more memory.
    private let addresses = BoundedCache<String, [URL]>(limit: 100)

    init(_ nodes: [URL]) { self.nodes = nodes }

    /// The URL of a call to one node.
    func url(of node: Int, _ path: String, _ query: [(name: String, value: String)]) -> URL {
        guard query.isEmpty else { return Self.url(nodes[node], path, query: query) }
        return addresses.value(for: path) { nodes.map { Self.url($0, path, query: []) } }[node]
    }

    private static func url(
        _ node: URL, _ path: String, query: [(name: String, value: String)]
    ) -> URL {
        var components = URLComponents(url: node, resolvingAgainstBaseURL: false) ?? URLComponents()
        let base = components.percentEncodedPath
        components.percentEncodedPath = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
        components.percentEncodedQuery =
            query.isEmpty
            ? nil
            : query.map { "\(NodeCall.encoded($0.name))=\(NodeCall.encoded($0.value))" }
                .joined(separator: "&")
        return components.url ?? node
    }
}
