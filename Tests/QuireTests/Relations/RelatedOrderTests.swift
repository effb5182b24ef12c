import Quire
import QuireTesting
import SampleModules
import Testing

/// Orders by fields of related items, in memory.
@Suite struct RelatedOrderTests {
    private func client() async -> ContentClient { ContentClient(engine: await InMemoryEngine.library()) }

    @Test("A missing relation and an id without an item are sorted like a missing value")
    func byHand() async throws {
        let client = await client()
        func ids(_ query: Query<Novels>) async throws -> [String] {
            try await client.fetch(query).map(\.id.rawValue)
        }
        #expect(
            try await ids(Novels.query().sort(by: \.author.name)) == ["b3", "b4", "b1", "b2", "b5", "b6"])
        #expect(
            try await ids(Novels.query().sort(by: \.author.name, .descending))
                == ["b5", "b6", "b2", "b1", "b3", "b4"])
        #expect(
            try await ids(
                Novels.query().sort(by: \.author.birthYear, nulls: .last).sort(by: \.pages, .descending))
                == ["b1", "b6", "b5", "b4", "b3", "b2"])
        #expect(
            try await ids(Novels.query().sort(by: \.author.publisher.country, .descending).page(1, size: 1))
                == ["b1"])
    }

    @Test("Random orders by related fields equal those of a plain evaluator, and their pages fit together")
    func random() async throws {
        var library = RandomLibrary(seed: 91, novels: 50, writers: 15)
        let client = ContentClient(engine: await InMemoryEngine.library(library))
        for _ in 0..<120 {
            var query = Novels.query().page(1, size: 100)
            query.request.sort = library.sortKeys()
            let all = try await client.fetch(query).map(\.id.rawValue)
            #expect(all.count == 50)
            #expect(library.isSorted(all, by: query.request.sort), "\(query)")
            var paged: [String] = []
            query.request.page = .cursor(nil, limit: 7)
            for try await novel in client.all(query) { paged.append(novel.id.rawValue) }
            #expect(paged == all, "\(query)")
        }
    }

    @Test("An engine that does not join modules refuses the order before any request, also with a fallback")
    func refused() async throws {
        let memory = InMemoryEngine()
        let client = ContentClient(engine: LimitedEngine(memory) { $0.sortsAcrossRelations = false })
        for query in [
            Novels.query().sort(by: \.author.name),
            Novels.query().sort(by: \.author.name).fallback(.clientSide(maxScanned: 10)),
        ] {
            let error = await #expect(throws: UnsupportedError.self) { try await client.fetch(query) }
            #expect(error?.node == #"sort by "author.name""#)
            #expect(error?.hint.contains(#"copy the value into a field of "novels""#) == true)
        }
        #expect(await memory.requests.isEmpty)
    }

    @Test("A sort key over a relation to many items is an error")
    func toMany() async throws {
        var query = Novels.query()
        query.request.sort = [
            SortKey(.value("name"), behind: [RelationStep("editors", to: Writers.descriptor)])
        ]
        let client = await client()
        let error = await #expect(throws: QueryError.self) { try await client.fetch(query) }
        #expect(error?.expected == "a relation to one item")
    }

    @Test("A printed query names the relations of its order")
    func printed() {
        let query = Novels.query().sort(by: \.author.publisher.country, .descending)
        #expect("\(query)".contains("author.publisher.country descending"), "\(query)")
    }
}
