import Foundation
import Quire
import QuireHTTP
import TransportDoubles

/// A leading node, whose aliases point to collections with the same name and the suffix `_57ea6aa43d5b5ba1`; other responses come
/// from the script.
struct ScriptedNode: Transport {
    let script: ScriptedTransport

    init(_ steps: [ScriptedTransport.Step]) { script = ScriptedTransport(steps) }

    var requests: [HTTPRequest] { script.requests }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let path = request.url.path
        if path == "/debug" { return Self.response(#"{"state":1,"version":"0.24.1"}"#) }
        if request.method == .get, path.hasPrefix("/aliases/") {
            return Self.response(#"{"collection_name":"\#(path.dropFirst(9))_57ea6aa43d5b5ba1"}"#)
        }
        return try await script.send(request, deadline: deadline)
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }

    private static func response(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, body: Data(text.utf8))
    }
}
