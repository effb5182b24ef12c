import Quire
import Testing

@testable import QuireText

@Suite("Snippets")
struct SnippetTests {
    private let text =
        "One whale, two ships. Far away there was nothing at all to see for days; then the great white whale rose, and Ahab saw it."

    private func snippet(_ query: TextQuery, _ words: Int, of text: String? = nil) -> String {
        TextHighlighter(query).snippet(of: text ?? self.text, words: words).marked("[", "]")
    }

    @Test("A snippet contains as many different query words as possible, centred")
    func best() {
        #expect(snippet("whale ahab", 6) == "…white [whale] rose, and [Ahab] saw…")
        #expect(snippet("nothing", 5) == "…there was [nothing] at all…")
        #expect(snippet("whale", 4) == "One [whale], two ships…")
        #expect(snippet("ahab saw it", 5) == "…rose, and [Ahab] [saw] [it].")
    }

    @Test("Without a match, the snippet is the beginning; a short text is returned whole")
    func edges() {
        #expect(snippet("nobody", 3) == "One whale, two…")
        #expect(snippet("", 2) == "One whale…")
        #expect(snippet("b", 3, of: "(a b c)") == "(a [b] c)")
        #expect(snippet("b", 3, of: "") == "")
        #expect(snippet("b", 3, of: "!?") == "!?")
    }

    @Test("The size is clamped to 1...64 words")
    func bounds() {
        let long = (1...100).map { "w\($0)" }.joined(separator: " ")
        #expect(snippet("w50", 0, of: long) == "…[w50]…")
        #expect(snippet("w50", -5, of: long) == "…[w50]…")
        let most = TextHighlighter("x").snippet(of: long, words: 1000).text
        #expect(most == (1...64).map { "w\($0)" }.joined(separator: " ") + "…")
        #expect(TextHighlighter("x").snippet(of: long).text.split(separator: " ").count == 20)
    }

    @Test("A phrase longer than the snippet is highlighted in the visible part")
    func longPhrase() {
        #expect(snippet(.phrase("the great white whale"), 2) == "…[the great]…")
        #expect(snippet("東京", 4, of: "これは東京タワーです") == "…は[東京]タ…")
    }

    @Test("Words are counted as a reader sees them, including stop words")
    func stopWords() {
        let highlighter = TextHighlighter(
            "whale", analyzer: TextAnalyzer(stopWords: ["the", "great", "white"]))
        #expect(
            highlighter.snippet(of: "for days then the great white whale rose", words: 3).text
                == "…white whale rose")
    }

    @Test("Among equally many different words, more matches win; ties go to the first")
    func ties() {
        #expect(snippet("a", 3, of: "a x x x x a a x x") == "…[a] [a] x…")
        #expect(snippet("a", 2, of: "x a x x x a x") == "…[a] x…")
    }

    @Test("A snippet is chosen in one pass, however many query terms share a position")
    func manyTermsInOnePlace() {
        let words = (0..<1000).map { 2 * $0..<2 * $0 + 1 }
        let found = (0..<400_000).map { TextHighlighter.Occurrence(word: $0, bytes: 1000..<1001) }
        #expect(SnippetWindow.best(of: 21, among: words, found) == 490..<511)
    }

    @Test("A snippet of a text of megabytes finds the words near its end")
    func hugeText() {
        let text =
            String(repeating: "whale ", count: 200_000) + "and ahab saw the whale "
            + String(repeating: "x ", count: 200_000)
        let snippet = TextHighlighter("ahab whale").snippet(of: text, words: 6)
        #expect(snippet.marked("[", "]") == "…[whale] [whale] [whale] [whale] and [ahab]…")
    }

    @Test("A word that the query repeats counts once in its match level, highlights and snippets")
    func repeatedWords() {
        let highlighter = TextHighlighter("whale sea whale wha")
        #expect(highlighter.matchLevel(of: "a whale at sea") == .full)
        #expect(highlighter.matchLevel(of: "a whale") == .partial)
        #expect(highlighter.highlight("a whale at sea").marked("[", "]") == "a [whale] at [sea]")
        #expect(snippet("rose rose saw", 6) == "…whale [rose], and Ahab [saw] it.")
    }

    /// Sizes at which a quadratic algorithm takes gigabytes, and a linear one a second.
    @Test("A query of 30,000 equal words highlights a text of 30,000 of them in one pass")
    func pasted() {
        let text = Array(repeating: "whale", count: 30_000).joined(separator: " ")
        let highlighter = TextHighlighter(.all(text))
        #expect(highlighter.highlight(text).ranges.count == 30_000)
        #expect(highlighter.snippet(of: text, words: 2).marked("[", "]") == "[whale] [whale]…")
        #expect(highlighter.matchLevel(of: text) == .full)
    }
}
