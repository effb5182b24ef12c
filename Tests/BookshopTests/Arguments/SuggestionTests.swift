import QuireShared
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
        #expect(EditDistance.between(Array(left.utf8), Array(right.utf8)) == expected)
        #expect(EditDistance.between(Array(right.utf8), Array(left.utf8)) == expected)
    }

    @Test("The most similar word is found, in any case; a prefix counts as similar")
    func nearest() {
        let genres = ["fantasy", "science-fiction", "horror", "history"]
        #expect(genres.nearest(to: "FANTSY") == "fantasy")
        #expect(genres.nearest(to: "sci") == "science-fiction")
        #expect(genres.nearest(to: "hist") == "history")
    }

    @Test("Of two words that are equally similar, none is suggested, unless one letter is wrong")
    func ties() {
        #expect(["minimum", "minLength"].nearest(to: "min") == nil)
        #expect(["updatedAt", "updatedBy"].nearest(to: "updatedOn") == nil)
        #expect(["titles", "title"].nearest(to: "titl") == "title")
        #expect(["cat", "car"].nearest(to: "caz") == "cat")
    }

    @Test("Nothing is suggested if no word is similar")
    func nothing() {
        #expect(["fantasy", "horror"].nearest(to: "gardening") == nil)
        #expect(Text.didYouMean("gardening", among: ["fantasy"]).isEmpty)
        #expect(["a"].nearest(to: "") == nil)
        #expect(["a"].nearest(to: "x") == nil)
    }
}
