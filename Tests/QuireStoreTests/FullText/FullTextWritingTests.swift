#if SQLite
import Foundation
import Quire
import Testing
import TransportDoubles

import QuireStore

@Suite("Full text after writes")
struct FullTextWritingTests {
    private static func store() async throws -> Store { try await Store(.memory, modules: [Articles.module]) }

    private func upsert(_ store: Store, _ id: String, _ values: [String: Sample]) async throws {
        try await store.transaction("write") { transaction in
            _ = try transaction.upsert(Data(Articles.line(id, values).utf8), into: "articles")
        }
    }

    @Test("A replaced item is found only by its new words")
    func replaced() async throws {
        let store = try await Self.store()
        try await upsert(store, "a", ["title": "alpha", "body": "beta", "keywords": ["gamma"]])
        #expect(try await store.ids("beta") == ["a"])
        try await upsert(store, "a", ["title": "delta", "keywords": ["epsilon", "zeta"]])
        for word in ["alpha", "beta", "gamma"] {
            #expect(try await store.ids(.all(word)) { $0.text?.mode = .asTyped } == [], "\(word)")
        }
        for word in ["delta", "epsilon", "zeta"] {
            #expect(try await store.ids(.all(word)) == ["a"], "\(word)")
        }
        #expect(try await store.fullText.check() == [])
    }

    @Test("An update that changes no searched text leaves the index as it is")
    func unchanged() async throws {
        let store = try await Self.store()
        func version() async throws -> String? { try await store.wordsVersion(of: "articles") }
        try await upsert(store, "a", ["title": "alpha", "body": "beta", "keywords": ["gamma"], "age": 1])
        let first = try await version()
        try await upsert(store, "a", ["title": "alpha", "body": "beta", "keywords": ["gamma"], "age": 2])
        #expect(try await version() == first)
        #expect(try await store.ids("beta") == ["a"])
        #expect(try await store.fullText.check() == [])
        try await upsert(store, "a", ["title": "alpha", "keywords": ["gamma"], "age": 2])
        #expect(try await version() != first)
        #expect(try await store.ids("beta") == [])
        #expect(try await store.ids("gamma") == ["a"])
        #expect(try await store.fullText.check() == [])
    }

    @Test("Deleted items are no longer found, including after deleting all", arguments: [3, 700])
    func deleted(count: Int) async throws {
        let store = try await Self.store()
        let lines = (0..<count).map {
            Articles.line("n\($0)", ["title": "number word\($0)", "page": "<i>hidden</i>"])
        }
        try await store.load(Articles.module, lines)
        #expect(try await store.ids("hidden").count == count)
        #expect(try await store.delete(["n1"], from: "articles") == 1)
        #expect(try await store.ids("word1").contains("n1") == false)
        #expect(try await store.ids("number").count == count - 1)
        #expect(try await store.fullText.check() == [])
        #expect(try await store.deleteAll(from: "articles") == count - 1)
        #expect(try await store.ids("number") == [])
        #expect(try await store.fullText.check() == [])
        try await upsert(store, "n1", ["title": "again a number"])
        #expect(try await store.ids("number") == ["n1"])
        #expect(try await store.fullText.check() == [])
    }

    @Test("A failed transaction changes no search results")
    func rolledBack() async throws {
        struct Failure: Error {}
        let store = try await Self.store()
        try await upsert(store, "a", ["title": "alpha"])
        await #expect(throws: Failure.self) {
            try await store.transaction("fail") { transaction in
                _ = try transaction.upsert(
                    Data(Articles.line("b", ["title": "beta"]).utf8), into: "articles")
                try transaction.delete("a", from: "articles")
                var request = SearchRequest(module: Articles.module)
                request.text = TextSearch("beta")
                request.page = .all
                // Visible inside the transaction.
                let page = String(decoding: try transaction.searchData(request), as: UTF8.self)
                #expect(page.contains(#""id":"b""#))
                throw Failure()
            }
        }
        #expect(try await store.ids("beta") == [])
        #expect(try await store.ids("alpha") == ["a"])
        #expect(try await store.fullText.check() == [])
    }

    @Test("After random writes of every kind, the index agrees with the items")
    func random() async throws {
        let store = try await Self.store()
        var random = SeededGenerator(seed: 40_401)
        let words = [
            "un", "deux", "trois", "quatre", "ünï", "東京", "nach", "и", "+", "e-mail", "\u{0}x", "don't",
        ]
        func text(_ random: inout SeededGenerator) -> Sample {
            Sample(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    words.randomElement(using: &random) ?? ""
                }
                .joined(separator: " "))
        }
        for round in 0..<60 {
            var writes: [(String, Data?)] = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let id = "i\(Int.random(in: 0..<25, using: &random))"
                if Int.random(in: 0..<4, using: &random) == 0 {
                    writes.append((id, nil))
                } else {
                    var values: [String: Sample] = ["title": text(&random), "age": 1]
                    if Bool.random(using: &random) { values["body"] = text(&random) }
                    if Bool.random(using: &random) { values["page"] = text(&random) }
                    if Bool.random(using: &random) {
                        values["keywords"] = Sample(list: [text(&random), text(&random)])
                    }
                    if Bool.random(using: &random) {
                        values["motto"] = ["en": text(&random), "de": text(&random)]
                    }
                    writes.append((id, Data(Articles.line(id, values).utf8)))
                }
            }
            let batch = writes
            try await store.transaction("round \(round)") { transaction in
                for (id, data) in batch {
                    if let data {
                        try transaction.upsert(data, into: "articles", onlyNewer: round % 3 == 0)
                    } else {
                        try transaction.delete(id, from: "articles")
                    }
                }
            }
            if round % 17 == 16 { try await store.deleteAll(from: "articles") }
            if round % 5 == 0 { #expect(try await store.fullText.check() == [], "round \(round)") }
        }
        #expect(try await store.fullText.check() == [])
    }

    @Test("A REPLACE that bypasses the store is detected by the check and repaired by a rebuild")
    func replaceTrap() async throws {
        let store = try await Self.store()
        try await upsert(store, "a", ["title": "alpha"])
        try await store.runInside(
            "REPLACE INTO \(store.table(of: "articles")) (item, id, v_title) VALUES (1, 'a', 'omega')")
        let problems = try await store.fullText.check()
        #expect(problems.map(\.kind).contains(.disagrees))
        try await store.fullText.rebuild("articles")
        #expect(try await store.fullText.check() == [])
        #expect(try await store.ids("alpha") == [])
        #expect(try await store.ids("omega") == ["a"])
    }
}
#endif
