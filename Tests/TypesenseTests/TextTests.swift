import Foundation
import Quire
import QuireTypesense
import Testing
import TransportDoubles

/// Full text finds the evaluator's results in all scripts, and rejects what it cannot express.
@Suite struct TextTests {
    private static let module = ModuleDescriptor(
        name: "papers",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 5),
            FieldDescriptor(name: "body", kind: .html, searchWeight: 1),
            FieldDescriptor(name: "names", kind: .list(.text), searchWeight: 3),
            FieldDescriptor(name: "year", kind: .integer),
        ])

    private static let words = [
        "war", "warring", "wars", "peace", "pea", "the", "of", "Straße", "strasse", "МИР", "мировой", "心",
        "日本語", "石",
        "don't", "e-mail", "C++", "q", "qq", "qu", "naïve", "café", "AND", "OR", "NOT", "-war", "\"", "*",
        "`", "&&",
        "👍", "ก", "กำ", "1984", "19", String(repeating: "verylong", count: 30),
        String(repeating: "日", count: 3),
    ]

    private static func lines(_ random: inout SeededGenerator) -> [String] {
        func text(_ most: Int) -> String {
            var json = JSONWriter()
            json.string(
                (0..<Int.random(in: 0...most, using: &random)).map { _ in
                    words[Int.random(in: 0..<words.count, using: &random)]
                }.joined(separator: Bool.random(using: &random) ? " " : ", "))
            return String(decoding: json.bytes, as: UTF8.self)
        }
        return (0..<150).map {
            #"{"id":"d\#($0)","values":{"title":\#(text(4)),"body":\#(text(12)),"names":[\#(text(2)),\#(text(2))],"year":\#($0 % 7)}}"#
        }
    }

    private static func query(_ random: inout SeededGenerator, depth: Int = 0) -> TextQuery {
        let count = Int.random(in: 1...3, using: &random)
        let text = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined(
            separator: " ")
        let matching = WordMatching.allCases[Int.random(in: 0..<3, using: &random)]
        switch Int.random(in: 0..<(depth > 1 ? 6 : 9), using: &random) {
        case 0, 1, 2: return .all(text, matching: matching)
        case 3: return .any(text, matching: matching)
        case 4: return .none(text, matching: matching)
        case 5: return .phrase(text, matching: matching)
        case 6: return .and([query(&random, depth: depth + 1), query(&random, depth: depth + 1)])
        case 7: return .or([query(&random, depth: depth + 1), query(&random, depth: depth + 1)])
        default: return .not(query(&random, depth: depth + 1))
        }
    }

    @Test(
        "Random queries over all scripts find the evaluator's results, or are rejected",
        arguments: [false, true])
    func random(_ indexesPrefixes: Bool) async throws {
        try await withLiveEngine([Self.module], settings: { $0.indexesPrefixes = indexesPrefixes }) {
            (engine) async throws in
            var random = SeededGenerator(seed: 11)
            let lines = Self.lines(&random)
            try await engine.fill(Self.module, lines)
            let instances = try lines.map(instance)
            var requests: [SearchRequest] = []
            var refused = 0
            for number in 0..<600 {
                var request = SearchRequest(module: Self.module)
                var search = TextSearch(Self.query(&random))
                search.mode = .asTyped
                if number % 4 == 0 { search.fields = ["title", "names"] }
                request.text = search
                request.page = .page(1, size: 250)
                do {
                    try engine.validate(request)
                    requests.append(request)
                } catch is UnsupportedError {
                    refused += 1
                }
            }
            #expect(requests.count > 200)
            #expect(indexesPrefixes ? refused < 200 : refused > 100)
            var telling = 0
            for start in stride(from: 0, to: requests.count, by: 50) {
                let part = Array(requests[start..<min(start + 50, requests.count)])
                for (request, page) in zip(part, try await engine.pages(part)) {
                    let search = try InstanceSearch(request)
                    let expected = Set(instances.filter(search.finds).map(\.instanceID))
                    #expect(Set(page.items) == expected, "\(request.text?.query as Any)")
                    #expect(page.pageInfo.totalItems == expected.count, "\(request.text?.query as Any)")
                    if !expected.isEmpty, expected.count < instances.count { telling += 1 }
                }
            }
            #expect(telling > 100)
        }
    }

    @Test("A prefix finds all words that start with it, however many there are")
    func manyWords() async throws {
        try await withLiveEngine([Self.module], settings: { $0.batchSize = 2_000 }) { (engine) async throws in
            try await engine.fill(
                Self.module,
                (0..<6_000).map {
                    #"{"id":"d\#($0)","values":{"title":"w\#(String($0 * 7919, radix: 36)) tail"}}"#
                })
            for (text, count) in [("w", 6_000), ("tail w", 6_000)] {
                var request = SearchRequest(module: Self.module)
                request.text = TextSearch(TextQuery.all(text))
                request.page = .page(1, size: 1)
                #expect(try await engine.page(request).pageInfo.totalItems == count, "\(text)")
            }
        }
    }

    @Test("Matches are marked in any text, and hostile content is unchanged")
    func highlights() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            try await engine.fill(Self.module, [#"{"id":"x","values":{"title":"<b>Café</b> & war"}}"#])
            var request = SearchRequest(module: Self.module)
            request.text = TextSearch(TextQuery.all("cafe wa"))
            let page = try await engine.page(request)
            #expect(page.items == ["x"])
            let marked = try #require(page.text).highlighter.highlight("<b>Café</b> & war")
            #expect(marked.html() == "&lt;b&gt;<em>Café</em>&lt;/b&gt; &amp; <em>war</em>")
            #expect(page.text?.ranking == .relevance)
        }
    }

    @Test("Words that only a filter can look for are ranked too: the item with more of them comes first")
    func alternatives() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            try await engine.fill(
                Self.module,
                [("a", "war"), ("b", "war and peace"), ("c", "a long peace")].map {
                    #"{"id":"\#($0)","values":{"title":"\#($1)"}}"#
                })
            var request = SearchRequest(module: Self.module)
            request.text = TextSearch(TextQuery.any("war peace", matching: .wholeWords))
            let page = try await engine.page(request)
            #expect(page.items == ["b", "a", "c"])
            #expect(page.text?.ranking == .relevance)
        }
    }
}
