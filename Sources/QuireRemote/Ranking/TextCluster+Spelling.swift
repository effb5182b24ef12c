import QuireCore
import QuireEngine
import QuireText

extension TextCluster {
    /// Returns the words of a text that the searched fields do not have, with similar ones.
    package func clusterMisspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        var search = SearchRequest(module: request.module)
        search.text = TextSearch(.all(request.text, matching: request.matching))
        search.text?.fields = request.fields
        return request.misspellings(
            by: ClusterVocabulary(words: try await vocabulary(of: search)), analyzer)
    }
}

/// The words of a cluster's searched fields.
private struct ClusterVocabulary: SpellingVocabulary {
    let words: SortedWords

    func contains(_ word: String, _ match: AnalyzedText.Term.Match) -> Bool {
        switch match {
        case .whole: words.beginning(with: word).first.map { $0.utf8.elementsEqual(word.utf8) } ?? false
        case .prefix: !words.beginning(with: word).isEmpty
        case .part: !words.words { String(decoding: $0, as: UTF8.self).contains(word) }.isEmpty
        }
    }

    func sortedWords() -> SortedWords { words }
}
