#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// The full-text part of a request, checked against a module before anything is read.
struct TextPlan {
    let text: TextLayout
    let search: TextSearch
    let analyzer: TextAnalyzer
    /// The rules of the language, and synonyms.
    let rules: WordRules
    let meaning: TextMeaning
    /// The words of the query; `nil` if it has none.
    let pattern: WordPattern?
    /// The columns that are looked at; `nil` means all.
    let columns: [String]?
    let module: String
    /// The module's table.
    let table: String
    /// The column of the popularity; `nil` if the schema names none.
    let popularity: String?

    /// - Throws: `QueryError` if the search does not match the module, or is too large for FTS5.
    init(_ search: TextSearch, _ layout: ModuleLayout, analyzer: TextAnalyzer) throws {
        let fields = try search.searchedFields(of: layout.module, analyzer)
        guard let text = layout.text else { throw Self.unsearchable(layout.module.name) }
        self.text = text
        self.search = search
        self.analyzer = analyzer
        rules = WordRules(search, synonyms: layout.module.synonyms, analyzer)
        module = layout.module.name
        meaning = search.meaning(analyzer)
        pattern = WordPattern(search.query, analyzer)
        popularity = layout.module.popularityField.flatMap { layout.field($0.name)?.column }
        table = layout.table
        let columns = text.columns.filter { column in
            fields.contains { $0.name == column.field }
        }
        self.columns = columns.count == text.columns.count ? nil : columns.map(\.name)
        if case .words(let words) = meaning { try MatchExpression.check(words, module: module) }
    }

    static func unsearchable(_ module: String) -> QueryError {
        QueryError(
            .incompatibleOperation, module: module, node: "full text",
            expected: "a module with a field that its schema calls `searchable`")
    }
}

extension TextPlan {
    /// Looks up in the index which level finds something, and which words contain a part.
    func match(_ connection: Connection) throws -> TextMatch {
        guard let pattern else { return unresolvedMatch }
        let stored = StoredText(connection, self)
        try stored.useKnownWords()
        let resolved = try ResolvedText(
            pattern, search, rules: rules, hasPopularity: popularity != nil, in: stored)
        return try match(resolved.pattern, resolved, mostFound: stored.mostFound) {
            try stored.expression($0)
        }
    }

    /// The query without any look-ups.
    var unresolvedMatch: TextMatch {
        guard let pattern else {
            return TextMatch(
                text: text, expression: search.emptyFindsAll ? .always : .never,
                highlighter: TextHighlighter(groups: [], analyzer), isBrowsing: true)
        }
        let resolved = ResolvedText(unresolved: pattern, rules)
        return match(pattern, resolved, mostFound: { _ in nil }) {
            MatchExpression($0, columns: columns) { [$0] }
        }
    }

    /// - Parameters:
    ///   - mostFound: The number of items that a text finds at most, if it is known.
    ///   - expression: The expression of a text.
    private func match(
        _ pattern: WordPattern, _ resolved: ResolvedText, mostFound: (AnalyzedText) -> Int?,
        expression: (AnalyzedText) throws -> MatchExpression
    ) rethrows -> TextMatch {
        var match = TextMatch(
            text: text, expression: try expression(resolved.text), resolved: resolved,
            highlighter: TextHighlighter(groups: resolved.highlighted, analyzer))
        guard pattern.isRankable else { return match }
        match.exact = .never
        if let exact = resolved.exact {
            match.exact = try expression(exact.text)
            match.mostFound = mostFound(exact.text)
            if case .matches(let phrases) = try expression(exact.ranked) {
                match.ranking = MatchRanking(
                    self, pattern, resolved: resolved, match: phrases,
                    terms: try exact.flatText.map(expression))
            }
        }
        if let shared = resolved.shared, case .matches(let phrases) = try expression(shared) {
            // FTS5 may not report all phrases of a text that combines words in another way.
            let terms: MatchExpression? =
                shared.isChoice ? nil : try expression(.any(shared.wantedTerms.map(AnalyzedText.term)))
            match.shared = SharedRanking(self, resolved, match: phrases, terms: terms)
            if match.ranking == nil {
                // No item has all words. The order is the same, of none.
                match.exact = .never
                match.ranking = MatchRanking(self, pattern, resolved: resolved, match: phrases, terms: nil)
            }
        }
        return match
    }

    /// A readable description of what is looked up in the index before a search.
    var lookUps: [String] {
        guard case .words(let words) = meaning else { return [] }
        var lookUps: [String] = []
        if words.hasParts {
            lookUps.append("a part of a word stands for the words in \(text.words) that have it")
        }
        if search.toleratesTypos {
            lookUps.append(
                "if nothing contains all words, similar words are used: those in \(text.words) one letter apart, then two"
            )
            if search.takesAnyWord {
                lookUps.append("after the items with all words come those that share some")
            }
            if search.mode == .meaning {
                lookUps.append(
                    "all vectors of the items that meet the filter are compared: the nearest are put first, and those without a word at the end"
                )
            }
        }
        return lookUps
    }
}

extension AnalyzedText {
    fileprivate var hasParts: Bool {
        switch self {
        case .term(let term): term.match == .part
        case .all(let operands), .any(let operands): operands.contains(where: \.hasParts)
        case .not(let operand): operand.hasParts
        }
    }
}
#endif
