import QuireEngine
import QuireText

/// A text with one near word chosen for each of its wrong ones.
struct Correction: Sendable {
    let text: String
    /// In the order of the text.
    let changes: [(token: TextToken, word: String)]
    /// By how many letters it differs from the text, all its words together.
    let distance: Int
    /// In how many items the rarest of its words stands.
    let count: Int

    /// The corrections of a text, the nearest first; none where a wrong word has nothing near to it.
    static func best(_ count: Int, of text: String, _ misspellings: [Misspelling]) -> [Correction] {
        guard !misspellings.isEmpty, misspellings.allSatisfy({ !$0.nearest.isEmpty }) else { return [] }
        // Of each word the number of the near one; a list of them for each combination.
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

    /// The corrected text, with the changed words marked, spelled as they are in an item that has them.
    ///
    /// - Parameter texts: Where the words are looked for; what is not there stays folded.
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

    /// How words are spelled that are known folded.
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
    /// The word in capitals where another one is, with one at its start where the other one has one, else in lower case.
    fileprivate func inCase(of typed: String) -> String {
        let letters = typed.filter(\.isCased)
        guard let first = letters.first else { return self }
        if letters.count > 1, letters.allSatisfy(\.isUppercase) { return uppercased() }
        guard first.isUppercase else { return lowercased() }
        return prefix(1).uppercased() + dropFirst()
    }
}
