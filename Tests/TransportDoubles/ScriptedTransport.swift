import Foundation
import Quire
import QuireHTTP

/// Returns scripted responses in order, and records the requests.
package final class ScriptedTransport: Transport, @unchecked Sendable {
    package enum Step {
        case status(Int, HTTPHeaders = [:], String = ""), failure(TransportError.Kind), cancellation
    }

    private let lock = NSLock()
    private var steps: [Step]
    private var asked: [(request: HTTPRequest, deadline: Deadline)] = []

    package init(_ steps: [Step]) { self.steps = steps }

    package var requests: [HTTPRequest] { lock.withLock { asked.map(\.request) } }
    package var deadlines: [Deadline] { lock.withLock { asked.map(\.deadline) } }

    package func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let step = lock.withLock { () -> Step? in
            asked.append((request, deadline))
            return steps.isEmpty ? nil : steps.removeFirst()
        }
        switch step {
        case .status(let status, let headers, let text):
            return HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
        case .failure(let kind): throw TransportError(kind, request)
        case .cancellation: throw CancellationError()
        case nil: throw TransportError(.other, request, detail: "the script is at its end")
        }
    }

    package func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }
}
