import Foundation
import Quire
import QuireHTTP

/// Accepts every write, and keeps the documents of the last one.
final class TakingTransport: Transport, @unchecked Sendable {
    private let cluster: ClusterFixture
    private let lock = NSLock()
    private var last: [JSONValue] = []

    init(_ cluster: ClusterFixture) { self.cluster = cluster }

    var documents: [JSONValue] { lock.withLock { last } }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        guard let body = request.body else {
            return HTTPResponse(status: 200, body: Data(ClusterFixture.description.utf8))
        }
        let (documents, text) = try cluster.written(body)
        lock.withLock { last = documents }
        return HTTPResponse(status: 200, body: Data(text.utf8))
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }
}
