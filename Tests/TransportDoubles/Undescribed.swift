import Foundation
import Quire
import QuireHTTP

/// Hides what indices have, so that an engine takes them for prepared ones and needs no response for the question.
package struct Undescribed: TransportMiddleware {
    package init() {}

    package func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        guard request.url.path.hasSuffix("/_mapping") else {
            return try await next.send(request, deadline: deadline)
        }
        return HTTPResponse(
            status: 403, body: Data(#"{"error":{"type":"security_exception","reason":"hidden"}}"#.utf8))
    }
}

extension Transport {
    /// The transport with hidden descriptions.
    package var undescribed: any Transport { wrapped(in: [Undescribed()]) }
}
