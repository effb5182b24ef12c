import QuireCore
import QuireText

/// Full text over instances held as JSON, in plain Swift: what every engine's full text has to agree with.
package struct TextEvaluation: Sendable {
    private let meaning: TextMeaning
    private let analyzer: TextAnalyzer
    private let fields: [FieldDescriptor]
    private let toleratesTypos: Bool
    /// What the words of the query were corrected to.
    private let corrections: [String: [String]]
    /// The corrections of each word, in groups by their distance.
    private let groups: [[Set<String>]]

    /// - Throws: `QueryError` where the search does not fit the module.
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

    /// The evaluation with the words that stand in none of the instances corrected, where the search wants it.
    package func corrected(over instances: [JSONValue]) -> TextEvaluation {
        guard toleratesTypos, case .words(let text) = meaning else { return self }
        let words = Set(instances.flatMap { texts(of: $0).flatMap(\.words) })
        let (query, corrections) = text.corrected(by: WordSet(words: words))
        return TextEvaluation(
            meaning: .words(query), analyzer: analyzer, fields: fields, toleratesTypos: false,
            corrections: corrections)
    }

    /// Whether the search finds an instance.
    package func finds(_ instance: JSONValue) -> Bool {
        switch meaning {
        case .nothing: false
        case .everything: true
        case .words(let text): text.matches(texts(of: instance).map(\.words))
        }
    }

    /// How well an instance fits; 0 where the search has no word. Words that are nearer to what was typed count before
    /// everything else.
    package func score(of instance: JSONValue) -> Double {
        guard case .words(let text) = meaning else { return 0 }
        let texts = texts(of: instance)
        return text.score(texts) - 1_000_000 * Double(distance(of: texts.map(\.words)))
    }

    /// By how many groups of corrections an item is behind the best, over all the words that were corrected.
    private func distance(of texts: [[String]]) -> Int {
        groups.reduce(0) { sum, groups in
            let nearest = groups.firstIndex { group in texts.contains { $0.contains(where: group.contains) } }
            return sum + (nearest ?? max(0, groups.count - 1))
        }
    }

    package func outcome(isSorted: Bool) -> TextOutcome {
        let words: AnalyzedText? = if case .words(let text) = meaning { text } else { nil }
        return TextOutcome(
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
