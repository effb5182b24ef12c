import DecodingSamples
import Foundation
import Quire
import QuireText
import Testing

/// A text in a script without spaces is one phrase of all its characters.
@Suite("Phrases of many words")
struct LongPhraseTests {
    private static let module = ModuleDescriptor(
        name: "pages", fields: [FieldDescriptor(name: "text", kind: .text, searchWeight: 1)])

    private static func collection(_ text: String) -> TextCollection {
        let values = JSONValue.object([.init("text", .string(text))])
        return TextCollection(
            [.object([.init("id", .string("1")), .init("values", values)])],
            fields: module.fields.fields, TextAnalyzer())
    }

    /// The places of a phrase, compared word by word.
    private static func places(of phrase: [String], in words: [String]) -> [Int] {
        words.indices.filter { words[$0...].starts(with: phrase) }
    }

    @Test("Random phrases of few different characters are found where a plain comparison finds them")
    func random() {
        var random = SeededGenerator(seed: Seed.current)
        for round in 0..<400 {
            let letters = ["中", "京", "都", "市"].prefix(Int.random(in: 1...4, using: &random))
            func text(_ length: ClosedRange<Int>) -> [String] {
                (0..<Int.random(in: length, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? ""
                }
            }
            let words = text(1...120)
            var phrase = text(2...30)
            if Bool.random(using: &random) { phrase = Array(words.dropFirst(round % 7).prefix(phrase.count)) }
            guard phrase.count > 1 else { continue }
            let expected = Self.places(of: phrase, in: words)
            let comment: Comment = "seed \(Seed.current), round \(round): \(phrase) in \(words)"
            let term = AnalyzedText.Term(phrase, .whole)
            let found = Self.collection(words.joined()).places(of: term)
            #expect(found.map(TextCollection.start) == expected, comment)
            let highlighted = TextHighlighter(groups: [[term]], TextAnalyzer()).highlight(words.joined())
            var covered = Set<Int>()
            for start in expected { covered.formUnion(start..<start + phrase.count) }
            #expect(
                highlighted.ranges.reduce(0) { $0 + highlighted.text[$1].count } == covered.count, comment)
        }
    }

    @Test("A phrase does not go on in the next field or item")
    func borders() {
        let places: [[UInt64]] = [[1 << 24 | 0xFF_FFFF], [2 << 24]]
        #expect(PhrasePlaces.starts(of: [0, 1], places: places, fieldShift: 24).isEmpty)
        #expect(PhrasePlaces.starts(of: [0, 1], places: [[1, 3], [2]], fieldShift: 24) == [1])
        #expect(PhrasePlaces.starts(of: [0], places: [[1, 3]], fieldShift: 24) == [1, 3])
        #expect(PhrasePlaces.starts(of: [], places: [], fieldShift: 24).isEmpty)
    }

    /// Sizes at which comparing the phrase at each place takes an hour, and joining blocks a second.
    @Test("A phrase of 20,000 characters is found in a text of 40,000 without comparing it at each place")
    func long() {
        let text = String(repeating: "中", count: 40_000)
        let phrase = AnalyzedText.Term(Array(repeating: "中", count: 20_000), .prefix)
        #expect(Self.collection(text).places(of: phrase).count == 20_001)
        let highlighter = TextHighlighter(groups: [[phrase]], TextAnalyzer())
        #expect(highlighter.matchLevel(of: text) == .full)
    }
}
