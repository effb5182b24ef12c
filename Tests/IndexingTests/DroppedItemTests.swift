#if SQLite
import Foundation
import Quire
import QuireIndexing
import QuireTesting
import SampleModules
import Testing

/// A server that counts an item and does not send it must not empty an index.
@Suite("Reading items for an index from a server that drops one")
struct DroppedItemTests {
    /// Sends pages without one item, and counts it where the total is asked for.
    private struct Dropping: ContentEngine {
        let base: InMemoryEngine
        let dropped: String

        var capabilities: EngineCapabilities { base.capabilities }

        func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] {
            var responses: [SearchResponse<Item>] = []
            for request in requests {
                responses.append(try decoder.decodePage(try await searchData(request)))
            }
            return responses
        }

        func searchData(_ request: SearchRequest) async throws -> Data {
            let data = try await base.searchData(request)
            let page = try JSONValue(parsing: data)
            let items = Self.elements(of: page.member("items") ?? page)
            let sent = items.filter { $0.instanceID != dropped }
            var members: [JSONValue.Member] = [.init("items", .array(sent))]
            if request.countsTotal {
                members.append(
                    .init("pagination", .object([.init("totalItems", .integer(Int64(items.count)))])))
            }
            return JSONValue.object(members).data
        }

        private static func elements(of json: JSONValue) -> [JSONValue] {
            if case .array(let elements) = json { elements } else { [] }
        }

        func validate(_ request: SearchRequest) throws { try base.validate(request) }

        func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
    }

    private func engine(dropping id: String) async -> Dropping {
        let base = InMemoryEngine()
        await base.add(
            Writers.self, (0..<5).map { Content<Writers>(id: "a\($0)", values: .init(name: "n\($0)")) })
        await base.add(
            Novels.self,
            (0..<5).map { Content<Novels>(id: "b\($0)", values: .init(author: Relation("a\($0)"))) })
        return Dropping(base: base, dropped: id)
    }

    @Test("An item that the server counts and does not send is an error, not an item to remove")
    func dropped() async throws {
        let engine = await engine(dropping: "a3")
        let ids = (0..<5).map { "a\($0)" }
        let error = await #expect(throws: PagingError.self) {
            try await engine.instances(of: ids, in: Writers.descriptor)
        }
        #expect(error?.reason == .emptyPage)
        let whole = await self.engine(dropping: "none")
        let found = try await whole.instances(of: ids + ["x"], in: Writers.descriptor)
        #expect(found.map { $0?.instanceID } == ids + [nil])
    }

    @Test("An index keeps the item, and the batch is tried again")
    func index() async throws {
        let target = InMemoryEngine()
        await target.add(Writers.self, [Content<Writers>(id: "a3", values: .init(name: "n3"))])
        let indexer = EngineIndexer(
            from: await engine(dropping: "a3"), into: target, modules: Writers.self, emptiesFirst: false)
        await #expect(throws: PagingError.self) {
            _ = try await indexer.index(IndexBatch(type: "writers", upserts: ["a2", "a3"], deletes: []))
        }
        let kept = try await ContentClient(engine: target).ids(Writers.query())
        #expect(kept.contains("a3"))
    }

    @Test("Groups across relations do not count it as missing")
    func groups() async throws {
        let content = ContentClient(engine: await engine(dropping: "a3"))
        let query = Novels.query().fallback(.clientSide(maxScanned: 10))
        await #expect(throws: PagingError.self) {
            try await content.count(query, by: \.author.name)
        }
    }
}
#endif
