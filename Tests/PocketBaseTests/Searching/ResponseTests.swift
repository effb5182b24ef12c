import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuirePocketBase
import Testing

/// What a server sends is checked.
@Suite struct ResponseTests {
    private static let module = ModuleDescriptor(
        name: "books", fields: [FieldDescriptor(name: "title", kind: .text)])

    private static func ids(_ body: String) async throws -> [String] {
        let url = try #require(URL(string: "http://127.0.0.1:8090"))
        let engine = PocketBaseEngine(
            baseURL: url,
            transport: ClosureTransport { _ in HTTPResponse(status: 200, body: Data(body.utf8)) })
        var request = SearchRequest(module: module)
        request.page = .page(2, size: 2)
        return try await engine.search([request], decoding: .ids(of: module))[0].items
    }

    @Test("A page as it should be is read")
    func whole() async throws {
        let items = try await Self.ids(
            #"{"items":[{"id":"a","title":"x"},{"title":"","id":"b"}],"page":2,"perPage":2,"totalItems":4,"totalPages":2}"#
        )
        #expect(items == ["a", "b"])
    }

    @Test(
        "A response that contradicts the request is an error, not a shorter page",
        arguments: [
            #"{"items":[{"id":"a"}],"page":1,"perPage":2,"totalItems":4}"#,
            #"{"items":[{"id":"a"}],"page":2,"perPage":1,"totalItems":4}"#,
            #"{"items":[{"id":"a"}],"page":2,"perPage":2,"totalItems":-1}"#,
            #"{"items":[{"id":"a"}],"page":2,"perPage":2}"#,
            #"{"items":[{"id":"a"},{"id":"b"},{"id":"c"}],"page":2,"perPage":2,"totalItems":5}"#,
            #"{"items":[{"title":"a"}],"page":2,"perPage":2,"totalItems":5}"#,
            #"{"items":[{"id":""}],"page":2,"perPage":2,"totalItems":5}"#,
            #"{"items":["a"],"page":2,"perPage":2,"totalItems":5}"#,
            #"{"items":{},"page":2,"perPage":2,"totalItems":5}"#, #"{"page":2,"perPage":2,"totalItems":5}"#,
            "[]", "null", #"{"items":[{"id":"a"}]"#, "", "<html>",
        ])
    func contradictions(_ body: String) async {
        await #expect(throws: PocketBaseError.self) { try await Self.ids(body) }
    }
}
