import DecodingSamples
import Foundation
import Quire
import QuireText
import Testing

@Suite("Analyzer rules for all words")
struct AnalyzerRuleTests {
    static let analyzers = [
        TextAnalyzer(), TextAnalyzer(locale: "tr"), TextAnalyzer(keepsSymbols: true),
        TextAnalyzer(stopWords: ["the", "ein"]),
    ]

    /// Characters of the Basic Multilingual Plane. Foundation's composition truncates characters beyond it to 16 bits
    /// if a combining mark follows.
    private static let characters = (1...0xFFFF).compactMap(Unicode.Scalar.init).filter {
        ![.unassigned, .surrogate, .control].contains($0.properties.generalCategory)
    }
    private static let marks = characters.filter { $0.properties.generalCategory.isMark }

    private static func text(_ generator: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let pool = Int.random(in: 0..<5, using: &generator) < 3 ? characters : marks
            if let scalar = pool.randomElement(using: &generator) { text.append(scalar) }
        }
        return String(text)
    }

    private static func bytes(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

    @Test("Analysing a word again returns the same word", arguments: analyzers)
    func idempotence(_ analyzer: TextAnalyzer) {
        var generator = SeededGenerator(seed: 1)
        let plain = TextAnalyzer(locale: analyzer.locale, keepsSymbols: analyzer.keepsSymbols)
        let all = Self.characters.map { String($0) } + (0..<10_000).map { _ in Self.text(&generator) }
        let words = all.flatMap(analyzer.words)
        #expect(words.count > 50_000)
        for word in words where Self.bytes(plain.words(in: word)) != [Array(word.utf8)] {
            Issue.record("\(word.unicodeScalars.map(\.value)) becomes \(plain.words(in: word))")
        }
    }

    @Test("Composed, decomposed and unordered text produce the same words", arguments: analyzers)
    func normalForms(_ analyzer: TextAnalyzer) {
        var generator = SeededGenerator(seed: 2)
        for text in Self.characters.map({ String($0) }) + (0..<10_000).map({ _ in Self.text(&generator) }) {
            let words = Self.bytes(analyzer.words(in: text))
            let composed = analyzer.words(in: text.precomposedStringWithCanonicalMapping)
            let decomposed = analyzer.words(in: text.decomposedStringWithCanonicalMapping)
            if Self.bytes(composed) != words || Self.bytes(decomposed) != words {
                Issue.record("\(text.unicodeScalars.map(\.value)): \(composed), \(decomposed)")
            }
        }
    }

    @Test("Upper and lower case produce the same words", arguments: analyzers.filter { $0.locale == nil })
    func letterCase(_ analyzer: TextAnalyzer) {
        // The iota subscript is a mark, but its capital is a letter; ʼ is an apostrophe, alone or in ŉ and ẚ.
        let isExcepted = { (scalar: Unicode.Scalar) in
            let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
            return parts.contains("\u{345}") || parts.contains("\u{2BC}") || parts.contains("\u{2BE}")
        }
        for scalar in Self.characters where !isExcepted(scalar) {
            let words = Self.bytes(analyzer.words(in: "a\(scalar)b"))
            let capital = analyzer.words(in: "a\(scalar.properties.uppercaseMapping)b")
            let small = analyzer.words(in: "a\(scalar.properties.lowercaseMapping)b")
            if Self.bytes(capital) != words || Self.bytes(small) != words {
                Issue.record("\(scalar): \(capital), \(small)")
            }
        }
    }

    @Test("Any bytes are accepted: words are ordered, within the text, and valid UTF-8", arguments: analyzers)
    func anyBytes(_ analyzer: TextAnalyzer) {
        var generator = SeededGenerator(seed: 3)
        let mixed = Array("aÉ東\u{301}İक़\u{93C}ﬁ👩\u{200D} .".utf8)
        var count = 0
        for round in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                round % 2 == 0
                    ? UInt8.random(in: 0...255, using: &generator)
                    : mixed.randomElement(using: &generator) ?? 0
            }
            var end = 0
            bytes.withUnsafeBufferPointer { text in
                analyzer.forEachToken(in: text) { word, tokenStart, tokenEnd in
                    count += 1
                    if tokenStart < end || tokenEnd <= tokenStart || tokenEnd > bytes.count || word.isEmpty
                        || word.count > 128 || String(validating: word, as: UTF8.self) == nil
                    {
                        Issue.record("\(bytes): \(Array(word)) at \(tokenStart)..<\(tokenEnd)")
                    }
                    end = tokenEnd
                    return true
                }
            }
        }
        #expect(count > 20_000)
    }

    @Test("Bytes that are not UTF-8 separate words")
    func invalidBytes() {
        func words(_ bytes: [UInt8]) -> [String] {
            var words: [String] = []
            bytes.withUnsafeBufferPointer { text in
                TextAnalyzer().forEachToken(in: text) { word, _, _ in
                    words.append(String(decoding: word, as: UTF8.self))
                    return true
                }
            }
            return words
        }
        #expect(words([0x61, 0xFF, 0x62]) == ["a", "b"])
        #expect(words([0x61, 0xC3]) == ["a"])
        #expect(words([0xC0, 0x80, 0x62]) == ["b"])
        // A surrogate, a value beyond Unicode, and a truncated é.
        #expect(words([0x61, 0xED, 0xA0, 0x80, 0x62]) == ["a", "b"])
        #expect(words([0x61, 0xF4, 0x90, 0x80, 0x80, 0x62]) == ["a", "b"])
        #expect(words([0x61, 0xC3, 0x62]) == ["a", "b"])
    }

    @Test("Tokens have the positions of the words in the text")
    func places() {
        let tokens = TextAnalyzer().tokens(in: "Ab, é\u{301}東京")
        #expect(
            tokens == [
                TextToken(word: "ab", start: 0, end: 2), TextToken(word: "e", start: 4, end: 8),
                TextToken(word: "东", start: 8, end: 11), TextToken(word: "京", start: 11, end: 14),
            ])
    }

    @Test("The closure can stop the scan")
    func ending() {
        for analyzer in Self.analyzers {
            var count = 0
            var text = "the one, the two, the three"
            text.withUTF8 {
                analyzer.forEachToken(in: $0) { _, _, _ in
                    count += 1
                    return count < 2
                }
            }
            #expect(count == 2)
        }
    }

    @Test("A very long word is truncated for matching, but its token covers the whole word")
    func longWords() {
        let analyzer = TextAnalyzer()
        let long = String(repeating: "x", count: 1000)
        #expect(
            analyzer.tokens(in: long + " y") == [
                TextToken(word: String(repeating: "x", count: 128), start: 0, end: 1000),
                TextToken(word: "y", start: 1001, end: 1002),
            ])
        #expect(analyzer.words(in: long + "a") == analyzer.words(in: long + "b"))
        // Truncated between characters of three bytes each.
        #expect(analyzer.words(in: String(repeating: "ह", count: 60)) == [String(repeating: "ह", count: 42)])
        #expect(analyzer.words(in: String(repeating: "é", count: 300)).map(\.utf8.count) == [128])
    }

    @Test("Stop words are removed from a text unless it has no other words")
    func stopWords() {
        let analyzer = TextAnalyzer(stopWords: ["The", "À", "l'"])
        #expect(analyzer.stopWords == ["the", "a", "l"])
        #expect(analyzer.words(in: "THE cat, à l'ombre: the end") == ["cat", "ombre", "end"])
        #expect(analyzer.words(in: "The The") == ["the", "the"])
        #expect(analyzer.words(in: "") == [])
        #expect(analyzer.tokens(in: "the cat") == [TextToken(word: "cat", start: 4, end: 7)])
        #expect(TextAnalyzer(locale: "tr", stopWords: ["I"]).words(in: "ı i") == ["i"])
    }

    @Test("The signature differs exactly when the analyzer's rules differ")
    func signature() {
        let signatures = [
            TextAnalyzer(), TextAnalyzer(locale: "tr"), TextAnalyzer(keepsSymbols: true),
            TextAnalyzer(stopWords: ["a"]),
            TextAnalyzer(stopWords: ["a", "b"]),
        ].map(\.signature)
        #expect(Set(signatures).count == signatures.count)
        #expect(TextAnalyzer(locale: "de").signature == TextAnalyzer().signature)
        #expect(TextAnalyzer(locale: "az").signature == TextAnalyzer(locale: "tr-TR").signature)
        #expect(
            TextAnalyzer(stopWords: ["b", "A"]).signature == TextAnalyzer(stopWords: ["a", "B"]).signature)
        #expect(TextAnalyzer().signature == "quire \(TextAnalyzer.version)")
    }
}
