import Foundation
import Quire
import Testing
import TransportDoubles

@Suite("Similar words")
struct NearWordsTests {
    /// A vocabulary with a linear search.
    private struct Words: SpellingVocabulary {
        var counts: [String: Int]

        func contains(_ word: String, _ match: AnalyzedText.Term.Match) -> Bool {
            counts.keys.contains { match.isMet(by: $0, word) }
        }

        func sortedWords() -> SortedWords { SortedWords(counts) }
    }

    private func nearest(
        _ text: String, in counts: [String: Int], matching: WordMatching = .wholeWords, rareCount: Int = 0,
        limit: Int = 5
    ) -> [[NearWord]] {
        var request = SpellingRequest(text, module: ModuleDescriptor(name: "m", fields: []))
        request.matching = matching
        request.rareCount = rareCount
        request.limit = limit
        return request.misspellings(by: Words(counts: counts), TextAnalyzer()).map(\.nearest)
    }

    // MARK: - A plain model

    /// Edit distance with transpositions, as a full table over the letters.
    private static func distances(_ typed: [Unicode.Scalar], _ word: [Unicode.Scalar]) -> [[Int]] {
        var table = Array(repeating: Array(repeating: 0, count: typed.count + 1), count: word.count + 1)
        for row in 0...word.count {
            for column in 0...typed.count {
                if row == 0 || column == 0 {
                    table[row][column] = row + column
                    continue
                }
                var least = min(table[row - 1][column], table[row][column - 1]) + 1
                least = min(least, table[row - 1][column - 1] + (word[row - 1] == typed[column - 1] ? 0 : 1))
                if row > 1, column > 1, word[row - 1] == typed[column - 2], word[row - 2] == typed[column - 1]
                {
                    least = min(least, table[row - 2][column - 2] + 1)
                }
                table[row][column] = least
            }
        }
        return table
    }

    private static func model(
        _ typed: String, in counts: [String: Int], isPrefix: Bool, above rare: Int, limit: Int
    ) -> [NearWord] {
        let letters = Array(typed.unicodeScalars)
        let allowed = letters.count >= 7 ? 2 : letters.count >= 4 ? 1 : 0
        let found = counts.compactMap { word, count -> (near: NearWord, whole: Int)? in
            let table = distances(letters, Array(word.unicodeScalars))
            let whole = table[word.unicodeScalars.count][letters.count]
            let distance = isPrefix ? table.map { $0[letters.count] }.min()! : whole
            guard distance > 0, distance <= allowed, count > rare else { return nil }
            return (NearWord(word: word, distance: distance, count: count), min(whole, allowed + 1))
        }
        let sorted = found.sorted { one, other in
            if one.near.distance != other.near.distance { return one.near.distance < other.near.distance }
            if one.whole != other.whole { return one.whole < other.whole }
            if one.near.count != other.near.count { return one.near.count > other.near.count }
            return one.near.word.utf8.lexicographicallyPrecedes(other.near.word.utf8)
        }
        return sorted.prefix(limit).map(\.near)
    }

    @Test(
        "They match a table of all distances, for random words of letters from many scripts",
        arguments: ["ab", "abc", "aäß", "абв", "אבג", "कखि", "a\u{10ffff}𝔞", "abcdefghijklmnop"])
    func random(alphabet: String) {
        var random = SeededGenerator(seed: 70)
        let letters = Array(alphabet.unicodeScalars)
        func word(_ lengths: ClosedRange<Int>) -> String {
            var word = ""
            for _ in 0..<Int.random(in: lengths, using: &random) {
                word.unicodeScalars.append(letters.randomElement(using: &random)!)
            }
            return word
        }
        for _ in 0..<25 {
            var counts: [String: Int] = [:]
            for _ in 0..<Int.random(in: 0...300, using: &random) {
                let folded = TextAnalyzer().words(in: word(1...12)).first ?? "a"
                counts[folded] = Int.random(in: 1...4, using: &random)
            }
            for _ in 0..<20 {
                guard let typed = TextAnalyzer().words(in: word(3...11)).first else { continue }
                let marks = typed.unicodeScalars.count { $0.properties.generalCategory.isMark }
                // The model counts every letter.
                guard marks == 0 else { continue }
                let isPrefix = Bool.random(using: &random)
                let limit = Int.random(in: 1...8, using: &random)
                let found = nearest(
                    typed, in: counts, matching: isPrefix ? .lastWordAsPrefix : .wholeWords, limit: limit)
                let isThere = counts.keys.contains {
                    isPrefix ? $0.utf8.starts(with: typed.utf8) : $0 == typed
                }
                let expected =
                    isThere ? [] : [Self.model(typed, in: counts, isPrefix: isPrefix, above: 0, limit: limit)]
                #expect(found == expected, "\(typed), prefix \(isPrefix)")
            }
        }
    }

