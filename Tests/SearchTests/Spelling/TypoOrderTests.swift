import Quire
import QuireSearch
import QuireStore
import QuireTesting
import SampleModules
import Testing

/// The order of results found by corrected words.
@Suite struct TypoOrderTests {
    /// The longer a word, the rarer it is: by relevance alone the most distant would come first.
    private static let titles = [
        "Salingers and other families", "Salingerians, a rare word", "Salinger",
        "Salinger again, and Salinger once more",
        "A book with Salinger somewhere in its long title, much later than others have it",
        "Nothing of the kind",
    ]

    private func engines() async throws -> [any ContentEngine] {
        let books = Self.titles.enumerated().map { index, title in
            Book(id: ContentID("\(index)"), values: Books.Values(title: title, age: index))
        }
        let memory = InMemoryEngine()
        await memory.add(Books.self, books)
        let store = try await Store(.memory, modules: [Books.descriptor])
        try await store.upsert(books)
        return [memory, store]
    }

    @Test(
        "Items with closer words come first, in the store and in memory alike, also across pages and cursors"
    )
    func order() async throws {
        for engine in try await engines() {
            let content = ContentClient(engine: engine)
            let query = Books.query().search("salnger")
            let page = try await content.fetch(query)
            #expect(Set(page.prefix(3).map(\.id)) == ["2", "3", "4"], "\(engine)")
            #expect(page.dropFirst(3).map(\.id) == ["0", "1"], "\(engine)")
            #expect(page.text?.corrections == ["salnger": ["salinger", "salingers", "salingerians"]])
            let expected = page.map(\.id)
            for size in 1...4 {
                var ids: [ContentID<Books>] = []
                for try await book in content.all(query.page(1, size: size)) { ids.append(book.id) }
                #expect(ids == expected)
                var cursor = try await content.fetch(query.page(.cursor(nil, limit: size)))
                var found = cursor.map(\.id)
                while let next = try await cursor.next() {
                    cursor = next
                    found += next.map(\.id)
                }
                #expect(found == expected)
            }
            // A sort key of the query takes precedence.
            let sorted = try await content.fetch(query.sort(by: \.age, .descending))
            #expect(sorted.map(\.id) == ["4", "3", "2", "1", "0"])
            // In one field, and with a filter.
            let filtered = try await content.fetch(query.search("salnger", in: \.title).where(\.age >= 1))
            #expect(filtered.map(\.id).suffix(1) == ["1"] && filtered.count == 4)
        }
    }
}
