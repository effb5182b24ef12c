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
    let pattern: TextPattern?
    /// The columns that are looked at; `nil` means all.
    let columns: [String]?
    let module: String
    /// The module's table.
    let table: String
    /// The column of the popularity; `nil` if the schema names none.
    let popularity: String?

    /// - Throws: `QueryError` if the search does not match the module, or is too large for FTS5.
    init(_ search: TextSearch, _ layout: ModuleLayout, _ analyzer: TextAnalyzer) throws {
        let fields = try search.searchedFields(of: layout.module, analyzer)
        guard let text = layout.text else { throw Self.unsearchable(layout.module.name) }
        self.text = text
        self.search = search
        self.analyzer = analyzer
        rules = WordRules(search, synonyms: layout.module.synonyms, analyzer)
        module = layout.module.name
        meaning = search.meaning(analyzer)
        pattern = TextPattern(search.query, analyzer)
        popularity = layout.module.popularityField.flatMap { layout.field($0.name)?.column }
        table = layout.table
        let columns = text.columns.filter { column in
            fields.contains { ExactName($0.name) == ExactName(column.field) }
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
#endif
