import Foundation
import QuireHTTP
import Testing

@testable import QuirePocketBase

/// Addresses of calls, and errors of responses.
@Suite struct ConnectionTests {
    private static let connection = PocketBaseConnection(
        baseURL: URL(filePath: "/"), authorization: nil, settings: PocketBaseSettings(),
        transport: ClosureTransport { _ in HTTPResponse(status: 200) })

    @Test("A field error names the field, its code and its message")
    func fields() {
        let body = #"""
            {"data":{"requests":{"1":{"title":{"code":"validation_required","message":"Cannot be blank."}}}},
            "message":"Failed to create record.","status":400}
            """#
        let error = PocketBaseError(
            HTTPResponse(status: 400, body: Data(body.utf8)), "create books")
        #expect(
            error.fields == [
                .init(
                    name: "requests.1.title", code: "validation_required", message: "Cannot be blank.")
            ])
        #expect(error.description.contains("requests.1.title: Cannot be blank."))
    }

    @Test("No error has the request's token, although the server repeats it", arguments: ["Bearer ", ""])
    func repeatedToken(_ scheme: String) async throws {
        let token = "eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.abc"
        let transport = ClosureTransport { request in
            let sent = request.headers["Authorization"] ?? ""
            let text =
                #"{"data":{"title":{"code":"bad","message":"\#(sent)"}},"message":"No access with \#(sent).","status":403}"#
            return HTTPResponse(status: 403, body: Data(text.utf8))
        }
        let connection = PocketBaseConnection(
            baseURL: try #require(URL(string: "https://content.example.org")),
            authorization: HeldToken(scheme + token), settings: PocketBaseSettings(),
            transport: transport)
        let error = await #expect(throws: PocketBaseError.self) {
            try await connection.send(PocketBaseCall(.get, ["health"], action: "ask"))
        }
        let shown = "\(error?.description ?? "") \(error?.message ?? "") \(error?.fields ?? [])"
        #expect(!shown.contains("c2VjcmV0") && shown.contains("No access with …"), "\(shown)")
        var call = PocketBaseCall(.get, ["files"], query: [("token", "file-token-7")], action: "read a file")
        call.headers["Authorization"] = nil
        let stream = ClosureTransport { request in
            HTTPResponse(
                status: 404, body: Data(#"{"message":"none at \#(request.url.absoluteString)"}"#.utf8))
        }
        let files = PocketBaseConnection(
            baseURL: connection.baseURL, authorization: nil, settings: PocketBaseSettings(),
            transport: stream)
        let refused = await #expect(throws: PocketBaseError.self) { try await files.send(call) }
        #expect(refused?.message == "none at https://content.example.org/api/files?token=…")
    }

    @Test("Nothing in a value leaves its parameter", arguments: ["a && b", "x'y", "%", "a+b", "ü/\u{0}"])
    func escaping(_ value: String) throws {
        let call = PocketBaseCall(
            .get, ["collections", "a/b", "records"], query: [("filter", value), ("sort", "id")],
            action: "search")
        let url = Self.connection.request(for: call).url
        let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
        #expect(items.map(\.name) == ["filter", "sort"])
        #expect(items.first?.value == value)
        #expect(url.path(percentEncoded: true) == "/api/collections/a%2Fb/records")
    }
}
