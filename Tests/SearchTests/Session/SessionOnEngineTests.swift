import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing

/// A session on a real engine, from keystroke to list.
@Suite struct SessionOnEngineTests {
    private static let titles = ["Moby Dick", "The Whale Road", "Whale Song", "Emma", "Whaling Days"]

    private static func engine() async -> InMemoryEngine {
        let engine = InMemoryEngine()
        let values = titles.enumerated().map { Books.Values(title: $1, age: $0, rank: $0 % 2) }
        await engine.add(Books.self, values: values)
        return engine
    }

    @Test("A search finds the typed text, with facets and further pages")
    func typing() async throws {
        let draft = SearchDraft(Books.query().sort(by: \.title).facet(\.rank))
        let session = SearchSession(
            draft, source: EngineSource(ContentClient(engine: await Self.engine())),
            options: .init(pacing: .immediate))
        session.edit { $0.pageSize = 2 }
        session.type("whal")
        var state = await session.settled()
        #expect(state.items.map(\.title) == ["The Whale Road", "Whale Song"])
        #expect(state.total == 3)
        #expect(state.hasMore)
        #expect(state.facets.map(\.field) == ["rank"])
        session.loadMore()
        state = await session.settled()
        #expect(state.items.map(\.title) == ["The Whale Road", "Whale Song", "Whaling Days"])
        #expect(!state.hasMore)
        #expect(state.number == 1)
        #expect(state.facets.map(\.field) == ["rank"])
        #expect(state.highlight("Whale Song").marked("«", "»") == "«Whale» Song")
    }

    @Test(
        "Unknown values of an item are available on every page on request"
    )
    func rawContent() async throws {
        let engine = InMemoryEngine()
        let books = Self.titles.enumerated().map { number, title in
            var book = Book(id: "b\(number)", values: .init(title: title, age: 1))
            book.metadata.unknownValues = ["shelfmark": .object([.init("row", .integer(Int64(number)))])]
            return book
        }
        await engine.add(Books.self, books)
        for keeps in [true, false] {
            let query = Books.query().page(1, size: 2)
            let session = SearchSession(keeps ? query.keepUnknownValues() : query, on: engine)
            session.edit { $0.pageSize = 3 }
            session.search()
            await session.settled()
            session.loadMore()
            let rows = await session.settled().items.map { $0.metadata.unknownValues["shelfmark"]?["row"] }
            #expect(rows == (0..<5).map { keeps ? .integer($0) : nil })
        }
    }
}
