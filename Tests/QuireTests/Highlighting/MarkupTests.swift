import Foundation
import Quire
import Testing

@Suite("Highlights in an engine's markup", .timeLimit(.minutes(30)))
struct MarkupTests {
    private func marked(_ text: String, _ markup: HighlightMarkup = .em) -> String {
        markup.read(text).marked("[", "]")
    }

    @Test(
        "Only the tags are markup, and each text has exactly one reading",
        arguments: [
            ("Franny and <em>Zooey</em>", "Franny and [Zooey]"),
            ("<em>a</em> b <em>c</em>", "[a] b [c]"),
            // Not tags.
            ("1 < 2 > 0 <b>x</b> <em class=\"x\">y", "1 < 2 > 0 <b>x</b> <em class=\"x\">y"),
            ("<EM>a</EM> <em>b</EM>c", "<EM>a</EM> [b</EM>c]"),
            ("<<em>a</em>>", "<[a]>"),
            ("< em>a</ em>", "< em>a</ em>"),
            // Nested tags.
            ("<em>New <em>York</em></em> City", "[New York] City"),
            ("<em>a<em>b</em>c<em>d</em>e</em>f", "[abcde]f"),
            ("<em><em>a</em>b", "[ab]"),
            // Unclosed and unopened tags.
            ("a <em>b", "a [b]"),
            ("a</em> b</em>", "a b"),
            ("</em><em>a</em></em>b<em>c</em>", "[a]b[c]"),
            // Empty tags.
            ("<em></em>", ""),
            ("a<em></em>b", "ab"),
            ("<em><em></em></em>a", "a"),
            ("a<em>", "a"),
            ("", ""),
            // Adjacent highlights.
            ("<em>a</em><em>b</em>c", "[a][b]c"),
            ("<em>a</em><em></em><em>b</em>", "[a][b]"),
            // Tags that appear only after removing others.
            ("<<em>em>a</em>", "<[em>a]"),
            ("<e<em>m>a</em>b</em>", "<e[m>a]b"),
            // Entities are unchanged.
            ("<em>AT&amp;T</em> &lt;em&gt;x&lt;/em&gt;", "[AT&amp;T] &lt;em&gt;x&lt;/em&gt;"),
        ])
    func grammar(_ text: String, _ expected: String) {
        #expect(marked(text) == expected)
    }

    @Test("Adjacent highlights are merged on request")
    func joining() {
        var markup = HighlightMarkup.em
        markup.joinsAdjacent = true
        #expect(marked("<em>a</em><em>b</em> <em>c</em>", markup) == "[ab] [c]")
        #expect(marked("<em>a</em></em><em></em><em>b</em>", markup) == "[ab]")
    }

    @Test("Tags are case-sensitive by default; case-insensitive tags fold A to Z only")
    func letterCase() throws {
        let markup = try HighlightMarkup(opening: "<Em>", closing: "</eM>", isCaseSensitive: false)
        #expect(marked("<EM>a</em> <em>b</EM>", markup) == "[a] [b]")
        let accents = try HighlightMarkup(opening: "É", closing: "|", isCaseSensitive: false)
        #expect(marked("Éa| éb|", accents) == "[a] éb")
        // `@` and `` ` `` differ only in the ASCII case bit.
        let symbols = try HighlightMarkup(opening: "[@", closing: "@]", isCaseSensitive: false)
        #expect(symbols.read("[`a`] [@b@]").ranges.count == 1)
    }

