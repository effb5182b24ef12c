import Foundation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@Suite("Suggestions", .timeLimit(.minutes(10)))
struct SuggestionTests {
    private let engine = InMemoryEngine()
    private let history = SearchHistory()

    /// Titles with their popularity; if the history and the engine have the same text, the history's is used.
    private func filled() async {
        let titles = [
            ("Whale Watching", 5), ("The Whale Road", 9), ("whale  song", 7), ("Emma", 8), ("Wha Wha", 6),
            ("Whaling", 1),
        ]
        await engine.add(Books.self, values: titles.map { Books.Values(title: $0.0, age: $0.1) })
        for text in ["moby dick", "Whale Song", "emma", "the white whale"] { history.record(text) }
    }

    private func queries(limit: Int? = nil) -> SuggestionSource {
        .queries(Books.query().sort(by: \.age, .descending), \.title, on: engine, limit: limit)
    }

    private func lines(_ list: SuggestionList) -> [String] {
        list.map { "\($0.origin) \($0.highlighted.marked("<", ">"))" }
    }

    @Test(
        "The history comes first, no text is repeated, the most popular come first, and the untyped part is highlighted"
    )
    func merged() async {
        await filled()
        let suggestions = SearchSuggestions(queries(), .history(history), pacing: .immediate)
        suggestions.type("wha")
        // The history needs no network.
        #expect(
            lines(suggestions.list) == ["history <the white >wha<le>", "history Wha<le Song>"])
        #expect(suggestions.list.isLoading)
        let list = await suggestions.settled()
        #expect(
            lines(list) == [
                "history <the white >wha<le>", "history Wha<le Song>", "queries <The >Wha<le Road>",
                "queries Wha< Wha>", "queries Wha<le Watching>", "queries Wha<ling>",
            ])
        #expect(!list.isLoading && list.failure == nil && list.text == "wha")
    }

    @Test("Limits apply to each source and to the list")
    func limits() async {
        await filled()
        let suggestions = SearchSuggestions(
            .history(history, limit: 1), queries(limit: 2), .content(Books.query(), \.title, on: engine),
            limit: 4,
            pacing: .immediate)
        suggestions.type("wha")
        let list = await suggestions.settled()
        #expect(list.map(\.origin) == [.history, .queries, .queries, .content])
        #expect(Set(list.map(\.text)).count == 4)
        let none = SearchSuggestions(.history(history), queries(), limit: 0, pacing: .immediate)
        none.type("wha")
        #expect(await none.settled().isEmpty)
    }

    @Test(
        "For a blank text, suggestions are the last searches and the most popular ones, not content")
    func blank() async {
        await filled()
        let suggestions = SearchSuggestions(
            .history(history, limit: 2), queries(limit: 2), .content(Books.query(), \.title, on: engine),
            pacing: .immediate)
        suggestions.type("wha")
        await suggestions.settled()
        suggestions.type(" ")
        let list = await suggestions.settled()
        #expect(!list.isLoading)
        #expect(
            lines(list) == [
                "history <the white whale>", "history <emma>", "queries <The Whale Road>",
                "queries <whale song>",
            ])
    }

    @Test("The field's own text is not suggested; each typed word is found, in any order")
    func words() async {
        await filled()
        let suggestions = SearchSuggestions(.history(history), queries(), pacing: .immediate)
        suggestions.type("EMMA ")
        #expect(await suggestions.settled().isEmpty)
        suggestions.type("whale the r")
        #expect(lines(await suggestions.settled()) == ["queries The< >Whale< >R<oad>"])
    }

    @Test("Elements of a list are separate suggestions, also on an engine without full text")
    func lists() async {
        await engine.add(
            Books.self,
            values: [
                .init(title: "A", age: 1, registration: "Whale oil", tags: ["whales", "sea"]),
                .init(title: "B", age: 1, tags: ["sea", "Blue Whales"]),
            ])
        let suggestions = SearchSuggestions(
            .content(Books.query(), \.registration, on: SubstringEngine(base: engine)), pacing: .immediate)
        suggestions.type("oi")
        #expect(lines(await suggestions.settled()) == ["content <Whale >oi<l>"])
        // A match inside a word does not count.
        suggestions.type("ale")
        #expect(await suggestions.settled().isEmpty)
    }

    @Test("A field that is not in the full-text index is reported; the others work")
    func refused() async {
        await filled()
        let suggestions = SearchSuggestions(
            .content(Books.query(), \.registration, on: engine), .history(history), pacing: .immediate)
        suggestions.type("wha")
        let list = await suggestions.settled()
        #expect(list.failure is QueryError)
        #expect(list.map(\.origin) == [.history, .history])
    }

    @Test("An engine's previous suggestions stay as far as they match, until its next response")
    func stale() async throws {
        await filled()
        let suggestions = SearchSuggestions(queries(), pacing: .immediate)
        suggestions.type("wha")
        _ = await suggestions.settled()
        await engine.failAll(with: URLError(.notConnectedToInternet))
        suggestions.type("whali")
        #expect(suggestions.list.map(\.text) == ["Whaling"])
        #expect(suggestions.list.isLoading)
        let list = await suggestions.settled()
        #expect(list.map(\.text) == ["Whaling"])
        #expect((list.failure as? URLError)?.code == .notConnectedToInternet)
        suggestions.type("e")
        #expect(suggestions.list.isEmpty)
        await engine.recover()
        suggestions.type("em")
        let recovered = await suggestions.settled()
        #expect(recovered.map(\.text) == ["Emma"] && recovered.failure == nil)
    }

    @Test("A very long pasted text suggests nothing and takes no time", arguments: [1_000, 200_000])
    func pasted(count: Int) async {
        await filled()
        let suggestions = SearchSuggestions(.history(history), queries(), pacing: .immediate)
        suggestions.type(String(repeating: "whale ", count: count))
        #expect(suggestions.list.isEmpty)
    }

    @Test("Recording or removing a search updates the list")
    func followed() async {
        let suggestions = SearchSuggestions(.history(history))
        suggestions.type("wh")
        history.record("whale")
        for await list in suggestions.lists where list.map(\.text) == ["whale"] { break }
        history.remove("whale")
        for await list in suggestions.lists where list.isEmpty { break }
    }

    @Test("Engines receive requests at the given pace, by the given clock")
    func paced() async {
        await filled()
        let clock = SteppedClock()
        let suggestions = SearchSuggestions(queries(), pacing: .debounced(.milliseconds(100)), clock: clock)
        for (count, text) in ["w", "wh", "wha"].enumerated() {
            suggestions.type(text)
            await clock.untilBegun(count + 1)
        }
        await clock.until { $0.deadlines.count == 1 }
        #expect(suggestions.list.isLoading)
        clock.advance(by: .milliseconds(100))
        #expect(await suggestions.settled().count == 5)
        #expect(!suggestions.list.isLoading)
        #expect(await engine.requests.count == 1)
    }

    @Test("Releasing the suggestions ends their loops and leaves nothing behind")
    func released() async {
        await filled()
        var suggestions: SearchSuggestions? = SearchSuggestions(queries(), .history(history))
        suggestions?.type("wha")
        var loop = suggestions?.lists.makeAsyncIterator()
        #expect(await loop?.next()?.text == "wha")
        weak let released = suggestions
        suggestions = nil
        while await loop?.next() != nil {}
        #expect(released == nil)
    }

    @Test(
        "For any typing at any pace, every list matches its text, repeats no text, and ends with the engine's response"
    )
    func random() async {
        let words = [
            "whale", "whaling", "Wal", "été", "e\u{301}te", "東京", "京都", "C++", "c#", "ﬁn", "don't", "\u{0}",
            "🐳 sea",
        ]
        var random = SeededGenerator(seed: 7)
        let titles = (0..<60).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined(separator: " ")
        }
        await engine.add(Books.self, values: titles.enumerated().map { .init(title: $1, age: $0) })
        for title in titles.prefix(6) { history.record(title) }
        let suggestions = SearchSuggestions(.history(history), queries(), limit: 6, pacing: .immediate)
        for _ in 0..<40 {
            var text = ""
            for character in words.randomElement(using: &random)! + " " + words.randomElement(using: &random)!
            {
                text.append(character)
                suggestions.type(text)
                check(suggestions.list, typed: text)
                if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
            }
            let list = await suggestions.settled()
            check(list, typed: text)
            // The engine's items, found independently.
            let found = titles.filter { Self.fits($0, text, TextAnalyzer()) }
            let fitting = titles.filter { Self.fits($0, text) }
            let expected = Set(fitting.map(Self.plain)).subtracting([Self.plain(text)])
            #expect(Set(list.map { Self.plain($0.text) }).isSubset(of: expected))
            // So many that one page has them all.
            if found.count <= 12 { #expect(list.count == min(6, expected.count), "\(text): \(expected)") }
        }
    }

    private func check(_ list: SuggestionList, typed: String) {
        #expect(list.text == typed && list.count <= 6)
        #expect(Set(list.map { Self.plain($0.text) }).count == list.count)
        for suggestion in list {
            #expect(Self.fits(suggestion.text, typed), "\(suggestion.text) for \(typed)")
        }
    }

    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
            .precomposedStringWithCanonicalMapping
    }

    /// Whether a text contains all words, the last one as a prefix; typed symbols are words.
    private static func fits(_ text: String, _ typed: String, _ analyzer: TextAnalyzer? = nil) -> Bool {
        let plain = TextAnalyzer()
        let all = TextAnalyzer(keepsSymbols: true)
        let analyzer = analyzer ?? (all.words(in: typed) == plain.words(in: typed) ? plain : all)
        let words = analyzer.words(in: typed)
        let others = analyzer.words(in: text)
        return words.dropLast().allSatisfy(others.contains)
            && others.contains { other in words.last.map { other.utf8.starts(with: $0.utf8) } ?? true }
    }
}

/// An engine without full text on top of one that has it.
private struct SubstringEngine: ContentEngine {
    let base: InMemoryEngine

    var capabilities: EngineCapabilities {
        var capabilities = base.capabilities
        capabilities.name = "substrings"
        capabilities.fullText = false
        return capabilities
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await base.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}
