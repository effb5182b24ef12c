#if SQLite
import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

import QuireStore

/// Groups by fields of related items: in the store, in memory, and by a client that reads the items.
@Suite("Groups across relations")
struct RelatedGroupTests {
    /// The library in the store, in memory, and behind an engine that only searches.
    private struct Engines {
        let store: Store
        let memory = InMemoryEngine()

        init(_ library: RandomLibrary) async throws {
            store = try await Store.library(library)
            await memory.add(Novels.self, library.novels)
            await memory.add(Writers.self, library.writers)
            await memory.add(Houses.self, library.houses)
        }

        var aggregating: [any AggregatingEngine] { [store, memory] }

        /// A client that reads the items and computes the results.
        var reading: ContentClient { ContentClient(engine: SearchOnly(base: memory)) }
    }

    private func byHand() async throws -> [(ContentClient, Query<Novels>)] {
        let memory = InMemoryEngine()
        await memory.add(Novels.self, Library.novels)
        await memory.add(Writers.self, Library.writers)
        await memory.add(Houses.self, Library.houses)
        let query = Novels.query()
        return [
            (ContentClient(engine: try await Store.library()), query),
            (ContentClient(engine: memory), query),
            (ContentClient(engine: SearchOnly(base: memory)), query.fallback(.clientSide(maxScanned: 10))),
        ]
    }

    @Test(
        "No relation, an id without an item and an item without a value are in the group without a value")
    func noValue() async throws {
        // b3 names no author, b4 names one that does not exist, b2's author has no year of birth.
        for (content, query) in try await byHand() {
            let names = try await content.aggregate(query.group(by: \.author.name), .count, .sum(\.pages))
            let expected = Dictionary(
                grouping: Library.novels, by: { PlainGroups.author(of: $0, Library.writers)?.values.name })
            #expect(names.map(\.0) == expected.keys.sorted { ($0 ?? "") < ($1 ?? "") })
            for (name, count, pages) in names {
                #expect(count == expected[name]?.count)
                #expect(pages == expected[name]?.reduce(0) { $0 + ($1.pages ?? 0) })
            }
            let years = try await content.count(query, by: \.author.birthYear)
            #expect(years.first { $0.0 == nil }?.1 == 3)
            #expect(try await content.values(of: \.author.publisher.country, in: query) == [.japan])
        }
    }

    @Test("Values, periods, ranges and lists behind one or two relations are those of a plain computation")
    func random() async throws {
        for seed: UInt64 in 0..<4 {
            var library = RandomLibrary(seed: 300 + seed, novels: 80, writers: 25)
            let engines = try await Engines(library)
            for number in 0..<30 {
                let grouping = PlainGroups.all[number % PlainGroups.all.count]
                var search = SearchRequest(module: Novels.descriptor)
                if number > 14 { search.filter = library.filter(over: Novels.descriptor, levels: 1) }
                let request = AggregateRequest(
                    [
                        .count, .countValues(.value("pages")), .sum(.value("pages")),
                        .countDistinct(.value("editors")),
                    ],
                    of: search, groupedBy: grouping.grouping, behind: grouping.steps)
                let ids = search.filter.map { Set(library.ids(of: Novels.descriptor, matching: $0)) }
                let novels = library.novels.filter { ids?.contains($0.id.rawValue) ?? true }
                let expected = PlainGroups.rows(novels, library, grouping)
                for engine in engines.aggregating {
                    let found = try await engine.aggregate(request)
                    #expect(found.plainRows == expected, "\(engine.capabilities.name): \(request.grouping)")
                }
            }
        }
    }

