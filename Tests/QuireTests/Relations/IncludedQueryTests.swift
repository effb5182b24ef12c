import Quire
import QuireTesting
import SampleModules
import Testing

/// Queries for included relations.
@Suite struct IncludedQueryTests {
    private static func editors(_ query: Query<Novels>, _ client: ContentClient) async throws -> [String] {
        try await client.fetch(query).map { novel in
            novel.editors.map { $0.item?.values.name ?? "–" }.joined(separator: " ")
        }
    }

    @Test("A relation has the items that the query finds, in its order, at most the limit for each item")
    func byHand() async throws {
        let client = ContentClient(engine: await InMemoryEngine.library())
        let all = Novels.query()
        #expect(
            try await Self.editors(all.include(\.editors) { $0.sort(by: \.name, .descending) }, client)
                == ["Bob Ann", "Cy", "", "", "Ann", ""])
        #expect(
            try await Self.editors(all.include(\.editors) { $0.where(\.birthYear < 1900) }, client)
                == ["Ann", "", "", "", "Ann", ""])
        #expect(
            try await Self.editors(
                all.include(\.editors) { $0.sort(by: \.name, .descending).limit(1) }, client)
                == ["Bob", "Cy", "", "", "Ann", ""])
        #expect(
            try await Self.editors(all.include(\.editors) { $0.limit(1) }, client)
                == ["Ann", "Cy", "", "", "Ann", ""])
        #expect(
            try await Self.editors(all.include(\.editors) { $0.ids(["a2", "a3"]) }, client)
                == ["Bob", "Cy", "", "", "", ""])
    }

    @Test("A page and its included query are two searches, and the last query for a relation counts")
    func searches() async throws {
        let memory = await InMemoryEngine.library()
        let client = ContentClient(engine: memory)
        let query = Novels.query().include(\.editors).include(\.editors) { $0.where(\.name == "Bob") }
            .include(\.editors) { $0.where(\.name == "Ann").include(\.publisher) }
        let page = try await client.fetch(query)
        #expect(await memory.requests.map(\.module.name) == ["novels", "writers"])
        #expect(page.first?.editors.first?.item?.publisher?.item?.country == .japan)
        #expect(page.first?.editors.count == 1)
    }

    @Test("An item whose relation a query has shortened is not written as a whole: no related id is lost")
    func writing() async throws {
        let client = ContentClient(engine: await InMemoryEngine.library())
        func novel(_ query: (Query<Writers>) -> Query<Writers>) async throws -> Content<Novels> {
            try #require(try await client.fetch(Novels.query().ids(["b1"]).include(\.editors, query)).first)
        }
        for item in [
            try await novel { $0.where(\.name == "Ann") }, try await novel { $0.limit(1) },
            try await novel { $0.sort(by: \.name, .descending) },
        ] {
            let error = await #expect(throws: WriteError.self) { try await client.createOrUpdate(item) }
            #expect(error?.fields.map(\.name) == ["editors"])
            #expect(error?.description.contains("write a draft with the changed fields") == true)
        }
        // This query finds all related items, in the order of the relation.
        var whole = try await novel { $0 }
        #expect(whole.editors.map(\.id) == ["a1", "a2"])
        whole.values.pages = 8
        try await client.createOrUpdate(whole)
        let stored = try await client.item("b1", in: Novels.query())
        #expect(stored.editors.map(\.id) == ["a1", "a2"] && stored.values.pages == 8)
    }

    @Test("Relations behind an included query are included")
    func nested() async throws {
        let client = ContentClient(engine: await InMemoryEngine.library())
        let query = Novels.query().include(\.editors) { $0.where(\.name == "Ann") }
            .include(\.editors.publisher, \.author)
        let page = try await client.fetch(query)
        #expect(page.first?.editors.map { $0.item?.publisher?.item?.country } == [.japan])
        #expect(page.first?.author?.item?.values.name == "Ann")
    }

    @Test("Random included queries equal those of a plain evaluator, also over several pages")
    func random() async throws {
        var library = RandomLibrary(seed: 23, novels: 50, writers: 15)
        let client = ContentClient(engine: await InMemoryEngine.library(library))
        for number in 0..<60 {
            let filter = library.filter(over: Writers.descriptor, levels: 2)
            let matching = Set(library.ids(of: Writers.descriptor, matching: filter))
            let limit = number % 4 == 0 ? nil : number % 4
            let query = Novels.query().page(1, size: 20).include(\.editors) { editors in
                var editors = editors.sort(by: \.name, .descending)
                if let limit { editors = editors.limit(limit) }
                editors.request.filter = filter
                return editors
            }
            var found: [String: [String]] = [:]
            for try await novel in client.all(query) {
                found[novel.id.rawValue] = novel.editors.map(\.id.rawValue)
            }
            for novel in library.novels {
                let editors = Set(novel.editors.map(\.id.rawValue)).intersection(matching)
                let sorted = library.writers.filter { editors.contains($0.id.rawValue) }.sorted {
                    ($1.values.name, $0.id.rawValue) < ($0.values.name, $1.id.rawValue)
                }
                #expect(
                    found[novel.id.rawValue] == Array(sorted.map(\.id.rawValue).prefix(limit ?? 100)),
                    "\(filter)")
            }
        }
    }

    @Test("An engine without included queries refuses them before any request")
    func refused() async throws {
        let memory = await InMemoryEngine.library()
        let client = ContentClient(engine: LimitedEngine(memory) { $0.queriesIncludes = false })
        let query = Novels.query().include(\.editors) { $0.limit(1) }
        let error = await #expect(throws: UnsupportedError.self) { try await client.fetch(query) }
        #expect(error?.node == #"include("editors") with a query"#)
        #expect(throws: UnsupportedError.self) {
            try query.validate(on: LimitedEngine(memory) { $0.queriesIncludes = false })
        }
        await #expect(throws: UnsupportedError.self) {
            try await client.items(["b1"], in: query)
        }
        // An engine alone would include all items.
        await #expect(throws: UnsupportedError.self) {
            try await memory.search([query.request], decoding: .content(of: Novels.self))
        }
        await #expect(throws: UnsupportedError.self) {
            try await ContentClient(engine: memory).fetchData(query)
        }
    }

    @Test("A page or a facet in the query of a relation is an error")
    func invalid() async throws {
        let client = ContentClient(engine: await InMemoryEngine.library())
        for query in [
            Novels.query().include(\.editors) { $0.page(2, size: 3) },
            Novels.query().include(\.editors) { $0.page(.all) },
            Novels.query().include(\.editors) { $0.limit(0) },
        ] {
            await #expect(throws: QueryError.self) { try await client.fetch(query) }
        }
    }

    @Test("A printed query shows the queries of its relations")
    func printed() {
        let query = Novels.query().include(\.editors) { $0.where(\.name == "Ann").limit(2) }
        #expect(
            "\(query)" == #"novels, including editors (writers where name = "Ann", page 1 of size 2)"#,
            "\(query)")
    }
}
