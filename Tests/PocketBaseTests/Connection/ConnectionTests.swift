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

    @Test("Nothing in a value leaves its parameter", arguments: ["a && b", "x'y", "%", "a+b", "ü/\u{0}"])
    func escaping(_ value: String) throws {
        let call = PocketBaseCall(
            .get, ["collections", "a/b", "records"], query: [("filter", value), ("sort", "id")], "search")
        let url = Self.connection.request(for: call).url
        let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
        #expect(items.map(\.name) == ["filter", "sort"])
        #expect(items.first?.value == value)
        #expect(url.path(percentEncoded: true) == "/api/collections/a%2Fb/records")
    }
}
