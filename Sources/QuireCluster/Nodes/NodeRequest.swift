import Foundation
import QuireHTTP
import QuireToolbox

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
        guard query.isEmpty else { return Self.url(nodes[node], path, query) }
        return addresses.value(for: path) { nodes.map { Self.url($0, path, []) } }[node]
    }

    private static func url(
        _ node: URL, _ path: String, _ query: [(name: String, value: String)]
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
