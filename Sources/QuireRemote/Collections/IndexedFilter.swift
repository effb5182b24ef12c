import QuireCore
import QuireEngine

/// A condition of a search on the fields of a module.
package enum IndexedFilter: Sendable {
    /// A filter. Its leaves are checked while it is compiled, so that one walk over the tree is enough.
    case filter(Filter, over: IndexedFields)
    /// At or below one of the paths of a hierarchical facet, or below none.
    case paths(IndexedField, [String], isNegated: Bool)

    /// Checks the complete tree.
    ///
    /// - Throws: `QueryError` for an unknown property, an operation that does not apply to the field's kind, or an
    ///   operand of the wrong type.
    package func check() throws(QueryError) {
        if case .filter(let filter, let fields) = self { try fields.check(filter) }
    }
}
