import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Conditions across relations on engines that cannot test related items: the client looks up ids first.
@Suite struct RelationLookupTests {
    private let memory = InMemoryEngine()

    /// Cannot test related items. Pages have at most seven items.
    private func client(
        _ limit: (inout EngineCapabilities) -> Void = { _ in }
    ) -> ContentClient {
        ContentClient(
            engine: NoRelations(
                memory: memory,
                capabilities: LimitedEngine(memory) {
                    $0.conditionsAcrossRelations = false
                    $0.maximumPageSize = 7
                    limit(&$0)
                }.capabilities))
    }

    @Test("A condition on related items matches the items worked out by hand", arguments: Library.cases)
    func byHand(_ sample: Library.Case<Novels>) async throws {
        await memory.addLibrary()
        #expect(try await client().ids(sample.query).map(\.rawValue) == sample.ids)
        #expect(try await client().count(sample.query) == sample.ids.count)
        #expect(try await client().fetch(sample.query.page(1, size: 7)).map(\.id.rawValue) == sample.ids)
    }

    @Test("A reverse condition matches the items worked out by hand", arguments: Library.reverseCases)
    func reverse(_ sample: Library.Case<Writers>) async throws {
        await memory.addLibrary()
        #expect(try await client().ids(sample.query).map(\.rawValue) == sample.ids)
    }

    @Test(
        "A reverse condition over several relations matches the items worked out by hand",
        arguments: Library.houseCases)
    func reversePath(_ sample: Library.Case<Houses>) async throws {
        await memory.addLibrary()
        #expect(try await client().ids(sample.query).map(\.rawValue) == sample.ids)
    }

    @Test(
        "Random filters match the items of a plain evaluator, on engines with and without cursors and filters by id",
        arguments: [true, false])
    func randomTrees(_ isRich: Bool) async throws {
        var library = RandomLibrary(seed: 17, novels: 30, writers: 12)
        await memory.addLibrary(library)
        let engine = NoRelations(
            memory: memory,
            capabilities: LimitedEngine(memory) {
                $0.conditionsAcrossRelations = false
                $0.maximumPageSize = 7
                $0.supportsCursors = isRich
            }.capabilities, filtersByID: isRich)
        let content = ContentClient(engine: engine)
        var differences = 0
        for number in 0..<300 {
            let filter: Filter
            let found: [String]
            switch number % 3 {
            case 0:
                filter = library.filter(over: Novels.descriptor)
                found = try await content.ids(Novels.query().where(Condition(filter))).map(\.rawValue)
            case 1:
                filter = library.filter(over: Writers.descriptor)
                found = try await content.ids(Writers.query().where(Condition(filter))).map(\.rawValue)
            default:
                filter = library.filter(over: Houses.descriptor)
                found = try await content.ids(Houses.query().where(Condition(filter))).map(\.rawValue)
            }
            let module = [Novels.descriptor, Writers.descriptor, Houses.descriptor][number % 3]
            if found.sorted() != library.ids(of: module, matching: filter) { differences += 1 }
        }
        #expect(differences == 0)
    }

