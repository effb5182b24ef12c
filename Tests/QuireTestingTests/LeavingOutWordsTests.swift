import Quire
import QuireTesting
import Testing

@Suite("Leaving out words")
struct LeavingOutWordsTests {
    private static let module = ModuleDescriptor(
        name: "books", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])

    private static func collection(_ titles: [String]) -> TextCollection {
        TextCollection(
            titles.enumerated().map { number, title in
                .object([
                    .init("id", .string("\(number)")),
                    .init("values", .object([.init("title", .string(title))])),
                ])
            }, fields: module.searchableFields, TextAnalyzer())
    }

    /// Counts the requests to a collection.
    private final class CountingSource: TextSource {
        typealias Failure = Never
        let collection: TextCollection
        var requests = 0

        init(_ collection: TextCollection) { self.collection = collection }

        func findsAny(_ text: AnalyzedText) -> Bool {
            requests += 1
            return collection.findsAny(text)
        }
        func count(_ text: AnalyzedText) -> Int {
            requests += 1
            return collection.count(text)
        }
        func rows(_ text: AnalyzedText) -> [Int]? {
            requests += 1
            return collection.rows(text)
        }
        func itemCount() -> Int { collection.count }
        func sortedWords() -> SortedWords { collection.words }
    }

    private static func resolve(
        _ query: TextQuery, _ source: CountingSource
    ) -> (pattern: TextPattern, text: ResolvedText)? {
        var search = TextSearch(query)
        search.toleratesTypos = true
        let rules = WordRules(search, synonyms: [], TextAnalyzer())
        return TextPattern(query, TextAnalyzer()).map {
            ($0, ResolvedText($0, search, rules, hasPopularity: true, in: source))
        }
    }

    /// What the largest subsets of the words find, by trying all subsets.
    private static func expected(
        _ pattern: TextPattern, _ text: ResolvedText, _ collection: TextCollection
    ) -> (items: Set<Int>, dropped: Set<Int>) {
        func items(without dropped: Set<Int>) -> Set<Int> {
            pattern.text(leavingOut: dropped) { word in .any(text.alternatives[word].map { .term($0.term) }) }
                .map(collection.items) ?? []
        }
        let optional = pattern.optionalWords
        for size in (0...optional.count).reversed() {
            var found = (items: Set<Int>(), dropped: Set<Int>())
            for subset in 0..<1 << optional.count where subset.nonzeroBitCount == size {
                let dropped = Set(
                    optional.enumerated().filter { subset >> $0.offset & 1 == 0 }.map(\.element))
                // Without a word, only what else the query asks for can be found.
                if size == 0, pattern.words.count == optional.count { continue }
                let items = items(without: dropped)
                if items.isEmpty { continue }
                found.items.formUnion(items)
                found.dropped.formUnion(dropped)
            }
            if !found.items.isEmpty { return found }
        }
        return ([], [])
    }

    @Test("The result is what the largest subsets of the words find, for random queries and collections")
    func subsets() throws {
        var state: UInt64 = 20_261_123
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let words = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op"]
        func text(_ count: Int) -> String {
            (0..<count).map { _ in words[random(words.count)] }.joined(separator: " ")
        }
        var resultsWithFewerWords = 0
        for round in 0..<400 {
            let collection = Self.collection((0..<random(9)).map { _ in text(1 + random(4)) })
            var query = TextQuery.all(text(1 + random(7)), matching: .lastWordAsPrefix)
            switch random(5) {
            case 0: query = query.and(.phrase(text(1 + random(2))))
            case 1: query = query.and(.none(text(1)))
            case 2: query = query.and(.any(text(2)))
            default: break
            }
            let source = CountingSource(collection)
            let (pattern, resolved) = try #require(Self.resolve(query, source))
            guard
                collection.items(pattern.text { .any(resolved.alternatives[$0].map { .term($0.term) }) })
                    .isEmpty
            else { continue }
            let expected = Self.expected(pattern, resolved, collection)
            #expect(collection.items(resolved.text) == expected.items, "round \(round): \(query)")
            guard !expected.items.isEmpty else { continue }
            resultsWithFewerWords += 1
            #expect(resolved.level == .fewerWords, "round \(round): \(query)")
            #expect(
                resolved.dropped == expected.dropped.sorted().map { pattern.words[$0].term.words[0] },
                "round \(round): \(query)")
        }
        #expect(resultsWithFewerWords > 150)
    }

    @Test("The number of requests grows with the number of words, not with the number of subsets")
    func requests() throws {
        for count in [2, 5, 10] {
            let words = "abcdefghij".prefix(count).map { "word" + String(repeating: $0, count: 3) }
            let source = CountingSource(Self.collection(words))
            let (_, resolved) = try #require(Self.resolve(.all(words.joined(separator: " ")), source))
            #expect(resolved.level == .fewerWords)
            // Three levels, then each word is counted, found, and looked up without its alternatives.
            #expect(source.requests <= 3 + 3 * count, "\(count) words")
        }
    }

    @Test("Of too many choices, those that leave out common words remain")
    func bounded() throws {
        // Each item has five of ten words, so 252 choices are equally good.
        let words = ["aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "hhh", "iii", "jjj"]
        var titles: [String] = []
        for subset in 0..<1 << words.count where subset.nonzeroBitCount == 5 {
            titles.append(
                words.indices.filter { subset >> $0 & 1 == 1 }.map { words[$0] }.joined(separator: " "))
        }
        // The last word is rarer than the others.
        titles += Array(repeating: words.dropLast().prefix(4).joined(separator: " "), count: 300)
        let collection = Self.collection(titles)
        let (_, resolved) = try #require(
            Self.resolve(
                .all(words.joined(separator: " "), matching: .lastWordAsPrefix), CountingSource(collection)))
        #expect(resolved.level == .fewerWords)
        guard case .any(let choices) = resolved.rankedText else {
            Issue.record("no choices: \(resolved.rankedText)")
            return
        }
        // With the joined forms, a choice has about thirty terms.
        #expect(choices.count > 10 && choices.count < 252)
        let items = collection.items(resolved.text)
        #expect(!items.isEmpty)
        // All choices that keep the rarest words are there.
        #expect(items.contains { titles[$0].hasSuffix("jjj") })
    }
}
