import Quire
import Testing

@Suite("Highlights of typed text if the engine returns none")
struct TypedTextTests {
    private func marked(_ typed: String, _ matching: WordMatching, _ text: String) -> String {
        TextHighlighter(.all(typed, matching: matching)).highlight(text).marked("[", "]")
    }

    @Test("Words are marked as they were looked for: as prefixes, whole, or anywhere")
    func matching() {
        #expect(
            marked("white wha", .lastWordAsPrefix, "The white whale, whiter") == "The [white] [whale], whiter"
        )
        #expect(marked("hal", .partsOfWords, "The white whale; Halifax") == "The white [whale]; [Halifax]")
        #expect(marked("wha", .wholeWords, "whale wha") == "whale [wha]")
    }

    @Test(
        "Text without a word marks nothing, whatever it is", arguments: ["", " ", "%", "\"*\"", "()", "<em>"])
    func symbols(_ typed: String) {
        let text = "100 % \"*\" () <b>"
        #expect(marked(typed, .lastWordAsPrefix, text) == text)
        #expect(TextHighlighter(.all(typed)).snippet(of: text, words: 1).ranges.isEmpty)
    }
}
