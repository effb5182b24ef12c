import QuireText

/// An engine's words of the searched fields, for spelling suggestions.
package protocol SpellingVocabulary {
    associatedtype Failure: Error

    /// Whether any word of the content matches.
    func contains(_ word: String, _ match: AnalyzedText.Term.Match) throws(Failure) -> Bool

    /// All words. Called only if a word is unknown.
    func sortedWords() throws(Failure) -> SortedWords
}

extension SpellingRequest {
    /// A text with more words was pasted, not typed. Its words are not checked.
    package static let maximumWords = 32

    /// Returns the unknown words of the text, with similar ones.
    ///
    /// Only separate words have suggestions. The characters of a script without spaces do not.
    package func misspellings<Vocabulary: SpellingVocabulary>(
        by vocabulary: Vocabulary, _ analyzer: TextAnalyzer
    ) throws(Vocabulary.Failure) -> [Misspelling] {
        let tokens = analyzer.tokens(in: text)
        guard tokens.count <= Self.maximumWords else { return [] }
        var misspellings: [Misspelling] = []
        for (index, token) in tokens.enumerated() {
            let isLast = index == tokens.count - 1
            let match = isLast ? matching.ofLast : matching.ofOthers
            var least = 0
            if try vocabulary.contains(token.word, match) {
                guard rareCount > 0, match != .part else { continue }
                least = try vocabulary.sortedWords().count(of: token.word, match)
                guard least <= rareCount else { continue }
            }
            let touches =
                (index > 0 && tokens[index - 1].end == token.start)
                || (!isLast && tokens[index + 1].start == token.end)
            var nearest: [NearWord] = []
            if !touches, NearSearch.tolerance(for: token.word) > 0 {
                var search = NearSearch(
                    token.word, in: try vocabulary.sortedWords(), isPrefix: match == .prefix, limit: limit,
                    rareCount: least == 0 ? 0 : max(least, rareCount))
                nearest = search.nearest()
            }
            // A rare word without a better alternative is correct.
            if least == 0 || !nearest.isEmpty {
                misspellings.append(Misspelling(token: token, nearest: nearest))
            }
        }
        return misspellings
    }
}
