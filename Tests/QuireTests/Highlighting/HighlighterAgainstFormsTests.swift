import Quire
import Testing

@testable import QuireText

@Suite("Highlights against a plain search in all forms of a text")
struct HighlighterAgainstFormsTests {
    private static let words = [
        "war", "Warm", "wars", "J.K.", "half-blood", "blood", "half", "rowling", "é", "naïve", "e",
        "a\u{301}b",
        "東京", "タワー", "x", String(repeating: "long", count: 20), "👩‍👩‍👧", "don't",
    ]
    private static let terms: [AnalyzedText.Term] = [
        .init(["war"], .whole), .init(["war"], .prefix), .init(["ar"], .part), .init(["jk"], .whole),
        .init(["j", "k"], .whole), .init(["half", "blood"], .prefix), .init(["halfblood"], .whole),
        .init(["halfblood", "rowling"], .whole), .init(["k", "rowling"], .whole), .init(["naive"], .whole),
        .init(["東", "京"], .whole), .init(["e"], .prefix), .init(["x", "war", "x"], .whole),
        .init([String(repeating: "long", count: 20)], .whole), .init(["dont"], .prefix),
        .init(["blood", "e"], .part),
    ]

    /// The bytes of each match, by trying each term at each form.
    private static func spans(_ text: String, _ groups: [[AnalyzedText.Term]], _ analyzer: TextAnalyzer)
        -> [Range<Int>]
    {
        var places: [[WordForm]] = []
        for form in analyzer.forms(in: text) {
            if form.isForm { places[places.count - 1].append(form) } else { places.append([form]) }
        }
        var spans: [Range<Int>] = []
        for term in groups.joined() {
            for place in places.indices where place + term.words.count <= places.count {
                let choices = term.words.indices.map { offset in
                    places[place + offset].filter {
                        (offset == term.words.count - 1 ? term.match : .whole).isMet(
                            by: $0.word, term.words[offset])
                    }
                }
                guard choices.allSatisfy({ !$0.isEmpty }) else { continue }
                for first in choices[0] {
                    let last = term.words.count == 1 ? first : choices[choices.count - 1][0]
                    spans.append(first.start..<max(first.end, last.end))
                }
            }
        }
        return spans
    }

    @Test("Random texts have the same highlights, and snippets are parts of them")
    func random() {
        var state: UInt64 = 5
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let analyzers = [
            TextAnalyzer(), TextAnalyzer(keepsSymbols: true), TextAnalyzer(stopWords: ["e", "x"]),
        ]
        for round in 0..<600 {
            let text = (0..<random(14)).map { _ in Self.words[random(Self.words.count)] }
                .joined(separator: [" ", " ", ", ", "-", "", "\r\n"][random(6)])
            let groups = (0..<random(4)).map { _ in
                (0..<1 + random(3)).map { _ in Self.terms[random(Self.terms.count)] }
            }
            let analyzer = analyzers[random(3)]
            let highlighter = TextHighlighter(groups: groups, analyzer)
            let spans = Self.spans(text, groups, analyzer)
            let expected = HighlightedText(text, spans: spans, joinsAdjacent: true)
            #expect(highlighter.highlight(text) == expected, "round \(round): \(text)")
            let snippet = highlighter.snippet(of: text, words: 1 + random(5))
            let visible = snippet.text.hasPrefix("…") ? String(snippet.text.dropFirst()) : snippet.text
            let part = visible.hasSuffix("…") ? String(visible.dropLast()) : visible
            #expect(part.isEmpty || text.contains(part), "round \(round): \(snippet.text)")
            if !expected.ranges.isEmpty { #expect(!snippet.ranges.isEmpty, "round \(round): \(text)") }
        }
    }
}