    @Test("They are ordered by distance, then by frequency, then by their bytes")
    func order() {
        let counts = ["dick": 3, "disk": 9, "duck": 3, "deck": 3, "dickens": 100, "dirk": 1]
        #expect(nearest("dikc", in: counts).first?.map(\.word) == ["dick"])
        #expect(nearest("dack", in: counts).first?.map(\.word) == ["deck", "dick", "duck"])
        #expect(nearest("dizk", in: counts).first?.map(\.word) == ["disk", "dick", "dirk"])
        #expect(nearest("dizk", in: counts, limit: 2).first?.map(\.count) == [9, 3])
    }

    @Test("They differ by at most one letter for four typed letters, two for seven, and none for three")
    func lengths() {
        let counts = ["cat": 1, "salinger": 1, "whale": 1]
        #expect(nearest("cst", in: counts) == [[]])
        #expect(nearest("whsle", in: counts).first?.map(\.distance) == [1])
        #expect(nearest("whsla", in: counts) == [[]])
        #expect(nearest("sallnga", in: counts) == [[]])
        #expect(nearest("slingr", in: counts) == [[]])
        #expect(nearest("sallngr", in: counts).first?.map(\.distance) == [2])
        #expect(nearest("sallnger", in: counts).first?.map(\.distance) == [1])
        #expect(nearest("sallngre", in: counts).first?.map(\.distance) == [2])
        #expect(nearest("selanjer", in: counts) == [[]])
    }

    @Test("An unfinished word is correct while it is a prefix of a word; otherwise its end may be missing")
    func prefixes() {
        let counts = ["salinger": 2, "whale": 5, "whaler": 50, "whaling": 90]
        #expect(nearest("sali", in: counts, matching: .lastWordAsPrefix) == [])
        #expect(nearest("slai", in: counts, matching: .lastWordAsPrefix).first?.map(\.word) == ["salinger"])
        #expect(nearest("slai", in: counts) == [[]])
        // The finished word comes before longer, more frequent ones.
        #expect(
            nearest("hwale", in: counts, matching: .lastWordAsPrefix).first?.map(\.word) == [
                "whale", "whaler",
            ])
        // Only the last word is unfinished.
        #expect(nearest("slai whal", in: counts, matching: .lastWordAsPrefix) == [[]])
        #expect(nearest("slai whal", in: counts, matching: .prefixes).first?.map(\.word) == ["salinger"])
        #expect(nearest("hal", in: counts, matching: .partsOfWords) == [])
    }

    @Test("Rare words count as misspelled only if a similar word is more frequent")
    func rare() {
        let counts = ["their": 900, "thier": 2, "zweig": 1, "there": 3]
        #expect(nearest("thier", in: counts) == [])
        #expect(nearest("thier", in: counts, rareCount: 2).first?.map(\.word) == ["their"])
        #expect(nearest("zweig", in: counts, rareCount: 2) == [])
        #expect(nearest("thier", in: counts, rareCount: 1) == [])
        #expect(nearest("theer", in: counts, rareCount: 3).first?.map(\.word) == ["their", "there", "thier"])
    }

    @Test(
        "Misspelled words come in the order of the text, with their ranges; scripts without spaces have no similar words"
    )
    func places() {
        let request = SpellingRequest("Die «Strasze» 中京 xq", module: ModuleDescriptor(name: "m", fields: []))
        let found = request.misspellings(by: Words(counts: ["die": 1, "strasse": 2, "中": 1]), TextAnalyzer())
        #expect(found.map(\.word) == ["strasze", "京", "xq"])
        #expect(found.map { [$0.token.start, $0.token.end] } == [[6, 13], [19, 22], [23, 25]])
        #expect(found.map { $0.nearest.map(\.word) } == [["strasse"], [], []])
    }

    @Test("Texts without words, with very many words, and with very long words get a response")
    func hostile() {
        let counts = ["word": 1, String(repeating: "x", count: 128): 1]
        #expect(nearest("", in: counts) == [])
        #expect(nearest("?! \u{0}", in: counts) == [])
        #expect(nearest(String(repeating: "wrod ", count: 33), in: counts) == [])
        #expect(nearest(String(repeating: "wrod ", count: 32), in: counts).count == 32)
        #expect(nearest(String(repeating: "x", count: 127) + "y", in: counts).first?.map(\.distance) == [1])
        #expect(nearest(String(repeating: "y", count: 5_000), in: counts) == [[]])
        #expect(nearest("wrod", in: [:]) == [[]])
        #expect(nearest("wrod", in: counts, limit: 0) == [[]])
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { [.nonspacingMark, .spacingMark, .enclosingMark].contains(self) }
}
