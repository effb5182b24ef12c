import QuireCore
import QuireText

/// Full-text search over instances held as JSON, in plain Swift. This is the reference for all engines.
package struct TextEvaluation: Sendable {
    private let meaning: TextMeaning
    private let analyzer: TextAnalyzer
    private let fields: [FieldDescriptor]
    private let toleratesTypos: Bool
    /// The corrections of the words in the query.
    private let corrections: [String: [String]]
    /// The corrections of each word, grouped by distance.
    private let groups: [[Set<String>]]

    /// - Throws: `QueryError` if the search does not fit the module.
    package init(
        _ search: TextSearch, over module: ModuleDescriptor, _ analyzer: TextAnalyzer = TextAnalyzer()
    ) throws(QueryError) {
        let fields = try search.searchedFields(of: module)
        self.init(
            meaning: search.meaning(analyzer), analyzer: analyzer, fields: fields,
            toleratesTypos: search.toleratesTypos)
    }

    private init(
        meaning: TextMeaning, analyzer: TextAnalyzer, fields: [FieldDescriptor], toleratesTypos: Bool,
        corrections: [String: [String]] = [:]
    ) {
        self.meaning = meaning
        self.analyzer = analyzer
        self.fields = fields
        self.toleratesTypos = toleratesTypos
        self.corrections = corrections
        groups = corrections.map { Typo.groups(of: $1, for: $0).map(Set.init) }
    }

    /// Returns the evaluation with words corrected that no instance contains, if the search tolerates typos.
    package func corrected(over instances: [JSONValue]) -> TextEvaluation {
        guard toleratesTypos, case .words(let text) = meaning else { return self }
        let words = Set(instances.flatMap { texts(of: $0).flatMap(\.words) })
        let (query, corrections) = text.corrected(by: WordSet(words: words))
        return TextEvaluation(
            meaning: .words(query), analyzer: analyzer, fields: fields, toleratesTypos: false,
            corrections: corrections)
    }

    /// Whether the search matches an instance.
    package func finds(_ instance: JSONValue) -> Bool {
        switch meaning {
        case .nothing: false
        case .everything: true
        case .words(let text): text.matches(texts(of: instance).map(\.words))
        }
    }

    /// The score of an instance. 0 if the search has no words. Nearer corrections rank before everything else.
    package func score(of instance: JSONValue) -> Double {
        guard case .words(let text) = meaning else { return 0 }
        let texts = texts(of: instance)
        return text.score(texts) - 1_000_000 * Double(distance(of: texts.map(\.words)))
    }

    /// The number of correction groups by which an item is behind the best, summed over all corrected words.
    private func distance(of texts: [[String]]) -> Int {
        groups.reduce(0) { sum, groups in
            let nearest = groups.firstIndex { group in texts.contains { $0.contains(where: group.contains) } }
            return sum + (nearest ?? max(0, groups.count - 1))
        }
    }

    package func outcome(isSorted: Bool) -> TextSearchInfo {
        let words: AnalyzedText? = if case .words(let text) = meaning { text } else { nil }
        return TextSearchInfo(
            ranking: isSorted ? .sorted : .relevance, corrections: corrections,
            highlighter: TextHighlighter(words, analyzer))
    }

    private func texts(of instance: JSONValue) -> [(words: [String], weight: Double)] {
        let values = instance.member("values")
        return fields.map { field in
            let text = SearchableText.text(of: values?.member(field.name), kind: field.kind)
            return (text.map(analyzer.words) ?? [], field.searchWeight ?? 0)
        }
    }

    private struct WordSet: WordVocabulary {
        var words: Set<String>

        func contains(_ word: String, _ match: AnalyzedText.Term.Match) -> Bool {
            match == .whole ? words.contains(word) : words.contains { match.isMet(by: $0, word) }
        }

        func words(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> [String] {
            words.filter { word in
                var word = word
                return word.withUTF8(isWanted)
            }
        }
    }
}
