import QuireEngine
import QuireText

/// A text with one replacement for each misspelled word.
struct Correction: Sendable {
    let text: String
    /// The replacements in text order.
    let changes: [(token: TextToken, word: String)]
    /// The total edit distance of all words.
    let distance: Int
    /// The number of items that contain the rarest of its words.
    let count: Int

    /// The corrections of a text, nearest first. Empty if a misspelled word has no similar word.
    static func best(_ count: Int, of text: String, _ misspellings: [Misspelling]) -> [Correction] {
        guard !misspellings.isEmpty, misspellings.allSatisfy({ !$0.nearest.isEmpty }) else { return [] }
        // For each word, the index of its replacement. There is one list for each combination.
        var choices: [Choice] = [Choice()]
        for misspelling in misspellings {
            let longer = choices.flatMap { choice in
                misspelling.nearest.prefix(count).enumerated().map { number, near in
                    Choice(
                        numbers: choice.numbers + [number], sum: choice.sum + number,
                        distance: choice.distance + near.distance, count: min(choice.count, near.count))
                }
            }
            let sorted = longer.sorted { ($0.distance, $0.sum) < ($1.distance, $1.sum) }
            choices = Array(sorted.prefix(count))
        }
        return choices.map { choice in
            Correction(
                text: text,
                changes: zip(misspellings, choice.numbers).map { ($0.token, $0.nearest[$1].word) },
                distance: choice.distance, count: choice.count)
        }
    }

    private struct Choice {
        var numbers: [Int] = []
        var sum = 0
        var distance = 0
        var count = Int.max
    }

    /// Returns the corrected text with the changed words highlighted, spelled as in an item that contains them.
    ///
    /// - Parameter texts: The texts to find the spellings in. Words that are not found stay folded.
    func highlighted(asIn texts: [String]) -> HighlightedText {
        let bytes = Array(text.utf8)
        let spellings = Self.spellings(of: changes.map(\.word), in: texts)
        var corrected: [UInt8] = []
        var changed: [Range<Int>] = []
        var end = 0
        for (token, word) in changes where token.start >= end && token.end <= bytes.count {
            corrected += bytes[end..<token.start]
            let typed = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
            let start = corrected.count
            corrected += (spellings[word] ?? word).inCase(of: typed).utf8
            changed.append(start..<corrected.count)
            end = token.end
        }
        corrected += bytes[end...]
        let text = String(decoding: corrected, as: UTF8.self)
        return HighlightedText(text, offsets: changed, in: .utf8)
    }

    /// The original spellings of folded words.
    private static func spellings(of words: [String], in texts: [String]) -> [String: String] {
        var spellings: [String: String] = [:]
        for text in texts {
            let bytes = Array(text.utf8)
            for token in TextAnalyzer().tokens(in: text) where spellings[token.word] == nil {
                guard words.contains(where: token.word.isByteEqual) else { continue }
                spellings[token.word] = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
            }
        }
        return spellings
    }
}

extension String {
    /// The word in the case of another one: all capitals, capitalized, or lower case.
    fileprivate func inCase(of typed: String) -> String {
        let letters = typed.filter(\.isCased)
        guard let first = letters.first else { return self }
        if letters.count > 1, letters.allSatisfy(\.isUppercase) { return uppercased() }
        guard first.isUppercase else { return lowercased() }
        return prefix(1).uppercased() + dropFirst()
    }
}
