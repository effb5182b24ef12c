import Foundation
import Quire
import QuireHTTP

/// Accepts every write, and keeps the last one.
final class TakingTransport: Transport, @unchecked Sendable {
    private let cluster: ClusterFixture
    private let lock = NSLock()
    private var answer: (size: Int, response: HTTPResponse)?
    private var kept: [JSONValue] = []

    init(_ cluster: ClusterFixture) { self.cluster = cluster }

    var documents: [JSONValue] { lock.withLock { kept } }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try lock.withLock {
            guard let body = request.body else {
                return HTTPResponse(status: 200, body: Data(ClusterFixture.description.utf8))
            }
            // The same items are written again and again.
            if let answer, answer.size == body.count { return answer.response }
            let (documents, text) = try cluster.written(body)
            let response = HTTPResponse(status: 200, body: Data(text.utf8))
            kept = documents
            answer = (body.count, response)
            return response
        }
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }
}
