#if SQLite
import Foundation
import Quire
import Testing
import TransportDoubles

import QuireStore

@Suite("Full text compared with the plain evaluator")
struct FullTextAgainstEvaluatorTests {
    /// Few words, so that queries have results; some share prefixes and substrings, some differ by one letter.
    private static let words = [
        "war", "warm", "ward", "warden", "garden", "gardens", "pardon", "Peace", "péace", "piece", "niece",
        "the", "of",
        "Straße", "strasse", "STRASSEN", "东京", "京都", "東京都", "天気", "カタカナ", "Война", "мир", "война-мир",
        "don't", "e-mail",
        "mail", "C++", "c#", "3.14", "1862", "186", "naïve", "naive", "🎉", "a", "an", "ant", "rock’n’roll",
        "ß",
    ]

    private static func phrase(_ random: inout SeededGenerator, _ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: [" ", " ", " ", ", ", "", " \" ", "\n"].randomElement(using: &random) ?? " ")
    }

    /// Realistic input: words, parts of words, misspelled words, and characters with a meaning in FTS5.
    private static func typed(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ -> String in
            let word = words.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4: return word
            case 5, 6: return String(word.prefix(Int.random(in: 1...3, using: &random)))
            case 7: return String(word.dropFirst())
            case 8:
                var letters = Array(word)
                letters[letters.indices.randomElement(using: &random) ?? 0] = "x"
                return String(letters)
            default:
                return ["AND", "\"", "NEAR(", "*", "^a", "title:", "-", "(", "'", "{x}:", "+", "OR"]
                    .randomElement(using: &random) ?? ""
            }
        }.joined(separator: " ")
    }

    private static func query(_ random: inout SeededGenerator, depth: Int) -> TextQuery {
        let matching = WordMatching.allCases.randomElement(using: &random) ?? .wholeWords
        let kind = depth > 0 ? Int.random(in: 0..<12, using: &random) : Int.random(in: 0..<7, using: &random)
        switch kind {
        case 0...2: return .all(typed(&random), matching: matching)
        case 3: return .any(typed(&random), matching: matching)
        case 4: return .none(typed(&random), matching: matching)
        case 5, 6: return .phrase(phrase(&random, 3), matching: matching)
        case 7, 8:
            return .and(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in query(&random, depth: depth - 1) })
        case 9, 10:
            return .or(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in query(&random, depth: depth - 1) })
        default: return .not(query(&random, depth: depth - 1))
        }
    }

    private static func line(_ number: Int, _ random: inout SeededGenerator) -> String {
        var values: [String: Sample] = ["age": Sample(integerLiteral: Int.random(in: 0..<9, using: &random))]
        func sometimes() -> Bool { Int.random(in: 0..<3, using: &random) > 0 }
        if sometimes() { values["title"] = Sample(phrase(&random, 4)) }
        if sometimes() { values["body"] = Sample(phrase(&random, 9)) }
        if sometimes() {
            values["page"] = Sample(
                "<p title=\"war\">\(phrase(&random, 4))</p><br>\(phrase(&random, 2))&amp;")
        }
        if sometimes() {
            values["keywords"] = Sample(
                list: (0..<Int.random(in: 0...3, using: &random)).map { _ in Sample(phrase(&random, 2)) })
        }
        if sometimes() {
            values["motto"] = ["en": Sample(phrase(&random, 3)), "ru": Sample(phrase(&random, 2))]
        }
        if sometimes() { values["note"] = Sample(phrase(&random, 5)) }
        values["kind"] = Sample(["novel", "guide", "war"].randomElement(using: &random) ?? "")
        return Articles.line("n\(number)", values)
    }

    @Test(
        "Random queries over random items agree, with filters, fields, sort orders and typos",
        arguments: [
            TextAnalyzer(), TextAnalyzer(keepsSymbols: true),
            TextAnalyzer(locale: "tr", stopWords: ["the", "of", "a"]),
        ])
    func random(analyzer: TextAnalyzer) async throws {
        var random = SeededGenerator(seed: 20_261_122)
        var options = StoreOptions()
        options.analyzer = analyzer
        let store = try await Store(.memory, modules: [Articles.module], options: options)
        let lines = (0..<160).map { Self.line($0, &random) }
        try await store.load(Articles.module, lines)
        let instances = try lines.map { try JSONValue(parsing: Data($0.utf8)) }
        let filters: [Filter?] = [
            nil, nil, leaf(.equal, "kind", .string("novel")), leaf(.less, "age", .integer(4)),
            .or([leaf(.notEqual, "kind", .string("war")), leaf(.equal, "age", .null)]),
            leaf(.like, "note", .string("war")), leaf(.equal, "keywords", .string("war")),
        ]
        var counts = (found: 0, corrected: 0, nothing: 0)
        for round in 0..<420 {
            var request = SearchRequest(module: Articles.module)
            var search = TextSearch(Self.query(&random, depth: 3))
            search.mode = Bool.random(using: &random) ? .anyWord : .asTyped
            search.emptyFindsAll = Bool.random(using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                search.fields = [["title"], ["body", "keywords"], ["motto", "page", "title"]].randomElement(
                    using: &random)
            }
            request.text = search
            request.filter = filters.randomElement(using: &random) ?? nil
            request.page = .all
            let isSorted = Bool.random(using: &random)
            if isSorted { request.sort = [SortKey(.value("age"), .descending), SortKey(.metadata("id"))] }
            let expected = try InstanceSearch(request, analyzer: analyzer).page(of: instances)
            let ids = expected.instances.map(\.instanceID)
            let response = try await store.search([request], decoding: Store.idDecoder(Articles.module))[0]
            // Without text terms, results keep insertion order.
            let isOrdered = isSorted || response.text?.rankings.isEmpty == false
            #expect(
                isOrdered ? response.items == ids : response.items.sorted() == ids.sorted(),
                "round \(round): \(search)")
            if isOrdered {
                #expect(response.text?.rankings == expected.text?.rankings, "round \(round): \(search)")
            }
            #expect(response.text?.level == expected.text?.level, "round \(round): \(search)")
            #expect(response.text?.dropped == expected.text?.dropped, "round \(round): \(search)")
            #expect(response.text?.corrections == expected.text?.corrections, "round \(round): \(search)")
            #expect(response.text?.highlighter == expected.text?.highlighter, "round \(round): \(search)")
            #expect(response.text?.ranking == (isSorted ? .sorted : .relevance))
            // All pages together are the full result.
            if round % 5 == 0 {
                let whole = response.items
                for size in [1, 7] {
                    #expect(try await Self.paged(store, request, size) == whole, "round \(round): \(search)")
                }
                request.page = .offset(3, limit: 5)
                #expect(try await store.ids(request) == Array(whole.dropFirst(3).prefix(5)))
            }
            counts.found += ids.isEmpty ? 0 : 1
            counts.nothing += ids.isEmpty ? 1 : 0
            counts.corrected += response.text?.corrections.isEmpty == false ? 1 : 0
        }
        // The queries are diverse enough to be meaningful.
        #expect(counts.found > 150 && counts.nothing > 30 && counts.corrected > 5, "\(counts)")
    }

    /// All pages by cursors, with the total of each.
    private static func paged(_ store: Store, _ request: SearchRequest, _ size: Int) async throws -> [String]
    {
        var request = request
        var ids: [String] = []
        var cursor: Cursor?
        repeat {
            request.page = .cursor(cursor, limit: size)
            let page = try await store.search([request], decoding: Store.idDecoder(Articles.module))[0]
            #expect(page.pageInfo.offset == ids.count)
            ids += page.items
            cursor = page.nextCursor
            if cursor == nil { #expect(page.pageInfo.totalItems == ids.count) }
        } while cursor != nil && ids.count < 1_000
        return ids
    }
}
#endif
