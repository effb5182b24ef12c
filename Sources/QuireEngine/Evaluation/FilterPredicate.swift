import QuireCore

/// A filter tree as a test of documents in plain Swift. This is the reference for all engines.
///
/// ```swift
/// let predicate = try FilterPredicate(filter, over: Books.descriptor.fields, module: "books")
/// let found = instances.filter { predicate.matches($0.member("values")) }
/// ```
/// A field has a list of values: none, one, or the elements of a list. A positive operation is true if any value
/// passes, so it is false without values. A negative operation is the exact complement of its positive one. These are
/// the complete semantics.
package struct FilterPredicate: Sendable {
    private let node: Node

    private enum Node: Sendable {
        case all([Node])
        case any([Node])
        case leaf(FieldDescriptor, EvaluatedTest, isNegated: Bool)
    }

    /// Checks the complete tree against the fields before any document is tested.
    ///
    /// - Throws: `QueryError` for an unknown property, an operation that does not apply to the field's kind, or an
    ///   operand of the wrong type.
    package init(_ filter: Filter, over table: FieldTable, module: String) throws(QueryError) {
        node = try Self.node(filter, table, module)
    }

    /// Whether an object with the fields matches the filter.
    package func matches(_ object: JSONValue?) -> Bool { Self.isTrue(node, of: object) }

    private static func node(
        _ filter: Filter, _ table: FieldTable, _ module: String
    ) throws(QueryError) -> Node {
        switch filter {
        case .and(let operands): return .all(try nodes(operands, table, module))
        case .or(let operands): return .any(try nodes(operands, table, module))
        case .leaf(let leaf):
            guard let field = table[exactly: leaf.property] else {
                throw QueryError(
                    .unknownProperty, module: module, node: "\"\(leaf.property)\" in the filter",
                    expected: "one of \(table.fields.map(\.name).joined(separator: ", "))")
            }
            let (positive, isNegated) = leaf.operation.positive
            let test = try EvaluatedTest(leaf, positive, of: field, module: module)
            return .leaf(field, test, isNegated: isNegated)
        }
    }

    private static func nodes(
        _ filters: [Filter], _ table: FieldTable, _ module: String
    ) throws(QueryError) -> [Node] {
        var nodes: [Node] = []
        for filter in filters { nodes.append(try node(filter, table, module)) }
        return nodes
    }

    private static func isTrue(_ node: Node, of object: JSONValue?) -> Bool {
        switch node {
        case .all(let operands): operands.allSatisfy { isTrue($0, of: object) }
        case .any(let operands): operands.contains { isTrue($0, of: object) }
        case .leaf(let field, let test, let isNegated):
            test.holds(of: EvaluatedValue.values(in: object?.member(field.name), of: field.kind)) != isNegated
        }
    }
}

extension FilterOperation {
    /// The positive operation, and whether this one is its complement.
    package var positive: (FilterOperation, isNegated: Bool) {
        switch self {
        case .notEqual: (.equal, true)
        case .notIn: (.in, true)
        case .notGreater: (.greater, true)
        case .notGreaterOrEqual: (.greaterOrEqual, true)
        case .notLess: (.less, true)
        case .notLessOrEqual: (.lessOrEqual, true)
        case .notLike: (.like, true)
        case .notContains: (.contains, true)
        case .notHasPrefix: (.hasPrefix, true)
        case .notHasSuffix: (.hasSuffix, true)
        case .notBetween: (.between, true)
        case .notNear: (.near, true)
        case .notWithin: (.within, true)
        case .equal, .greater, .greaterOrEqual, .less, .lessOrEqual, .in, .like, .contains, .hasPrefix,
            .hasSuffix,
            .between, .near, .within:
            (self, false)
        }
    }
}
