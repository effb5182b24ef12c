import QuireText

/// The words that a person has typed so far, the last one possibly unfinished. Finds them in other texts.
struct TypedText: Sendable {
    private static let maximumWords = 64

    private let words: [String]
    private let analyzer: TextAnalyzer

    init(_ text: String) {
        let words = TextAnalyzer().words(in: text)
        let all = TextAnalyzer(keepsSymbols: true)
        let symbols = all.words(in: text)
        // Symbols matter if there are any: `c++` does not match `c#`.
        self.words = symbols
        analyzer = symbols == words ? TextAnalyzer() : all
    }

    /// The first place where the words follow one another, up to the typed part of the last one.
    func place(in text: String) -> Range<String.Index>? {
        let tokens = analyzer.tokens(in: text)
        guard !words.isEmpty, words.count <= tokens.count else { return nil }
        for first in 0...(tokens.count - words.count) {
            let match = tokens[first..<first + words.count]
            guard zip(match.dropLast(), words).allSatisfy({ $0.word.isByteEqual(to: $1) }) else { continue }
            guard let last = match.last, let typed = typedPart(of: last, in: text) else { continue }
            return text.wholeCharacters(in: match[first].start..<last.end).lowerBound..<typed.upperBound
        }
        return nil
    }

    /// The first position of each word, for the last one its typed part. `nil` if a word is missing.
    func places(in text: String) -> [Range<String.Index>]? {
        // Such a long text was pasted, not typed.
        guard words.count <= Self.maximumWords else { return nil }
        let tokens = analyzer.tokens(in: text)
        var places: [Range<String.Index>] = []
        for (number, word) in words.enumerated() {
            let isLast = number == words.count - 1
            let place = tokens.lazy.compactMap { token -> Range<String.Index>? in
                if isLast { return typedPart(of: token, in: text) }
                return token.word.isByteEqual(to: word)
                    ? text.wholeCharacters(in: token.start..<token.end) : nil
            }.first
            guard let place else { return nil }
            places.append(place)
        }
        return places
    }

    /// The part of a word that the last typed word covers; `nil` if the word begins otherwise.
    private func typedPart(of token: TextToken, in text: String) -> Range<String.Index>? {
        guard let typed = words.last, token.word.utf8.starts(with: typed.utf8) else { return nil }
        let place = text.wholeCharacters(in: token.start..<token.end)
        // Folding can change the number of letters, so take the fewest characters that suffice.
        var end = place.lowerBound
        while end < place.upperBound {
            text.formIndex(after: &end)
            let folded = analyzer.words(in: String(text[place.lowerBound..<end])).joined()
            if folded.utf8.count >= typed.utf8.count { return place.lowerBound..<end }
        }
        return place
    }
}

extension String {
    /// The range of whole characters that contains a range of UTF-8 bytes.
    func wholeCharacters(in bytes: Range<Int>) -> Range<Index> {
        HighlightedText(self, offsets: [bytes], in: .utf8).ranges.first ?? endIndex..<endIndex
    }
}
