#if SQLite
import Foundation
import Quire
import Testing
import TransportDoubles

import QuireStore

@Suite("The vocabulary of a store")
struct SpellingTests {
    private static func store(_ options: StoreOptions = StoreOptions()) async throws -> Store {
        try await Store(.memory, modules: [Articles.module], options: options)
    }

    private func wrong(
        _ text: String, in store: Store, _ change: (inout SpellingRequest) -> Void = { _ in }
    ) async throws -> [String] {
        var request = SpellingRequest(text, module: Articles.module)
        change(&request)
        return try await store.misspellings(in: request).map { wrong in
            ([wrong.word] + wrong.nearest.map { "\($0.word) \($0.distance) \($0.count)" }).joined(
                separator: ", ")
        }
    }

    @Test("It counts the words of every searchable field and of no other")
    func fields() async throws {
        let store = try await Self.store()
        try await store.load(
            Articles.module,
            [
                Articles.line("a", ["title": "Garden gardens", "body": "garden garden", "note": "Bardens"]),
                Articles.line(
                    "b", ["page": "<b title='wardens'>Garden</b>", "keywords": ["pardon", "garden"]]),
                Articles.line("c", ["motto": ["en": "Warden", "de": "Wärter"], "kind": "marden"]),
            ])
        #expect(try await wrong("harden", in: store) == ["harden, garden 1 4, warden 1 1, gardens 1 1"])
        #expect(
            try await wrong("harden", in: store) { $0.matching = .wholeWords } == [
                "harden, garden 1 4, warden 1 1"
            ])
        #expect(
            try await wrong("garden", in: store) { $0.fields = ["motto"] } == ["garden, warden 1 1"])
        #expect(
            try await wrong("gardenq pardonq", in: store) { $0.fields = ["keywords", "title"] } == [
                "gardenq, garden 1 2, gardens 1 1", "pardonq, pardon 1 1",
            ])
        #expect(try await wrong("WÄRTRE", in: store) == ["wartre, warter 1 1"])
    }

    @Test("It follows every write, and excludes words that were deleted, rolled back or not indexed yet")
    func writes() async throws {
        let store = try await Self.store()
        #expect(try await wrong("whael", in: store) == ["whael"])
        try await store.load(Articles.module, [Articles.line("a", ["title": "Whale"])])
        #expect(try await wrong("whael", in: store) == ["whael, whale 1 1"])
        try await store.load(Articles.module, [Articles.line("b", ["title": "Whale"])])
        #expect(try await wrong("whael", in: store) == ["whael, whale 1 2"])
        #expect(try await store.delete(["a"], from: "articles") == 1)
        #expect(try await wrong("whael", in: store) == ["whael, whale 1 1"])
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await store.transaction("fail") { transaction in
                try transaction.deleteAll(from: "articles")
                throw Failure()
            }
        }
        #expect(try await wrong("whael", in: store) == ["whael, whale 1 1"])
        try await store.fullText.stop()
        try await store.load(Articles.module, [Articles.line("c", ["title": "whole"])])
        #expect(try await wrong("whola", in: store) == ["whola"])
        try await store.fullText.resume()
        #expect(try await wrong("whola", in: store) == ["whola, whole 1 1"])
        #expect(try await store.deleteAll(from: "articles") == 2)
        #expect(try await wrong("whael", in: store) == ["whael"])
    }

    @Test("It rejects an unknown module and one without searchable fields")
    func refused() async throws {
        let plain = ModuleDescriptor(name: "plain", fields: [FieldDescriptor(name: "title", kind: .text)])
        let store = try await Store(.memory, modules: [Articles.module, plain])
        await #expect(throws: QueryError.self) {
            _ = try await store.misspellings(in: SpellingRequest("whale", module: plain))
        }
        await #expect(throws: StoreError.self) {
            let other = ModuleDescriptor(name: "other", fields: [])
            _ = try await store.misspellings(in: SpellingRequest("whale", module: other))
        }
        let error = await #expect(throws: QueryError.self) {
            _ = try await wrong("whale", in: store) { $0.fields = ["note"] }
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("title, body, page, keywords, motto"))
    }

    @Test("It uses the index's analyzer")
    func analyzer() async throws {
        var options = StoreOptions()
        options.analyzer = TextAnalyzer(locale: "tr", stopWords: ["the"])
        let store = try await Self.store(options)
        try await store.load(Articles.module, [Articles.line("a", ["title": "the IŞIKLAR"])])
        #expect(try await wrong("the ışıklra", in: store) == ["ısıklra, ısıklar 1 1"])
    }

    private static let words = [
        "garden", "gardens", "warden", "pardon", "Straße", "strasse", "Misérables", "miserable", "東京都",
        "Война",
        "война-мир", "किताबें", "don't", "whale", "whaling", "international", "internationals", "ﬁnance", "🎉",
        "a", "the",
    ]

    private static func line(_ number: Int, _ random: inout SeededGenerator) -> String {
        func text() -> String {
            (0..<Int.random(in: 0...5, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: " ")
        }
        return Articles.line(
            "n\(number)",
            [
                "title": Sample(text()), "body": Sample(text()), "page": Sample("<p>\(text())</p>"),
                "keywords": Sample(list: [Sample(text()), Sample(text())]), "motto": ["en": Sample(text())],
            ])
    }

    private static func typed(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            var letters = Array((words.randomElement(using: &random) ?? "").unicodeScalars)
            for _ in 0..<Int.random(in: 0...2, using: &random) where letters.count > 1 {
                let place = Int.random(in: 0..<letters.count - 1, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: letters.remove(at: place)
                case 1: letters.insert("e", at: place)
                case 2: letters[place] = "ж"
                case 3: letters.swapAt(place, place + 1)
                default: letters.removeLast(Int.random(in: 1..<letters.count, using: &random))
                }
            }
            return String(String.UnicodeScalarView(letters))
        }.joined(separator: ["  ", " ", "\"", "-", "*"].randomElement(using: &random) ?? " ")
    }

    @Test("It equals a scan of all items, after any input, writes and deletions")
    func random() async throws {
        var random = SeededGenerator(seed: 60)
        let store = try await Self.store()
        var lines: [String: String] = [:]
        var responses = 0
        for round in 0..<80 {
            let number = Int.random(in: 0..<12, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 {
                _ = try await store.delete(["n\(number)"], from: "articles")
                lines["n\(number)"] = nil
            } else {
                let line = Self.line(number, &random)
                try await store.transaction("write") { _ = try $0.upsert(Data(line.utf8), into: "articles") }
                lines["n\(number)"] = line
            }
            let instances = try lines.values.map { try JSONValue(parsing: Data($0.utf8)) }
            for _ in 0..<4 {
                var request = SpellingRequest(Self.typed(&random), module: Articles.module)
                request.matching = WordMatching.allCases.randomElement(using: &random) ?? .wholeWords
                request.fields =
                    [nil, nil, ["title"], ["motto", "keywords"]].randomElement(using: &random) ?? nil
                request.rareCount = [0, 0, 1, 3].randomElement(using: &random) ?? 0
                let expected = try request.misspellings(in: instances, TextAnalyzer())
                #expect(
                    try await store.misspellings(in: request) == expected, "round \(round): \(request.text)")
                responses += expected.count { !$0.nearest.isEmpty }
            }
        }
        #expect(responses > 60, "\(responses)")
    }

    @Test("During concurrent writes, it never shows half of a write")
    func concurrent() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Articles.module])
        try await store.load(Articles.module, [Articles.line("a", ["title": "whale"])])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<40 {
                    // Both or none, in one transaction.
                    try await store.transaction("write") { transaction in
                        for word in ["whalea\(number)", "whaleb\(number)"] {
                            _ = try transaction.upsert(
                                Data(Articles.line(word, ["title": Sample(word)]).utf8), into: "articles")
                        }
                    }
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for number in 0..<40 {
                        var request = SpellingRequest("whalec\(number)", module: Articles.module)
                        request.matching = .wholeWords
                        let nearest =
                            try await store.misspellings(in: request).first?.nearest.map(\.word) ?? []
                        #expect(
                            nearest.contains("whalea\(number)") == nearest.contains("whaleb\(number)"),
                            "\(nearest)")
                    }
                }
            }
            try await group.waitForAll()
        }
        await store.close()
    }
}
#endif
