import Bookshop
import QuireTerminal
import Testing

@Suite("Suggestions for misspelled words")
struct SuggestionTests {
    @Test(
        "The distance counts inserted, removed, replaced and swapped letters",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("gerne", "genre", 1),
            ("ca", "ac", 1),
            ("kitten", "sitting", 3), ("fantsy", "fantasy", 1),
        ])
    func distance(left: String, right: String, expected: Int) {
        #expect(Suggestion.distance(left, right) == expected)
        #expect(Suggestion.distance(right, left) == expected)
    }

    @Test("The most similar word is found, in any case; a prefix counts as similar")
    func nearest() {
        let genres = ["fantasy", "science-fiction", "horror", "history"]
        #expect(Suggestion.nearest(to: "FANTSY", among: genres) == "fantasy")
        #expect(Suggestion.nearest(to: "sci", among: genres) == "science-fiction")
        #expect(Suggestion.nearest(to: "hist", among: genres) == "history")
    }

    @Test("Nothing is suggested if no word is similar")
    func nothing() {
        #expect(Suggestion.nearest(to: "gardening", among: ["fantasy", "horror"]) == nil)
        #expect(Suggestion.sentence(for: "gardening", among: ["fantasy"]).isEmpty)
        #expect(Suggestion.nearest(to: "", among: ["a"]) == nil)
        #expect(Suggestion.nearest(to: "x", among: ["a"]) == nil)
    }
}
