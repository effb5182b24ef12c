import QuireCore
import QuireText

/// What a full-text search comes to, once its words are known: the one place of the rule for searches without words.
package enum TextMeaning: Sendable, Hashable {
    /// The query has no word: no item is found, and no engine need look.
    case nothing
    /// The query has no word, and asks for everything then.
    case everything
    case words(AnalyzedText)
}

extension TextSearch {
    /// What the search comes to with an engine's analyzer.
    package func meaning(_ analyzer: TextAnalyzer) -> TextMeaning {
        if let words = AnalyzedText(query, analyzer) { return .words(words) }
        return findsAllWhenEmpty ? .everything : .nothing
    }

    /// The searchable fields that are looked at, in the schema's order.
    ///
    /// - Throws: `QueryError` where the module has none, the search names a field that is none, or the query is so deep
    ///   that no engine takes it.
    package func searchedFields(of module: ModuleDescriptor) throws(QueryError) -> [FieldDescriptor] {
        guard !query.isDeeper(than: TextQuery.maximumDepth) else {
            throw QueryError(
                .unfitOperand, module: module.name,
                node: "a text query of more than \(TextQuery.maximumDepth) levels",
                expected: "fewer; put the operands of && and || side by side in .and([…]) and .or([…])")
        }
        let searchable = module.searchableFields
        let names = searchable.map(\.name).joined(separator: ", ")
        guard !searchable.isEmpty else {
            throw QueryError(
                .unfitOperation, module: module.name, node: "search",
                expected: "a module with searchable fields; mark some with \"searchable\" in the schema")
        }
        guard let fields else { return searchable }
        for name in fields where !searchable.contains(where: { $0.name.isSpelled(as: name) }) {
            let isField = module.fields[exactly: name] != nil
            throw QueryError(
                isField ? .unfitOperation : .unknownProperty, module: module.name,
                node: "\"\(name)\" in the search",
                expected: (isField ? "a searchable field" : "a field of the module")
                    + "; the searchable fields are \(names)")
        }
        guard !fields.isEmpty else {
            throw QueryError(
                .unfitOperand, module: module.name, node: "search in no field",
                expected: "one field at least; the searchable fields are \(names)")
        }
        return searchable.filter { field in fields.contains { $0.isSpelled(as: field.name) } }
    }
}
