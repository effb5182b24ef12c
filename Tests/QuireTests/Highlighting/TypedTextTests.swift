import Quire
import Testing

@Suite("Highlights for typed text if the engine returns none")
struct TypedTextTests {
    private func marked(_ typed: String, _ matching: WordMatching, _ text: String) -> String {
        TextHighlighter(.all(typed, matching: matching)).highlight(text).marked("[", "]")
    }

    @Test("Words are highlighted by their kind of match: as prefixes, whole words or substrings")
    func matching() {
        #expect(
            marked("white wha", .lastWordAsPrefix, "The white whale, whiter") == "The [white] [whale], whiter"
        )
        #expect(marked("hal", .partsOfWords, "The white whale; Halifax") == "The white [whale]; [Halifax]")
        #expect(marked("wha", .wholeWords, "whale wha") == "whale [wha]")
    }

    @Test(
        "A query without a word highlights nothing", arguments: ["", " ", "%", "\"*\"", "()", "<em>"])
    func symbols(_ typed: String) {
        let text = "100 % \"*\" () <b>"
        #expect(marked(typed, .lastWordAsPrefix, text) == text)
        #expect(TextHighlighter(.all(typed)).snippet(of: text, words: 1).ranges.isEmpty)
    }
}
