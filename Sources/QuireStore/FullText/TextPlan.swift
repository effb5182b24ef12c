#if SQLite
import Quire

/// The full-text part of a request, checked against a module before anything is read.
struct TextPlan {
    let text: TextLayout
    let search: TextSearch
    let analyzer: TextAnalyzer
    /// `nil` where no word is left of the query.
    let analyzed: AnalyzedText?
    /// The columns that are looked at; `nil` means all.
    let columns: [String]?

    init(_ search: TextSearch, _ layout: ModuleLayout, _ analyzer: TextAnalyzer) throws {
        guard let text = layout.text else { throw Self.unsearchable(layout.module.name) }
        self.text = text
        self.search = search
        self.analyzer = analyzer
        analyzed = AnalyzedText(search.query, analyzer)
        columns = try search.fields.map { fields in
            try fields.map { name in
                guard let column = text.columns.first(where: { ExactName($0.field) == ExactName(name) })
                else {
                    throw QueryError(
                        .unknownProperty, module: layout.module.name, node: "\"\(name)\" in search(in:)",
                        expected: "a searchable field: one of "
                            + text.columns.map(\.field).joined(separator: ", "))
                }
                return column.name
            }
        }
        if let analyzed { try MatchExpression.check(analyzed, module: layout.module.name) }
    }

    static func unsearchable(_ module: String) -> QueryError {
        QueryError(
            .unfitOperation, module: module, node: "full text",
            expected: "a module with a field that its schema calls `searchable`")
    }
}
#endif
