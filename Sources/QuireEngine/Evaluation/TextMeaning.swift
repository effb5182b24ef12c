import QuireCore
import QuireText

/// The meaning of a full-text search. This defines how searches without words behave.
package enum TextMeaning: Sendable, Hashable {
    /// The query has no words and matches nothing. The engine need not be called.
    case nothing
    /// The query has no words and matches everything.
    case everything
    case words(AnalyzedText)
}

extension TextSearch {
    /// The meaning of the search with an engine's analyzer.
    package func meaning(_ analyzer: TextAnalyzer) -> TextMeaning {
        if let words = AnalyzedText(query, analyzer) { return .words(words) }
        return emptyFindsAll ? .everything : .nothing
    }

    /// The searchable fields to search, in the schema's order.
    ///
    /// - Throws: `QueryError` if the module has none, if the search names a field that is not searchable, if the query is
    ///   nested too deeply, or if it has too many words.
    package func searchedFields(
        of module: ModuleDescriptor, _ analyzer: TextAnalyzer = TextAnalyzer()
    ) throws(QueryError) -> [FieldDescriptor] {
        guard !query.isDeeper(than: TextQuery.maximumDepth) else {
            throw QueryError(
                .incompatibleOperand, module: module.name,
                node: "a text query of more than \(TextQuery.maximumDepth) levels",
                expected: "fewer; put the operands of && and || side by side in .and([…]) and .or([…])")
        }
        guard !query.hasMoreWords(than: TextQuery.maximumWords, analyzer) else {
            throw QueryError(
                .incompatibleOperand, module: module.name,
                node: "a text query of more than \(TextQuery.maximumWords) words",
                expected: "fewer words, or several searches")
        }
        let searchable = module.searchableFields
        let names = searchable.map(\.name).joined(separator: ", ")
        guard !searchable.isEmpty else {
            throw QueryError(
                .incompatibleOperation, module: module.name, node: "search",
                expected: "a module with searchable fields; mark some with \"searchable\" in the schema")
        }
        guard let fields else { return searchable }
        for name in fields where !searchable.contains(where: { $0.name == name }) {
            let isField = module.fields[path: name] != nil
            throw QueryError(
                isField ? .incompatibleOperation : .unknownProperty, module: module.name,
                node: "\"\(name)\" in the search",
                expected: (isField ? "a searchable field" : "a field of the module")
                    + "; the searchable fields are \(names)")
        }
        guard !fields.isEmpty else {
            throw QueryError(
                .incompatibleOperand, module: module.name, node: "search in no field",
                expected: "one field at least; the searchable fields are \(names)")
        }
        return searchable.filter { fields.contains($0.name) }
    }
}
