import DecodingSamples
import Quire
import Testing

@Suite("Highlights")
struct HighlightTests {
    private func marked(_ query: TextQuery, _ text: String, _ analyzer: TextAnalyzer = TextAnalyzer())
        -> String
    {
        TextHighlighter(query, analyzer: analyzer).highlight(text).marked("[", "]")
    }

    @Test("The whole word is highlighted, also if only a part matches")
    func words() {
        #expect(marked("jerome sal", "Jerome David Salinger") == "[Jerome] David [Salinger]")
        #expect(marked(.all("ling", matching: .partsOfWords), "Salinger, darling") == "[Salinger], [darling]")
        #expect(marked(.all("sal", matching: .wholeWords), "Salinger, sal") == "Salinger, [sal]")
        #expect(marked("x", "Jerome") == "Jerome")
        #expect(marked("", "Jerome") == "Jerome")
        #expect(marked("jerome", "") == "")
    }

    @Test("Folding may change lengths: the original text is unchanged")
    func folding() {
        #expect(marked("strasse", "Große Straße!") == "Große [Straße]!")
        #expect(marked("misera", "Les Misérables") == "Les [Misérables]")
        #expect(marked("misera", "Les Mise\u{301}rables.") == "Les [Mise\u{301}rables].")
        #expect(marked("fin", "ﬁn ＦＩＮ") == "[ﬁn] [ＦＩＮ]")
        #expect(marked("한", "\u{1112}\u{1161}\u{11AB}국") == "[\u{1112}\u{1161}\u{11AB}국]")
    }

    @Test("A phrase is highlighted only as a whole")
    func phrases() {
        #expect(
            marked(.phrase("new world"), "Brave New World, new worlds, world new")
                == "Brave [New World], new worlds, world new")
        #expect(marked("東京", "東京タワー、京東東京") == "[東京]タワー、京東[東京]")
        #expect(marked(.phrase("a a"), "a a a b a") == "[a a a] b a")
    }

    @Test("Excluded terms are never highlighted; alternatives are")
    func combinations() {
        #expect(marked(.any("thai pho").and(.none("pork")), "Thai pork pho") == "[Thai] pork [pho]")
        #expect(marked(.not(.all("thai")), "Thai") == "Thai")
        #expect(marked(.phrase("a b").or(.all("c")), "c a b") == "[c] [a b]")
    }

    @Test("Highlights cover whole characters")
    func characters() {
        let symbols = TextAnalyzer(keepsSymbols: true)
        let family = "👩\u{200D}👧"
        #expect(marked("👩", "a\(family)b", symbols) == "a[\(family)]b")
        #expect(marked("👧", "a\(family)b", symbols) == "a[\(family)]b")
        #expect(marked("c++", "C++ & c", symbols) == "[C++] & c")
        // A virama joins its neighbours; the keycap belongs to its digit.
        #expect(marked("1", "1\u{FE0F}\u{20E3}!") == "[1\u{FE0F}\u{20E3}]!")
        #expect(marked("a", "a\r\n") == "[a]\r\n")
    }

    @Test(
        "For any text, ranges are ordered, disjoint and on character boundaries, and the parts join to the text"
    )
    func anyText() {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "jerome", "É", "e\u{301}", "東", "京", "क्षि", "👩\u{200D}👧", "\u{200D}", "ไม่", " ", ".", "sal", "\r\n",
            "ﬁ", "\u{301}", "\u{1161}",
        ]
        let analyzers = [TextAnalyzer(), TextAnalyzer(keepsSymbols: true), TextAnalyzer(stopWords: ["sal"])]
        let queries: [TextQuery] = [
            .any("e jer 東 क 👧 ไ fi", matching: .prefixes), .any("京 e sal", matching: .partsOfWords), "東京",
            .phrase("sal jerome"),
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            for analyzer in analyzers {
                for query in queries {
                    let highlighter = TextHighlighter(query, analyzer: analyzer)
                    for shown in [highlighter.highlight(text), highlighter.snippet(of: text, words: 3)]
                    where !isSound(shown) {
                        Issue.record("\(query) in \(text.unicodeScalars.map(\.value))")
                    }
                }
            }
        }
    }

    private func isSound(_ shown: HighlightedText) -> Bool {
        let boundaries = Set(shown.text.indices).union([shown.text.endIndex])
        return shown.parts.map(\.text).joined() == shown.text
            && shown.ranges.allSatisfy {
                boundaries.contains($0.lowerBound) && boundaries.contains($0.upperBound) && !$0.isEmpty
            }
            && zip(shown.ranges, shown.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
    }

    @Test("Content cannot imitate highlights")
    func forgery() {
        let text = "<em>Salinger</em> \u{1}\u{2}\u{E000} **sal** «sal»"
        let shown = TextHighlighter("jerome").highlight(text)
        #expect(shown.ranges.isEmpty)
        #expect(shown.parts == [.init(text, isHighlighted: false)])
        #expect(shown.html() == "&lt;em&gt;Salinger&lt;/em&gt; \u{1}\u{2}\u{E000} **sal** «sal»")
        let found = TextHighlighter("salinger").highlight(text)
        #expect(found.parts.filter(\.isHighlighted).map(\.text) == ["Salinger"])
        #expect(found.html(tag: "mark").hasPrefix("&lt;em&gt;<mark>Salinger</mark>&lt;/em&gt;"))
        #expect(
            TextHighlighter("q").highlight("\"Q\" & 'q'").html()
                == "&quot;<em>Q</em>&quot; &amp; &#39;<em>q</em>&#39;")
    }

    @Test("Adjacent ranges are merged; empty ones are dropped")
    func merging() {
        let text = "abcdef"
        func range(_ lower: Int, _ upper: Int) -> Range<String.Index> {
            text.index(text.startIndex, offsetBy: lower)..<text.index(text.startIndex, offsetBy: upper)
        }
        let shown = HighlightedText(
            text, ranges: [range(4, 5), range(0, 2), range(1, 3), range(3, 4), range(6, 6)])
        #expect(shown.marked("[", "]") == "[abcde]f")
        #expect(HighlightedText(text, ranges: [range(0, 1), range(2, 3)]).marked("[", "]") == "[a]b[c]def")
    }
}
