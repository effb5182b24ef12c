import Foundation
import Quire
import QuireHTTP

/// Forwards requests and records them.
package final class RequestLog: TransportMiddleware, @unchecked Sendable {
    private let lock = NSLock()
    private var sent: [HTTPRequest] = []

    package init() {}

    package var requests: [HTTPRequest] { lock.withLock { sent } }

    /// Removes the recorded requests.
    package func clear() { lock.withLock { sent = [] } }

    package func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        lock.withLock { sent.append(request) }
        return try await next.send(request, deadline: deadline)
    }
}
