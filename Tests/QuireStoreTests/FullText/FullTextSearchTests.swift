#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Full text in the store")
struct FullTextSearchTests {
    private static func store() async throws -> Store {
        let store = try await Store(.memory, modules: [Articles.module])
        try await store.load(
            Articles.module,
            [
                Articles.line(
                    "a",
                    [
                        "title": "War and Peace", "body": "A novel of five families", "kind": "novel",
                        "age": 150,
                    ]),
                Articles.line(
                    "b", ["title": "Peaceful gardens", "body": "No war here", "kind": "guide", "age": 5]),
                Articles.line(
                    "c", ["title": "The art of war", "keywords": ["strategy", "five forces"], "age": 2500]),
                Articles.line("d", ["title": "Gardens", "page": "<p>Roses <b>and</b> thorns</p>", "age": 5]),
            ])
        return store
    }

    @Test("Search finds all words, the last one as a prefix, best match first")
    func words() async throws {
        let store = try await Self.store()
        #expect(try await store.ids("war") == ["a", "c", "b"])
        #expect(try await store.ids("war pea") == ["a", "b", "c"])
        #expect(try await store.ids("war pea") { $0.text?.mode = .allWords } == ["a", "b"])
        #expect(try await Set(store.ids("peace")) == ["a", "b"])
        #expect(try await store.ids(.all("peace", matching: .wholeWords)) == ["a"])
        #expect(try await store.ids(.phrase("art of war")) == ["c"])
        #expect(try await store.ids(.phrase("of art war")) == [])
        #expect(try await Set(store.ids(.any("roses families"))) == ["a", "d"])
        #expect(try await store.ids(.all("war").and(.none("peace"))) == ["c"])
        #expect(try await store.ids(.none("war")) == ["d"])
        #expect(try await Set(store.ids(.all("ard", matching: .partsOfWords))) == ["d", "b"])
        #expect(try await store.ids("") == [])
    }
}
#endif
