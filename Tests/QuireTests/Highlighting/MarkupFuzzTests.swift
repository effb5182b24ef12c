import DecodingSamples
import Quire
import Testing

@Suite("Highlights in random markup", .timeLimit(.minutes(30)))
struct MarkupFuzzTests {
    private func compare(
        _ markup: HighlightMarkup, _ reference: MarkupReference, pieces: [String], seed: UInt64, count: Int
    ) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let text = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            let shown = markup.read(text)
            let expected = reference.parts(of: text)
            if shown.parts != expected {
                Issue.record("\(text.debugDescription): \(shown.parts), expected \(expected)")
            }
            let boundaries = Set(shown.text.indices).union([shown.text.endIndex])
            if !shown.ranges.allSatisfy({
                boundaries.contains($0.lowerBound) && boundaries.contains($0.upperBound) && !$0.isEmpty
            }) {
                Issue.record("\(text.debugDescription): \(shown.ranges) do not cover whole characters")
            }
        }
    }

    private static let texts = [
        "a", "e", "\u{301}", "👩", "\u{200D}", "👧", "\r", "\n", " ", "1 < 2", "<b>", "\u{1F1E9}", "ب", "क",
        "\u{94D}",
    ]

    @Test("Tags, parts of tags and letters of all kinds are read according to the grammar")
    func tags() {
        let pieces =
            Self.texts + [
                "<em>", "</em>", "<em>", "</em>", "<EM>", "</Em>", "<em", "em>", "</", "<", ">", "&lt;em&gt;",
            ]
        compare(
            .em, MarkupReference(opening: "<em>", closing: "</em>"), pieces: pieces, seed: 1, count: 4_000)
    }

    @Test("The same with case-insensitive tags")
    func letterCase() throws {
        let markup = try HighlightMarkup(opening: "<eM>", closing: "</EM>", isCaseSensitive: false)
        let reference = MarkupReference(opening: "<em>", closing: "</em>", isCaseSensitive: false)
        let pieces = Self.texts + ["<em>", "</em>", "<EM>", "</Em>", "<Em", "m>", "</"]
        compare(markup, reference, pieces: pieces, seed: 2, count: 2_000)
    }

    @Test(
        "The same with tags that consist of letters and overlap",
        arguments: [
            ("ab", "ba"), ("aab", "ab"), ("aa", "bb"), ("\u{2}", "\u{3}"), ("é", "e\u{301}"), ("«", "»"),
        ])
    func oddTags(_ opening: String, _ closing: String) throws {
        let pieces = [
            "a", "b", "ab", "ba", "\u{2}", "\u{3}", "é", "e", "\u{301}", "«", "»", "👩\u{200D}👧", opening,
            closing,
        ]
        compare(
            try HighlightMarkup(opening: opening, closing: closing),
            MarkupReference(opening: opening, closing: closing), pieces: pieces, seed: 3, count: 1_000)
    }

    @Test("The same with entities, complete and with tags inside")
    func entities() {
        var markup = HighlightMarkup.em
        markup.decodesEntities = true
        let reference = MarkupReference(
            opening: "<em>", closing: "</em>",
            entities: [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#233;", "é"), ("&#x301;", "\u{301}")])
        let pieces = [
            "&amp;", "&lt;", "&gt;", "em", "/", "&#233;", "&#x301;", "&", "&a", "mp;", "e", " ", "<em>",
            "</em>", "<em>",
            "</em>", "👩",
        ]
        compare(markup, reference, pieces: pieces, seed: 4, count: 4_000)
    }
}
