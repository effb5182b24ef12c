#if SQLite
import Foundation
import Quire
import Seeds
import Testing
import TransportDoubles

import QuireStore

@Suite("The order of a text search follows the description, in memory and in the store")
struct PlainRelevanceTests {
    private static let synonyms: [(from: [String], to: [String])] = [
        (["sea"], ["deep", "water"]), (["deep", "water"], ["sea"]), (["war"], ["battle"]),
    ]

    private static let module = ModuleDescriptor(
        name: "books", ranking: RankingDescriptor(popularity: "sold"),
        synonyms: [.twoWay(["Sea", "deep water"]), .oneWay("war", finds: ["Battle"])],
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "authors", kind: .list(.text), searchWeight: 6),
            FieldDescriptor(name: "series", kind: .text, searchWeight: 2),
            FieldDescriptor(name: "sold", kind: .number),
        ])

    /// Words with neighbours: one letter apart, joined, split, plurals, initials, numbers.
    private static let words = [
        "moby", "mobi", "dick", "dicks", "mobydick", "sea", "seas", "deep", "water", "war", "wars", "warm",
        "battle", "battles", "the", "of", "a", "j", "k", "J.K.", "jk", "half-blood", "halfblood", "half",
        "blood",
        "seven", "7", "catch-22", "catch", "22", "traveler's", "travelers", "wife", "stories", "story",
        "international", "internatonal", "interntional", "island", "islands", "é", "Zoë",
    ]

    private static func text(_ most: Int, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...most, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    private static func instances(_ random: inout SeededGenerator) -> [JSONValue] {
        (0..<Int.random(in: 3...25, using: &random)).map { number in
            var values: [JSONValue.Member] = [.init("title", .string(text(5, &random)))]
            if Bool.random(using: &random) {
                let authors = (0..<Int.random(in: 1...3, using: &random)).map { _ in text(2, &random) }
                values.append(.init("authors", .array(authors.map(JSONValue.string))))
            }
            if Bool.random(using: &random) { values.append(.init("series", .string(text(3, &random)))) }
            if Int.random(in: 0..<5, using: &random) > 0 {
                let sold: Double = [0, 0.5, 3, 40, 41, 900, 2_000_000].randomElement(using: &random) ?? 0
                values.append(.init("sold", .number(sold)))
            }
            return .object([.init("id", .string("b\(number)")), .init("values", .object(values))])
        }
    }

    /// Words of the content as people type them: unfinished, misspelled, joined, in the wrong order.
    private static func query(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 0..<5, using: &random) == 0 ? 5 : Int.random(in: 1...4, using: &random)
        var typed = (0..<count).map { _ in
            words.randomElement(using: &random) ?? ""
        }
        let index = typed.indices.randomElement(using: &random) ?? 0
        var letters = Array(typed[index])
        switch Int.random(in: 0..<8, using: &random) {
        case 0: letters.swapAt(0, letters.count - 1)
        case 1: letters.insert("x", at: Int.random(in: 0...letters.count, using: &random))
        case 2: letters.removeLast()
        case 3: letters = letters.map { $0 == "e" ? "u" : $0 }
        case 4: letters += letters.reversed()
        default: break
        }
        typed[index] = String(letters)
        return typed.joined(separator: Int.random(in: 0..<6, using: &random) == 0 ? "" : " ")
    }

    @Test("Random queries over small collections give the order of the plain evaluator", arguments: 0..<6)
    func random(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(20_261_123 + seed))
        var levels: [TextSearchInfo.Level: Int] = [:]
        for round in 0..<8 {
            let instances = Self.instances(&random)
            let plain = PlainRelevance(
                instances.map { PlainDocument($0, Self.module, popularity: "sold", TextAnalyzer()) })
            let store = try await Store(.memory, modules: [Self.module])
            try await store.load(Self.module, instances.map { String(decoding: $0.data, as: UTF8.self) })
            for _ in 0..<25 {
                let text = Self.query(&random)
                let expected = plain.search(PlainQuery(text, synonyms: Self.synonyms, TextAnalyzer()))
                var request = SearchRequest(module: Self.module)
                request.text = TextSearch(.all(text))
                request.text?.mode = .anyWord
                request.page = .all
                let memory = try InstanceSearch(request).page(of: instances)
                let found = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
                let place = "seed \(seed), round \(round): \(text)"
                #expect(memory.instances.map(\.instanceID) == expected.ids, "\(place)")
                #expect(found.items == expected.ids, "\(place)")
                #expect(
                    memory.text?.level == expected.level && found.text?.level == expected.level, "\(place)")
                #expect(
                    memory.text?.dropped == expected.dropped && found.text?.dropped == expected.dropped,
                    "\(place)")
                if !expected.ids.isEmpty {
                    #expect(
                        memory.text?.exactItems == expected.exact && found.text?.exactItems == expected.exact,
                        "\(place)")
                }
                #expect(memory.text?.rankings == found.text?.rankings, "\(place)")
                levels[expected.ids.isEmpty ? .words : expected.level, default: 0] += 1
            }
        }
        // The queries reach every level.
        #expect(levels.count == TextSearchInfo.Level.allCases.count, "\(levels)")
    }

    @Test("Development queries over ten thousand books give the order of the plain evaluator")
    func development() async throws {
        guard let books = try SharedData.data("goodbooks-books.ndjson"),
            let queries = try SharedData.data("search-dev-queries.json")
        else { return }
        let module = DevelopmentQueriesTests.module
        let instances = try books.split(separator: UInt8(ascii: "\n")).map {
            try JSONValue(parsing: Data($0))
        }
        let plain = PlainRelevance(
            instances.map { PlainDocument($0, module, popularity: "ratingsCount", TextAnalyzer()) })
        let store = try await Store(.memory, modules: [module])
        try await store.load("books", from: .data(books))
        let judged = try JSONDecoder().decode([DevelopmentQueriesTests.Judged].self, from: queries)
        for number in stride(from: 0, to: judged.count, by: 23) {
            let expected = plain.search(PlainQuery(judged[number].query, TextAnalyzer()))
            var request = SearchRequest(module: module)
            request.text = TextSearch(.all(judged[number].query))
            request.text?.mode = .anyWord
            request.page = .page(1, size: 100)
            let found = try await store.search([request], decoding: Store.idDecoder(module))[0]
            // Of very many matches, only the best ones are ranked.
            guard expected.exact <= TextFindings.mostWeighed else { continue }
            #expect(found.items == Array(expected.ids.prefix(100)), "\(judged[number].query)")
            #expect(found.pageInfo.totalItems == expected.ids.count, "\(judged[number].query)")
            #expect(found.text?.level == expected.level, "\(judged[number].query)")
        }
    }
}
#endif