    @Test("More related items than the limit are an error before the main request")
    func limit() async throws {
        await memory.addLibrary()
        let query = Novels.query().where(\.author.name != "Ann")
        let wide = Novels.query().where(any: \.editors) { $0.name != "Ann" }.relatedItems(upTo: 2)
        let error = await #expect(throws: RelationLimitError.self) { try await client().fetch(wide) }
        #expect(
            error?.description
                == "Could not search novels: limited cannot test related items, and more than 2 items of writers match "
                + "name != \"Ann\". Narrow the condition, or raise the limit with relatedItems(upTo:).")
        #expect(await memory.requests.allSatisfy { $0.module.name == "writers" })
        #expect(try await client().fetch(wide.relatedItems(upTo: 3)).count == 2)
        // Only Ann is looked up.
        #expect(try await client().fetch(query.relatedItems(upTo: 1)).count == 5)
        await #expect(throws: QueryError.self) { try await client().fetch(query.relatedItems(upTo: 0)) }
    }

    @Test("A part that the engine does not support is an error before any request")
    func unsupported() async throws {
        await memory.addLibrary()
        let queries = [
            Novels.query().where(\.author.name, contains: "n"),
            Novels.query().where(\.author.name == "Ann").where(\.pages, between: 1...2),
        ]
        for query in queries {
            await #expect(throws: UnsupportedError.self) {
                try await client { $0.operations.subtract([.contains, .between]) }.fetch(query)
            }
        }
        #expect(await memory.requests.isEmpty)
        let wrong = Filter.any(RelationStep("pages", to: Writers.descriptor), .and([]))
        await #expect(throws: QueryError.self) {
            try await client().fetch(Novels.query().where(Condition(wrong)))
        }
        #expect(await memory.requests.isEmpty)
    }

    @Test("A fallback covers the conditions on the items and on their related items")
    func fallback() async throws {
        await memory.addLibrary()
        let query = Novels.query().where(any: \.editors) { $0.name.contains("n") }.where(
            \.pages, between: 1...2)
        let content = client { $0.operations.subtract([.contains, .between]) }
        #expect(
            try await content.fetch(query.fallback(.clientSide(maxScanned: 100))).map(\.id.rawValue) == ["b1"]
        )
    }

    @Test("All pages have the ids of the first, although a related item changes meanwhile")
    func pages() async throws {
        await memory.addLibrary()
        let content = client()
        let query = Novels.query().where(none: \.editors) { $0.birthYear < 1900 }.page(1, size: 2)
        let first = try await content.fetch(query)
        let items = content.all(query).makeAsyncIterator()
        var iterator = items
        var ids = [try await iterator.next()?.id.rawValue]
        // All novels would match now.
        await memory.add(Writers.self, [Content(id: "a1", values: .init(name: "Ann", birthYear: 2000))])
        let second = try #require(try await first.next())
        #expect((first.items + second.items).map(\.id.rawValue) == ["b2", "b3", "b4", "b6"])
        while let item = try await iterator.next() { ids.append(item.id.rawValue) }
        #expect(ids == ["b2", "b3", "b4", "b6"])
        #expect(await memory.requests.filter { $0.module.name == "writers" }.count == 2)
    }

    @Test("A condition that occurs twice is looked up once")
    func repeated() async throws {
        await memory.addLibrary()
        _ = try await client().fetch(
            Novels.query().where(
                \.author.name == "Ann" || (\.author.name != "Ann" && \.pages > 3)))
        #expect(await memory.requests.map(\.module.name) == ["writers", "novels"])
    }

    @Test("Aggregates, existence and the data of a page look up ids too")
    func calls() async throws {
        await memory.addLibrary()
        let query = Novels.query().where(\.author.name == "Cy")
        let content = client()
        #expect(try await content.exists(query))
        let data = try await content.fetchData(query)
        #expect(String(decoding: data, as: UTF8.self).contains(#""id":"b5""#))
        let (count, most) = try await content.aggregate(
            query.fallback(.clientSide(maxScanned: 100)), .count, .max(\.pages))
        #expect(count == 2)
        #expect(most == 6)
    }

    @Test("An explanation shows the lookups before the main request")
    func explanation() throws {
        let text = try Novels.query().where(\.author.publisher.country == .japan).explain(on: client().engine)
        #expect(text.components(separatedBy: "-- first, the ids").count == 3, "\(text)")
        #expect(text.contains("at most 1000 items of houses"), "\(text)")
        #expect(text.contains(#"author in ["idofwriters"]"#), "\(text)")
    }
}

/// The in-memory engine, which rejects conditions across relations itself.
private struct NoRelations: ContentEngine {
    let memory: InMemoryEngine
    var capabilities: EngineCapabilities
    /// Whether the metadata `id` supports filters, as on search clusters.
    var filtersByID = true

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        for request in requests { try validate(request) }
        return try await memory.search(requests, decoding: decoder)
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try validate(request)
        return try await memory.searchData(request)
    }

    func validate(_ request: SearchRequest) throws {
        try request.check(for: capabilities)
        if !filtersByID, request.metaFilter != nil {
            throw UnsupportedError(
                engine: capabilities.name, node: "the metadata \"id\"", hint: "use .ids([…])")
        }
        try memory.validate(request)
    }

    func explain(_ request: SearchRequest) throws -> String {
        try validate(request)
        return try memory.explain(request)
    }
}
