import DecodingSamples
import Quire
import Testing

@Suite("Typos")
struct TypoTests {
    /// The distance by its definition: a matrix of insertions, deletions, substitutions and transpositions.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var rows = [[Int]](repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for i in 0...left.count {
            for j in 0...right.count {
                if i == 0 || j == 0 {
                    rows[i][j] = i + j
                    continue
                }
                let isSame = left[i - 1] == right[j - 1]
                rows[i][j] = min(
                    rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
                }
            }
        }
        return rows[left.count][right.count]
    }

    @Test("A word matches a typed word exactly when their distance is at most one, as a whole or as a prefix")
    func againstTheMatrix() throws {
        var generator = SeededGenerator(seed: 11)
        let letters = Array("abñ東".unicodeScalars)
        func word(_ lengths: ClosedRange<Int>) -> String {
            var word = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: lengths, using: &generator) {
                word.append(letters.randomElement(using: &generator) ?? "a")
            }
            return String(word)
        }
        var near = 0
        for _ in 0..<20_000 {
            let typed = word(4...6)
            var content = word(1...8)
            let scalars = Array(content.unicodeScalars)
            let wanted = Array(typed.unicodeScalars)
            let whole = try #require(Typo(of: typed, in: .whole))
            let prefix = try #require(Typo(of: typed, in: .prefix))
            let isNear = Self.distance(wanted, scalars) <= 1
            let isNearPrefix = (0...scalars.count).contains {
                Self.distance(wanted, Array(scalars[..<$0])) <= 1
            }
            if content.withUTF8(whole.explains) != isNear || content.withUTF8(prefix.explains) != isNearPrefix
            {
                Issue.record("\(typed) \(content)")
            }
            near += isNearPrefix ? 1 : 0
        }
        #expect(near > 500)
    }

    @Test("Words of fewer than four letters have no typo tolerance; marks do not count as letters")
    func shortWords() {
        #expect(Typo(of: "abc", in: .whole) == nil && Typo(of: "abcd", in: .whole) != nil)
        #expect(Typo(of: "हिन्दी", in: .whole) == nil)
    }

    private struct Words: WordVocabulary {
        var words: [String]

        func contains(_ word: String, _ match: AnalyzedText.Term.Match) -> Bool {
            words.contains { match.isMet(by: $0, word) }
        }

        func words(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> [String] {
            words.filter { word in
                var word = word
                return word.withUTF8(isWanted)
            }
        }
    }

    private func corrected(_ query: TextQuery, _ words: String...) throws -> (String, [String: [String]]) {
        let (text, corrections) = try #require(AnalyzedText(query, TextAnalyzer())).corrected(
            by: Words(words: words))
        return (text.description, corrections)
    }

    @Test("A word that is not in the index is replaced by its neighbours, closest in length first")
    func corrections() throws {
        let (text, corrections) = try corrected("salnger", "salinger", "salingers", "sailer", "jerome")
        #expect(text == "salinger or salingers")
        #expect(corrections == ["salnger": ["salinger", "salingers"]])
        #expect(try corrected("jreome sal", "salinger", "jerome").0 == "jerome and sal*")
        #expect(
            try corrected(.all("salnger", matching: .wholeWords), "salinger", "salingers").0 == "salinger")
    }

    @Test("Words that are indexed, short, in a phrase or excluded are not replaced")
    func untouched() throws {
        let cases: [TextQuery] = [
            "sal", "jero", .phrase("jreome salinger"), .none("jreome"),
            .all("jreome", matching: .partsOfWords), "qqqqq",
        ]
        for query in cases {
            let (text, corrections) = try corrected(query, "salinger", "jerome")
            #expect(text == AnalyzedText(query, TextAnalyzer())?.description)
            #expect(corrections.isEmpty)
        }
    }

    @Test("At most fifty words replace one")
    func bound() throws {
        var random = SeededGenerator(seed: Seed.current)
        let words = (0..<80).map { "abcd" + String(repeating: "x", count: $0 + 1) }
        let (_, corrections) = try #require(AnalyzedText("abcx", TextAnalyzer())).corrected(
            by: Words(words: words.shuffled(using: &random)))
        #expect(corrections["abcx"] == Array(words.prefix(50)))
    }
}
