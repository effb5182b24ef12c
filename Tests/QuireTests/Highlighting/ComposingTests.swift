import Foundation
import Quire
import Testing

@Suite("Highlighted texts: joining, inverting, slicing, coding")
struct ComposingTests {
    private func read(_ text: String) -> HighlightedText { HighlightMarkup.em.read(text) }

    @Test(
        "Inverting swaps highlighted and plain parts",
        arguments: [
            ("<em>whal</em>e watching", "whal[e watching]"), ("a<em>b</em>c", "[a]b[c]"), ("abc", "[abc]"),
            ("<em>abc</em>", "abc"), ("", ""), ("<em>a</em><em>b</em>c", "ab[c]"), ("a <em>b", "[a ]b"),
        ])
    func inverted(_ text: String, _ expected: String) {
        #expect(read(text).inverted.marked("[", "]") == expected)
    }

    @Test("A joined list is one text with plain separators")
    func joined() {
        let genres = ["<em>Sea</em> stories", "Whales", "the <em>sea</em>"].map(read)
        #expect(
            HighlightedText(joining: genres, separator: ", ").marked("[", "]")
                == "[Sea] stories, Whales, the [sea]")
        #expect(HighlightedText(joining: []) == HighlightedText(""))
        #expect(
            HighlightedText(joining: ["<em>a</em>", "<em>b</em>"].map(read)).marked("[", "]") == "[a][b]")
        // Joining two texts creates one character.
        let halves = ["<em>e</em>", "\u{301}x"].map(read)
        #expect(HighlightedText(joining: halves).marked("[", "]") == "[e\u{301}]x")
        #expect(
            HighlightedText(joining: ["a<em>é</em>", "👩<em>b</em>"].map(read), separator: " · ")
                .marked("[", "]") == "a[é] · 👩[b]")
    }

    @Test("Offsets are counted in the engine's unit")
    func offsets() {
        let text = "Café 👩‍👧 Zoo"
        func marked(_ range: Range<Int>, _ unit: HighlightedText.OffsetUnit) -> String {
            HighlightedText(text, offsets: [range], in: unit).marked("[", "]")
        }
        let start = text.range(of: "Zoo")?.lowerBound ?? text.startIndex
        let before = text[..<start]
        for (unit, count) in [
            (HighlightedText.OffsetUnit.utf8, before.utf8.count), (.utf16, before.utf16.count),
            (.unicodeScalars, before.unicodeScalars.count), (.characters, before.count),
        ] {
            #expect(marked(count..<count + 3, unit) == "Café 👩‍👧 [Zoo]")
            #expect(marked(count + 1..<Int.max, unit) == "Café 👩‍👧 Z[oo]")
            #expect(marked(-9 ..< -1, unit) == text)
            #expect(marked(1_000..<2_000, unit) == text)
        }
        // Inside one user-perceived character.
        #expect(marked(6..<7, .utf16) == "Café [👩‍👧] Zoo")
        #expect(marked(4..<5, .utf8) == "Caf[é] Zoo".replacingOccurrences(of: " Zoo", with: " 👩‍👧 Zoo"))
        let touching = [3..<4, 0..<3, 5..<5]
        #expect(
            HighlightedText("abcdef", offsets: touching, in: .characters).marked("[", "]") == "[abc][d]ef")
        #expect(
            HighlightedText("abcdef", offsets: touching, in: .utf16, joinsAdjacent: true).marked("[", "]")
                == "[abcd]ef")
    }

    @Test("Ranges of a different, longer text do not trap")
    func foreignRanges() {
        let long = "a long text, with é"
        let range = long.index(long.startIndex, offsetBy: 1)..<long.endIndex
        #expect(HighlightedText("abc", ranges: [range]).marked("[", "]") == "a[bc]")
        #expect(HighlightedText("", ranges: [range]).ranges.isEmpty)
    }

    @Test("A highlighted text is encoded as one string with tags")
    func coding() throws {
        let shown = read("a <em>b</em><em>c</em> é")
        let data = try JSONEncoder().encode([shown])
        let texts = try JSONDecoder().decode([String].self, from: data)
        #expect(texts == ["a <em>b</em><em>c</em> é"])
        #expect(try JSONDecoder().decode([HighlightedText].self, from: data) == [shown])
    }

    @Test("A coder accepts other tags, and rejects a text that contains them")
    func codingWithTags() throws {
        let decoder = JSONDecoder()
        decoder.userInfo = HighlightMarkup.mark.userInfo
        let shown = try decoder.decode([HighlightedText].self, from: Data(#"["<mark>a<\/mark> <em>"]"#.utf8))
        #expect(shown.map { $0.marked("[", "]") } == ["[a] <em>"])
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(shown) }
        let encoder = JSONEncoder()
        encoder.userInfo = HighlightMarkup.controls.userInfo
        decoder.userInfo = HighlightMarkup.controls.userInfo
        #expect(try decoder.decode([HighlightedText].self, from: encoder.encode(shown)) == shown)
    }

    @Test("Highlights have the given attributes, and the rest of the text keeps its own")
    func attributes() throws {
        var found = AttributeContainer()
        found.link = URL(string: "https://example.com/found")
        var others = AttributeContainer()
        others.languageIdentifier = "en"
        let shown = read("x <em>é</em><em>👩‍👧</em> y").attributed(with: found, others: others)
        #expect(String(shown.characters) == "x é👩‍👧 y")
        let runs = shown.runs.map {
            (String(shown[$0.range].characters), $0.link != nil, $0.languageIdentifier)
        }
        #expect(runs.map(\.0) == ["x ", "é👩‍👧", " y"])
        #expect(runs.map(\.1) == [false, true, false])
        #expect(runs.map(\.2) == ["en", nil, "en"])
        #expect(read("").attributed(with: found) == AttributedString())
    }

    @Test("A text contains all words of a query, some, or none")
    func levels() {
        let highlighter = TextHighlighter(.all("white whal").and(.none("dick")))
        #expect(highlighter.matchLevel(of: "The white whales") == .full)
        #expect(highlighter.matchLevel(of: "Whale watching, Dick") == .partial)
        #expect(highlighter.matchLevel(of: "Moby Dick") == .none)
        #expect(highlighter.matchLevel(of: "") == .none)
        #expect(TextHighlighter("").matchLevel(of: "Moby Dick") == .none)
        #expect(TextHighlighter("a a").matchLevel(of: "a") == .full)
    }
}
