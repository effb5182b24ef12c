import Quire
import Testing
import TransportDoubles

@testable import QuireOpenSearch

/// Texts as keywords: splitting and grouping change neither the order nor the contents of a text.
@Suite struct TextKeyTests {
    private static let pieces = [
        "\u{0}", "\u{1}", "\u{2}", "\u{3}", "\u{4}", "a", "é", "e\u{301}", "日", "👩‍👩‍👧", "\u{FFFF}", "*", "?",
        "\\",
    ]

    private func text(_ length: Int, _ random: inout SeededGenerator) -> String {
        (0..<length).map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined()
    }

    @Test("Encoded texts contain no U+0000, keep their order and contents, and can be decoded")
    func encoding() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<4000 {
            let left = text(Int.random(in: 0...5, using: &random), &random)
            let right = text(Int.random(in: 0...3, using: &random), &random)
            let (a, b) = (TextKey.encoded(left), TextKey.encoded(right))
            #expect(!a.utf8.contains(0))
            #expect(TextKey.decoded(a).isByteEqual(to: left))
            #expect(
                a.utf8.lexicographicallyPrecedes(b.utf8) == left.utf8.lexicographicallyPrecedes(right.utf8))
            #expect(
                Self.contains(a, b) == Self.contains(left, right), "\(Array(left.utf8)) \(Array(right.utf8))")
            #expect(a.utf8.starts(with: b.utf8) == left.utf8.starts(with: right.utf8))
            #expect(
                TextKey.reversed(left).utf8.starts(with: TextKey.reversed(right).utf8)
                    == left.utf8.reversed().starts(with: right.utf8.reversed()))
        }
    }

    @Test("Any searchable substring is completely in one part of a long text")
    func parts() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<6 {
            let text = text(Int.random(in: 1000...9000, using: &random), &random)
            let parts = TextKey.parts(of: text)
            #expect(parts.allSatisfy { $0.utf8.count <= TextKey.limit + 16 })
            let scalars = Array(text.unicodeScalars)
            for _ in 0..<60 {
                let length = Int.random(in: 1...TextKey.maximumPart, using: &random)
                let start = Int.random(in: 0..<scalars.count - length, using: &random)
                var operand = String.UnicodeScalarView()
                operand.append(contentsOf: scalars[start..<start + length])
                let wanted = TextKey.encoded(String(operand))
                #expect(parts.contains { Self.contains($0, wanted) })
            }
            #expect(parts.allSatisfy { Self.contains(TextKey.encoded(text), $0) })
        }
    }

    @Test("A key is the text, or a prefix that no short text equals")
    func keys() {
        let short = String(repeating: "a", count: 8000)
        #expect(TextKey.key(of: short) == short)
        #expect(!TextKey.isLong(short))
        let long = short + "é" + "b"
        #expect(TextKey.isLong(long))
        #expect(TextKey.key(of: long) == short + "é")
        #expect(TextKey.isLong(String(repeating: "\u{0}", count: 2700)))
        #expect(TextKey.hash(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard part.count <= text.count else { return false }
        return part.isEmpty
            || (0...text.count - part.count).contains { text[$0..<$0 + part.count] == part[...] }
    }
}
