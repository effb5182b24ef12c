import QuireCore
import QuireText

/// Full-text search over instances held as JSON, in plain Swift. This is the reference for all engines.
package struct TextEvaluation: Sendable {
    private enum Meaning: Sendable {
        case nothing, everything
        case words(WordPattern)
    }

    private let meaning: Meaning
    private let search: TextSearch
    private let analyzer: TextAnalyzer
    package let fields: [FieldDescriptor]
    private let popularity: FieldDescriptor?
    private let rules: WordRules

    /// - Throws: `QueryError` if the search does not fit the module.
    package init(
        _ search: TextSearch, over module: ModuleDescriptor, _ analyzer: TextAnalyzer = TextAnalyzer()
    ) throws(QueryError) {
        fields = try search.searchedFields(of: module, analyzer)
        self.search = search
        self.analyzer = analyzer
        rules = WordRules(search, synonyms: module.synonyms, analyzer)
        popularity = module.popularityField
        if let pattern = WordPattern(search.query, analyzer) {
            meaning = .words(pattern)
        } else {
            meaning = search.emptyFindsAll ? .everything : .nothing
        }
    }

    /// Whether the search finds an instance as it stands: other instances are needed to tolerate typos.
    package func finds(_ instance: JSONValue) -> Bool {
        switch meaning {
        case .nothing: return false
        case .everything: return true
        case .words(let pattern):
            let text = ResolvedText(unresolved: pattern, rules).text
            return !TextCollection([instance], fields: fields, analyzer).items(text).isEmpty
        }
    }

    /// What the search finds among all instances of the module.
    ///
    /// - Parameter collection: The words of the same instances in the searched fields.
    package func findings(in collection: TextCollection) -> TextFindings {
        switch meaning {
        case .nothing: TextFindings(collection, analyzer, items: [])
        case .everything: TextFindings(collection, analyzer, items: nil)
        case .words(let pattern):
            TextFindings(
                collection, analyzer,
                resolved: ResolvedText(
                    pattern, search, rules: rules, hasPopularity: popularity != nil,
                    in: collection),
                popularity: popularity)
        }
    }
}

extension ModuleDescriptor {
    /// The field that ranking takes for popularity; `nil` if the schema names none, or one that is not a number.
    package var popularityField: FieldDescriptor? {
        guard let name = ranking.popularity, let field = fields[name], field.kind.listElement == nil,
            field.kind.comparison == .number
        else { return nil }
        return field
    }
}
