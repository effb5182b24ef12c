import Foundation
import QuireHTTP
import QuireRemote

/// Removes the secrets of a request from the error response to it, because a server or a proxy may repeat what it was sent.
///
/// All error texts come from responses, so none of them has a token.
struct EchoRedaction: TransportMiddleware {
    func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        redacted(try await next.send(request, deadline: deadline), to: request)
    }

    func stream(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPStream {
        let stream = try await next.stream(request, deadline: deadline)
        guard stream.status >= 400 else { return stream }
        let response = HTTPResponse(
            status: stream.status, headers: stream.headers, body: try await stream.body(atMost: 1 << 16))
        return HTTPStream(redacted(response, to: request))
    }

    private func redacted(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        let secrets = Self.secrets(of: request)
        guard response.status >= 400, !secrets.isEmpty else { return response }
        var response = response
        let text = String(decoding: response.body, as: UTF8.self)
        let hidden = text.hiding(secrets)
        if hidden != text { response.body = Data(hidden.utf8) }
        return response
    }

    /// The token of the header, with and without its scheme, and the token of a protected file's address.
    private static func secrets(of request: HTTPRequest) -> [String] {
        var secrets: [String] = []
        if let value = request.headers["Authorization"] {
            secrets.append(value)
            if let token = value.split(separator: " ").last { secrets.append(String(token)) }
        }
        let query = URLComponents(string: request.addressText)?.queryItems ?? []
        secrets += query.filter { $0.name == "token" }.compactMap(\.value)
        // Shorter ones occur in every sentence.
        return secrets.filter { $0.utf8.count >= 4 }
    }
}
