#if SQLite
import Foundation
import Quire
import QuireStore
import Testing
import TransportDoubles

@Suite("The known words after a write")
struct WordsAfterWritesTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "authors", kind: .list(.text), searchWeight: 5),
            FieldDescriptor(name: "year", kind: .integer),
        ])

    private static func line(_ id: Int, _ title: String, _ authors: [String] = []) -> String {
        let names = authors.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"id":"\#(id)","values":{"title":"\#(title)","authors":[\#(names)],"year":1}}"#
    }

    private func open() async throws -> Store {
        try await Store(.file(folder.file()), modules: [Self.module])
    }

    private func corrections(_ text: String, _ store: Store, fields: [String]? = nil) async throws -> [String]
    {
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(text, matching: .lastWordAsPrefix))
        request.text?.mode = .anyWord
        request.text?.fields = fields
        let response = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
        return response.text?.corrections[text] ?? []
    }

    /// Words that may be stored, and some that are nearly the same.
    private static let words = [
        "moby", "dick", "half-blood", "J.K.", "emma", "the", "whale", "Über", "naïve", "東京", "mobys",
        "whales",
        "emmas", "white", "while",
    ]

    /// What the store says about misspelled words: what is near, how often it occurs, and the corrections of searches.
    private func answers(_ store: Store) async throws -> [String] {
        var answers: [String] = []
        for fields in [nil, ["title"], ["authors"]] {
            var request = SpellingRequest("", module: Self.module)
            request.fields = fields
            request.limit = 20
            request.rareCount = 2
            for text in ["mobyy dikc blooq", "emmaq whalez", "ubers naive whitq", "halv", "tokyo 東京"] {
                for matching in [WordMatching.wholeWords, .prefixes] {
                    request.text = text
                    request.matching = matching
                    for wrong in try await store.misspellings(in: request) {
                        let near = wrong.nearest.map { "\($0.word) \($0.distance) \($0.count)" }
                        answers.append("\(wrong.word): \(near)")
                    }
                }
            }
            for text in ["mobyy", "whalez", "emmaq"] {
                answers.append("\(text): \(try await corrections(text, store, fields: fields))")
            }
        }
        return answers
    }

    @Test("A word that was just written is a correction at once, and one that was removed no longer")
    func corrections() async throws {
        let store = try await open()
        try await store.load(Self.module, [Self.line(1, "Moby Dick"), Self.line(2, "Emma")])
        #expect(try await corrections("mobyy", store) == ["moby"])
        try await store.load(Self.module, [Self.line(3, "Mobys Return")])
        #expect(try await corrections("mobyy", store).sorted() == ["moby", "mobys"])
        try await store.load(Self.module, [Self.line(1, "Another Title")])
        #expect(try await corrections("mobyy", store) == ["mobys"])
        _ = try await store.transaction("delete") { try $0.delete("3", from: "books") }
        #expect(try await corrections("mobyy", store) == [])
        await store.close()
    }

    @Test(
        "After random writes of this store and others, roll-backs and rebuilds, the words are those of a new store"
    )
    func random() async throws {
        var random = SeededGenerator(seed: 7)
        func text() -> String {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                Self.words.randomElement(using: &random) ?? ""
            }.joined(separator: " ")
        }
        func lines(_ count: Int) -> [String] {
            (0..<count).map { _ in
                Self.line(Int.random(in: 0..<20, using: &random), text(), [text(), text()])
            }
        }
        let store = try await open()
        try await store.load(Self.module, lines(20))
        var before = try await answers(store)
        var changes = 0
        for round in 0..<60 {
            let step = Int.random(in: 0..<12, using: &random)
            switch step {
            case 0...2:
                let id = "\(Int.random(in: 0..<20, using: &random))"
                _ = try await store.transaction("delete") { try $0.delete(id, from: "books") }
            case 3, 4:
                // A transaction that is rolled back changes nothing.
                let line = Self.line(round, text())
                await #expect(throws: CancellationError.self) {
                    try await store.transaction("fail") { transaction in
                        try transaction.upsert(Data(line.utf8), into: "books")
                        throw CancellationError()
                    }
                }
            case 5:
                let other = try await open()
                try await other.load(Self.module, lines(2))
                await other.close()
            case 6: try await store.fullText.rebuild()
            case 7:
                // More text than a store remembers.
                let words = Self.words.randomElement(using: &random) ?? ""
                let long = String(repeating: words + " ", count: 300 * 1_024 / words.utf8.count)
                try await store.load(Self.module, [Self.line(round % 20, long)])
            default: try await store.load(Self.module, lines(3))
            }
            let known = try await answers(store)
            let other = try await open()
            #expect(try await answers(other) == known, "step \(step) in round \(round)")
            await other.close()
            if step == 3 || step == 4 { #expect(known == before, "round \(round)") }
            if known != before { changes += 1 }
            before = known
        }
        #expect(changes > 20, "\(changes)")
        await store.close()
    }

    @Test("A write of another store, a rebuild and a large write are noticed")
    func otherWrites() async throws {
        func counts(_ store: Store) async throws -> [String: Int] {
            var counts: [String: Int] = [:]
            var request = SpellingRequest("mobyq dickq emmaq wordq shortq", module: Self.module)
            request.matching = .wholeWords
            for wrong in try await store.misspellings(in: request) {
                for near in wrong.nearest { counts[near.word] = near.count }
            }
            return counts
        }
        let store = try await open()
        try await store.load(Self.module, [Self.line(1, "Moby Dick")])
        #expect(try await counts(store) == ["moby": 1, "dick": 1])
        let other = try await open()
        try await other.load(Self.module, [Self.line(2, "Emma")])
        await other.close()
        #expect(try await counts(store) == ["moby": 1, "dick": 1, "emma": 1])
        try await store.fullText.rebuild()
        #expect(try await counts(store) == ["moby": 1, "dick": 1, "emma": 1])
        let long = String(repeating: "word ", count: 60 * 1_024)
        try await store.load(Self.module, [Self.line(3, long)])
        #expect(try await counts(store) == ["moby": 1, "dick": 1, "emma": 1, "word": 1])
        try await store.load(Self.module, [Self.line(3, "short")])
        #expect(try await counts(store) == ["moby": 1, "dick": 1, "emma": 1, "short": 1])
        await store.close()
    }
}
#endif
