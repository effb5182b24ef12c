import QuireCore
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

extension SpellingRequest {
    /// Returns the words of the text that no instance contains, for engines that hold their items as JSON.
    ///
    /// - Throws: `QueryError` if the module has no such searchable fields.
    package func misspellings(
        in instances: [JSONValue], _ analyzer: TextAnalyzer
    ) throws(QueryError) -> [Misspelling] {
        var search = TextSearch(.all(text, matching: matching))
        search.fields = fields
        let searched = try search.searchedFields(of: module)
        var counts: [String: Int] = [:]
        for instance in instances {
            let values = instance.member("values")
            for field in searched {
                guard let text = SearchableText.text(of: field.json(in: values), kind: field.kind) else {
                    continue
                }
                for word in Set(analyzer.forms(in: text).map(\.word)) { counts[word, default: 0] += 1 }
            }
        }
        return misspellings(by: InstanceWords(words: SortedWords(counts)), analyzer)
    }
}

/// The words of instances that are held as JSON.
private struct InstanceWords: SpellingVocabulary {
    let words: SortedWords

    func contains(_ word: String, _ match: AnalyzedText.Term.Match) -> Bool {
        guard match == .part else { return words.count(of: word, match) > 0 }
        return !words.words { match.isMet(by: String(decoding: $0, as: UTF8.self), word) }.isEmpty
    }

    func sortedWords() -> SortedWords { words }
}