    @Test("Entities are decoded after the tags are read, and never become tags")
    func entities() {
        var markup = HighlightMarkup.em
        markup.decodesEntities = true
        #expect(marked("&lt;em&gt;a&lt;/em&gt; <em>b</em>", markup) == "<em>a</em> [b]")
        #expect(
            marked("<em>AT&amp;T</em> &amp;amp; caf&eacute; &#x1F60A;&#8364;", markup)
                == "[AT&T] &amp; café 😊€")
        #expect(marked("R&<em>amp</em>;B &bogus; &", markup) == "R[&]B &bogus; &")
        #expect(marked("<em>a&am</em>p;b", markup) == "[a&]b")
        #expect(marked("e<em>&#x301;</em>x", markup) == "[e\u{301}]x")
        #expect(marked("<em>&lt;</em><em>&gt;</em>", markup) == "[<][>]")
        #expect(marked("&#2;a&#3;", HighlightMarkup.controls) == "&#2;a&#3;")
        var controls = HighlightMarkup.controls
        controls.decodesEntities = true
        #expect(controls.read("&#2;a&#3; \u{2}b\u{3}").ranges.count == 1)
    }

    @Test("A highlight of part of a character covers the whole character")
    func characters() {
        #expect(marked("<em>e</em>\u{301}x") == "[e\u{301}]x")
        #expect(marked("e<em>\u{301}x</em>") == "[e\u{301}x]")
        #expect(marked("<em>👩</em>\u{200D}<em>👧</em>!") == "[👩\u{200D}👧]!")
        #expect(marked("a\r<em>\n</em>b") == "a[\r\n]b")
        #expect(marked("<em>\u{1F1E9}</em>\u{1F1EA}") == "[\u{1F1E9}\u{1F1EA}]")
    }

    @Test(
        "Ambiguous tags are rejected, with an error that states the remedy",
        arguments: [
            ("", "</em>", HighlightMarkupError.Reason.emptyTag), ("<em>", "", .emptyTag), ("", "", .emptyTag),
            ("*", "*", .sameTags), ("*", "**", .oneTagBeginsOther), ("<em></em>", "<em>", .oneTagBeginsOther),
        ])
    func wrongTags(_ opening: String, _ closing: String, _ reason: HighlightMarkupError.Reason) {
        let error = #expect(throws: HighlightMarkupError.self) {
            try HighlightMarkup(opening: opening, closing: closing)
        }
        #expect(error?.reason == reason)
        #expect(error.map { "\($0)" }?.contains(/(Give|Use) .+ tag/) == true)
    }

    @Test("Tags that differ only in case are rejected as identical if case is ignored")
    func wrongCase() throws {
        #expect(throws: HighlightMarkupError.self) {
            try HighlightMarkup(opening: "<em>", closing: "<EM>", isCaseSensitive: false)
        }
        let markup = try HighlightMarkup(opening: "<em>", closing: "<EM>")
        #expect(marked("<em>a<EM>b", markup) == "[a]b")
    }

    @Test("Control characters as tags cannot be forged by content")
    func controls() {
        let text = "\u{2}<em>\u{3}evil</em> \u{2}b\u{3}"
        #expect(marked(text, .controls) == "[<em>]evil</em> [b]")
    }

    @Test("Very deeply nested tags and a very long character are read in one pass")
    func hostile() {
        let count = 300_000
        let nested =
            String(repeating: "<em>", count: count) + "a" + String(repeating: "</em>", count: count) + "b"
        #expect(marked(nested) == "[a]b")
        #expect(marked(String(repeating: "<em>", count: count)) == "")
        #expect(marked(String(repeating: "</em>", count: count) + "a") == "a")
        let separate = HighlightMarkup.em.read(String(repeating: "<em>a</em>", count: 100_000))
        #expect(separate.ranges.count == 100_000)
        #expect(separate.parts.count == 100_000)
        #expect(separate.inverted.ranges.isEmpty)
        let marks = HighlightMarkup.em.read("e" + String(repeating: "<em>\u{301}</em>", count: 100_000) + "x")
        #expect(marks.ranges.count == 1)
        #expect(marks.parts.map(\.isHighlighted) == [true, false])
        let ampersands = "<em>" + String(repeating: "&", count: count) + "</em>"
        var decoding = HighlightMarkup.em
        decoding.decodesEntities = true
        #expect(decoding.read(ampersands).text.utf8.count == count)
    }

    @Test("Written markup reads back unchanged; text that would read back differently is rejected")
    func writing() throws {
        let shown = HighlightMarkup.em.read("a <em>b</em><em>c</em> d & <b>")
        #expect(try HighlightMarkup.em.write(shown) == "a <em>b</em><em>c</em> d & <b>")
        #expect(try HighlightMarkup.mark.write(shown) == "a <mark>b</mark><mark>c</mark> d & <b>")
        let forged = HighlightedText("</em> x")
        #expect(throws: HighlightMarkupError.self) { try HighlightMarkup.em.write(forged) }
        var decoding = HighlightMarkup.em
        decoding.decodesEntities = true
        #expect(try decoding.write(forged) == "&lt;/em&gt; x")
        #expect(try decoding.read(decoding.write(forged)) == forged)
        var joining = HighlightMarkup.em
        joining.joinsAdjacent = true
        #expect(throws: HighlightMarkupError.self) { try joining.write(shown) }
    }
}
