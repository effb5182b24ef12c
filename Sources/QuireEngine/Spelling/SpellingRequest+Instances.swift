import QuireCore
import QuireText

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
