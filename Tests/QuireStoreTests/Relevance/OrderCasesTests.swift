#if SQLite
import Foundation
import Quire
import QuireEngine
import QuireText
import Testing

import QuireStore

@Suite("The order of items with all words, worked out by hand")
struct OrderCasesTests {
    private static let module = ModuleDescriptor(
        name: "games", ranking: RankingDescriptor(popularity: "sold"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "publisher", kind: .text, searchWeight: 2),
            FieldDescriptor(name: "sold", kind: .integer),
        ])

    private struct Game {
        var id: String
        var title: String
        var publisher = ""
        var sold = 0
    }

    /// The ids in memory and in a store, which must be the same.
    private func ids(_ text: String, _ games: [Game]) async throws -> [String] {
        let lines = games.map {
            #"{"id":"\#($0.id)","values":{"title":"\#($0.title)","publisher":"\#($0.publisher)","sold":\#($0.sold)}}"#
        }
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(text))
        request.page = .all
        let instances = try lines.map { try JSONValue(parsing: Data($0.utf8)) }
        let inMemory = try InstanceSearch(request).all(of: instances).map(\.instanceID)
        let store = try await Store(.memory, modules: [Self.module])
        try await store.load(Self.module, lines)
        #expect(try await store.ids(request) == inMemory)
        await store.close()
        return inMemory
    }

    @Test(
        "Words count as adjacent in runs, and each at one place: 'the p' is not met by 'the Phoenix' after 'Potter and the'"
    )
    func runs() async throws {
        let found = try await ids(
            "harry potter and the p",
            [
                Game(id: "order", title: "Harry Potter and the Order of the Phoenix", sold: 9_000),
                Game(id: "prisoner", title: "Harry Potter and the Prisoner of Azkaban", sold: 1),
                Game(id: "chamber", title: "Harry Potter and the Chamber of Secrets", sold: 8_000),
            ])
        // 'Chamber' has 'p' only in 'Potter'.
        #expect(found == ["prisoner", "order", "chamber"])
    }

    @Test("In a query of five words, only words are corrected that no item has; in a shorter one, all")
    func longQuery() async throws {
        let games = [
            Game(id: "post", title: "Can I post my cards"), Game(id: "host", title: "Host my cards"),
            Game(id: "sort", title: "Can I sort my cards"), Game(id: "share", title: "Can I share my cards"),
            Game(id: "print", title: "Can I print my cards"),
        ]
        #expect(try await ids("can host my cards", games).first == "post")
        #expect(try await ids("can i host my cards", games).first == "host")
        // No item has "pist".
        #expect(try await ids("can i pist my cards", games).first == "post")
    }

    @Test("A repeated word counts once where the text has it once")
    func repeatedWord() async throws {
        let found = try await ids(
            "duran duran",
            [
                Game(id: "one", title: "Duran and others", sold: 5_000),
                Game(id: "two", title: "Duran Duran live", sold: 3),
            ])
        #expect(found == ["two", "one"])
    }

    @Test(
        "Of items of about the same popularity, those with the word in a field with a greater weight come first"
    )
    func weight() async throws {
        let found = try await ids(
            "disney",
            [
                Game(id: "publisher", title: "Castle", publisher: "Disney", sold: 1_100),
                Game(id: "title", title: "Disney Castle", publisher: "Sega", sold: 900),
                Game(id: "famous", title: "Racing", publisher: "Disney Interactive", sold: 90_000),
            ])
        #expect(found == ["famous", "publisher", "title"])
        // An exact field is worth ten times the popularity; without it, the weight decides before the popularity itself.
        let others = try await ids(
            "disney",
            [
                Game(id: "publisher", title: "Castle", publisher: "Disney Interactive", sold: 1_100),
                Game(id: "title", title: "Disney Castle", publisher: "Sega", sold: 900),
            ])
        #expect(others == ["title", "publisher"])
    }
}
#endif
