import Foundation

/// The nodes of one cluster: chooses one for each call, and the next one where that fails.
package final class NodePool: Sendable {
    package let nodes: [URL]
    package let settings: NodeSettings
    private let transport: any Transport

    package init(_ nodes: [URL], settings: NodeSettings = NodeSettings(), transport: any Transport) {
        self.nodes = nodes
        self.settings = settings
        self.transport = transport
    }

    /// Sends a call and gives back the answer of the node that gave one, whatever its status, unless it is one that
    /// another node may do better than.
    ///
    /// - Parameter deadline: Of all attempts and waits; the settings' timeout from now where none is given.
    package func send(_ call: NodeCall, deadline: Deadline? = nil) async throws -> HTTPResponse {
        let deadline = deadline ?? .after(settings.timeout)
        var failure: any Error = URLError(.badURL)
        for node in nodes {
            do {
                return try await transport.send(call.request(to: node), deadline: deadline)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                failure = error
            }
        }
        throw failure
    }
}

extension NodeCall {
    /// The call as a request to one node.
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

    /// All but RFC 3986's unreserved characters percent-encoded.
    package static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
