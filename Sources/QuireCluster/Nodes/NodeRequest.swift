import Foundation
import QuireHTTP

extension NodeCall {
    /// Returns the call as a request to one node.
    func request(to node: URL) -> HTTPRequest {
        var components = URLComponents(url: node, resolvingAgainstBaseURL: false) ?? URLComponents()
        let base = components.percentEncodedPath
        components.percentEncodedPath = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
        components.percentEncodedQuery =
            query.isEmpty
            ? nil : query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
        var request = HTTPRequest(method, components.url ?? node, headers: headers, body: body)
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
