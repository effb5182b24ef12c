import Foundation
import Quire
import QuireCluster
import QuireHTTP
import QuireIndexing
import QuireRemote
import SampleModules
import Testing
import TransportDoubles

@testable import QuireOpenSearch

/// The requests of writes, and rejected writes.
@Suite struct WriteRequestTests {
    private func engine(_ transport: any Transport) throws -> OpenSearchEngine {
        OpenSearchEngine(
            nodes: [try #require(URL(string: "http://127.0.0.1:9200"))],
            settings: OpenSearchSettings(nodes: NodeSettings(timeout: .seconds(900))),
            transport: transport.undescribed)
    }

    @Test("An invalid write is rejected before anything is sent")
    func refused() async throws {
        let transport = ScriptedTransport([])
        #expect(await Books.unwritableTaken(by: try engine(transport)) == [])
        #expect(transport.requests.isEmpty)
    }

    @Test("Ids are sent only in bodies, unchanged", arguments: Books.oddIDs)
    func ids(_ id: String) async throws {
        let index = try IndexNames(Books.descriptor, OpenSearchSettings()).base
        let transport = ScriptedTransport([
            .status(200, [:], #"{"docs":[{"_index":"\#(index)","_id":"x","found":false}]}"#),
            .status(200, [:], #"{"errors":false,"items":[{"create":{"status":201}}]}"#),
        ])
        let content = ContentClient(engine: try engine(transport))
        let book = Book(id: ContentID(id), values: .init(title: "Emma", age: 1))
        #expect(try await content.create(book).id == book.id)
        let requests = transport.requests
        #expect(requests.map(\.url.path) == ["/_mget", "/_bulk"])
        let asked = try JSONValue(parsing: try #require(requests[0].body))
        #expect(asked["docs"]?.elements?.first?["_id"] == .string(id))
        let line = try #require(requests[1].body?.split(separator: 10).first)
        #expect(try JSONValue(parsing: Data(line))["create"]?["_id"] == .string(id))
    }

    @Test("Removing an impossible id sends nothing and is not an error")
    func removingLongID() async throws {
        let transport = ScriptedTransport([])
        let engine = try engine(transport)
        let indexer = EngineIndexer(from: engine, into: engine, [Books.descriptor])
        let long = String(repeating: "é", count: 257)
        #expect(try await indexer.write([], deleting: [long], of: "books").isEmpty)
        #expect(transport.requests.isEmpty)
    }
}
