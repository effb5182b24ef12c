import Foundation
import Quire
import QuireHTTP
import QuireRemote
import SampleModules
import Testing
import TransportDoubles

@testable import QuireTypesense

/// The requests of writes, and rejected writes.
@Suite struct WriteRequestTests {
    private func engine(_ transport: any Transport) throws -> TypesenseEngine {
        TypesenseEngine(
            nodes: [try #require(URL(string: "http://127.0.0.1:8108"))], apiKey: "sesame",
            transport: transport)
    }

    @Test("An invalid write is rejected before anything is sent")
    func refused() async throws {
        let transport = ScriptedTransport([])
        #expect(await Books.unwritableTaken(by: try engine(transport)) == [])
        #expect(transport.requests.isEmpty)
    }

    @Test("An import has escapes instead of characters of several bytes, which the server may lose")
    func escapedImport() async throws {
        let title = "狂人日記 é 🎈 \u{0}"
        let node = ScriptedNode([.status(200, [:], #"{"success":true}"#)])
        let place = LoadingPlace(name: "books", identity: "made once", isLive: true)
        let item = JSONValue.object([
            .init("id", .string("1")), .init("values", .object([.init("title", .string(title))])),
        ])
        let loading = try #require(try engine(node) as Any as? any InstanceLoading)
        #expect(try await loading.load([item], into: place, of: Books.descriptor) == [nil])
        let body = try #require(node.requests.last?.body)
        #expect(body.allSatisfy { $0 < 0x80 })
        #expect(try JSONValue(parsing: body).member("title") == .string(title))
    }

    @Test("An id never occurs in an address: a delete uses the document's key", arguments: Books.oddIDs)
    func ids(_ id: String) async throws {
        let key = ExactKey.text(id)
        // Texts longer than a word on the server have a digest as their key.
        #expect(key.hasPrefix("h") || PlainKey.decoded(key.dropFirst()) == id)
        let document = #"{"id":\#(JSONValue.string(id)),"q_id":"\#(key)"}"#
        let node = ScriptedNode([
            .status(
                200, [:],
                #"{"results":[{"found":1,"search_cutoff":false,"hits":[{"document":\#(document)}]}]}"#),
            .status(200, [:], #"{"num_deleted":1}"#),
        ])
        try await ContentClient(engine: try engine(node)).delete(ContentID<Books>(id))
        #expect(
            node.requests.map(\.url.path) == [
                "/multi_search", "/collections/books_57ea6aa43d5b5ba1/documents",
            ])
        let url = try #require(node.requests.last?.url)
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
        #expect(items?.first { $0.name == "filter_by" }?.value == "q_id:=[\(key)]")
    }
}