    @Test("A client that reads the items computes the same groups, and fetches each related item once")
    func fallback() async throws {
        let library = RandomLibrary(seed: 310, novels: 60, writers: 20)
        let engines = try await Engines(library)
        let store = ContentClient(engine: engines.store)
        let query = Novels.query()
        let limited = query.fallback(.clientSide(maxScanned: 60))
        let direct = try await store.aggregate(
            query.group(by: \.author.publisher.country).sort(by: .count, .descending), .count, .max(\.pages)
        )
        let computed = try await engines.reading.aggregate(
            limited.group(by: \.author.publisher.country).sort(by: .count, .descending), .count,
            .max(\.pages))
        #expect(direct.map(\.0) == computed.map(\.0))
        #expect(direct.map(\.1) == computed.map(\.1))
        #expect(direct.map(\.2) == computed.map(\.2))
        let asked = await engines.memory.requests.compactMap(\.ids).flatMap { $0 }
        #expect(!asked.isEmpty)
        #expect(Set(asked).count == asked.count)
        let years = try await store.aggregate(
            query.group(by: \.author.diedOn, .month), .count)
        let read = try await engines.reading.aggregate(limited.group(by: \.author.diedOn, .month), .count)
        #expect(years.map(\.0) == read.map(\.0))
        #expect(years.map(\.1) == read.map(\.1))
        await #expect(throws: ScanLimitError.self) {
            try await engines.reading.aggregate(
                query.fallback(.clientSide(maxScanned: 59)).group(by: \.author.name), .count)
        }
    }

    @Test(
        "An engine that does not join modules refuses the groups before any request, and names the fallback")
    func refused() async throws {
        let memory = InMemoryEngine()
        let groups = Novels.query().group(by: \.author.rating, bounds: [1, 2])
        for engine in [OwnGroupsOnly(base: memory), SearchOnly(base: memory)] as [any ContentEngine] {
            let error = await #expect(throws: UnsupportedError.self) {
                try await ContentClient(engine: engine).aggregate(groups, .count)
            }
            #expect(error?.engine == engine.capabilities.name)
            #expect(error?.node == #"groups by "author.rating", across relations"#)
            #expect(error?.hint.contains(".fallback(.clientSide(maxScanned: 1_000))") == true)
        }
        let request = groups.request(.count)
        for check in [{ try request.check() }, { try OwnGroupsOnly(base: memory).validate(request) }] {
            let error = #expect(throws: UnsupportedError.self) { try check() }
            #expect(error?.hint.contains(".fallback(.clientSide(maxScanned: 1_000))") == true)
        }
        #expect(await memory.requests.isEmpty)
    }

    @Test("A relation to many items, metadata behind a relation and an unknown field are errors")
    func invalid() async throws {
        let author = RelationStep("author", to: Writers.descriptor)
        func error(_ grouping: AggregateGrouping, _ steps: [RelationStep]) async throws -> QueryError? {
            let search = SearchRequest(module: Novels.descriptor)
            let request = AggregateRequest([.count], of: search, groupedBy: grouping, behind: steps)
            let store = try await Store.library()
            let memory = InMemoryEngine()
            let found = #expect(throws: QueryError.self) { try store.validate(request) }
            let other = #expect(throws: QueryError.self) { try memory.validate(request) }
            #expect(found == other)
            return found
        }
        let many = try await error(
            .values(.value("name")), [RelationStep("editors", to: Writers.descriptor)])
        #expect(many?.expected == "a relation to one item")
        #expect(try await error(.values(.metadata("name")), [author])?.reason == .unknownProperty)
        let unknown = try await error(.values(.value("nam")), [author])
        #expect(unknown?.node == #""author.nam" in group(by:)"#)
        #expect(unknown?.expected == "a field of writers")
        let text = try await error(.periods(.value("name"), .month, nil), [author])
        #expect(text?.node == #"group(by: "author.name") by month"#)
    }

    @Test("The store groups across two relations in one statement, and finds the related items by their ids")
    func plan() async throws {
        let store = try await Store.library()
        let request = Novels.query().where(\.pages > 1).group(by: \.author.publisher.country).request(
            .count)
        let text = try store.explain(request)
        #expect(
            text.hasPrefix(
                """
                WITH grouped AS MATERIALIZED (SELECT s2."v_country" AS k, count(*) AS a0 FROM "m_novels" AS m \
                LEFT JOIN "m_writers" AS s1 ON s1.id = m."v_author" \
                LEFT JOIN "m_houses" AS s2 ON s2.id = s1."v_publisher" WHERE m."v_pages" > ? GROUP BY 1) \
                SELECT k, a0 FROM grouped ORDER BY k
                """), "\(text)")
        #expect(text.contains("SEARCH s1 USING"))
        #expect(text.contains("SEARCH s2 USING"))
    }

    @Test("A live query of groups notices a change of a related item")
    func live() async throws {
        let store = try await Store.library()
        let content = ContentClient(engine: store)
        var counts = content.live { content in
            try await content.values(of: \.author.name, in: Novels.query())
        }.makeAsyncIterator()
        let before = try #require(try await counts.next())
        #expect(!before.contains("Zoe"))
        var author = try #require(
            Library.novels.compactMap { PlainGroups.author(of: $0, Library.writers) }.first)
        author.values.name = "Zoe"
        var batch = WriteBatch()
        batch.createOrUpdate(author)
        _ = try await store.write(batch)
        let after = try #require(try await counts.next())
        #expect(after.contains("Zoe"))
    }
}

/// An engine that computes aggregates, and does not join modules.
private struct OwnGroupsOnly: AggregatingEngine {
    let base: InMemoryEngine

    var capabilities: EngineCapabilities {
        var capabilities = base.capabilities
        capabilities.name = "own groups"
        capabilities.groupsAcrossRelations = false
        return capabilities
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await base.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }

    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await base.aggregate(request)
    }

    func validate(_ request: AggregateRequest) throws { try request.check(for: capabilities) }

    func explain(_ request: AggregateRequest) throws -> String { try base.explain(request) }
}
#endif
