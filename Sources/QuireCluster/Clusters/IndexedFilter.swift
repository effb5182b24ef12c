import QuireCore
import QuireEngine
import QuireText

/// A filter tree that was checked against the fields of a module, ready to be compiled for a search cluster.
///
/// Every leaf is a positive test or its exact complement. There is no other negation in the tree.
package enum IndexedFilter: Sendable {
    case all([IndexedFilter])
    case any([IndexedFilter])
    /// The leaf is the user's original one, for errors.
    case test(IndexedField, EvaluatedTest, isNegated: Bool, leaf: Filter.Leaf)
    /// At or below one of the paths of a hierarchical facet, or below none.
    case paths(IndexedField, [String], isNegated: Bool)

    /// Checks the complete tree.
    ///
    /// - Parameter fields: The module's values, or its metadata.
    /// - Throws: `QueryError` for an unknown property, an operation that does not apply to the field's kind, or an
    ///   operand of the wrong type.
    package init(_ filter: Filter, over fields: [IndexedField], module: String) throws(QueryError) {
        switch filter {
        case .and(let operands): self = .all(try Self.tests(operands, fields, module))
        case .or(let operands): self = .any(try Self.tests(operands, fields, module))
        case .any(let step, _), .none(let step, _):
            // Capabilities are checked first, so this only protects against an engine that declares too much.
            throw QueryError(
                .incompatibleOperation, module: module, node: "a condition on \(step)",
                expected: "a test of the module's own fields")
        case .leaf(let leaf):
            guard let field = fields.first(where: { $0.descriptor.name.isByteEqual(to: leaf.property) })
            else {
                throw QueryError(
                    .unknownProperty, module: module, node: "\"\(leaf.property)\" in the filter",
                    expected: "one of \(fields.map(\.descriptor.name).joined(separator: ", "))")
            }
            let (positive, isNegated) = leaf.operation.positive
            let test = try EvaluatedTest(leaf, positive, of: field.comparison, module: module)
            self = .test(field, test, isNegated: isNegated, leaf: leaf)
        }
    }

    private static func tests(
        _ filters: [Filter], _ fields: [IndexedField], _ module: String
    ) throws(QueryError) -> [IndexedFilter] {
        var tests: [IndexedFilter] = []
        tests.reserveCapacity(filters.count)
        for filter in filters { tests.append(try IndexedFilter(filter, over: fields, module: module)) }
        return tests
    }
}
