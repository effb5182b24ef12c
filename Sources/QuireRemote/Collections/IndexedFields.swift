import QuireCore
import QuireEngine
import QuireText

/// Some fields of a module, which are found by their wire names.
package final class IndexedFields: Sendable {
    package let fields: [IndexedField]
    /// The module's wire name.
    package let module: String
    /// The positions by the bytes of the names, because names that Unicode holds for equal may differ.
    private let positions: [ExactText: Int]

    package init(_ fields: [IndexedField], module: String) {
        self.fields = fields
        self.module = module
        positions = Dictionary(
            fields.enumerated().map { (ExactText($1.descriptor.name), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The first field with exactly this wire name.
    package subscript(name: String) -> IndexedField? {
        positions[ExactText(name)].map { fields[$0] }
    }

    /// The test of a leaf, checked against its field.
    ///
    /// - Throws: `QueryError` for an unknown property, an operation that does not apply to the field's kind, or an
    ///   operand of the wrong type.
    package func test(_ leaf: Filter.Leaf) throws(QueryError) -> IndexedTest {
        guard let field = self[leaf.property] else {
            throw QueryError(
                .unknownProperty, module: module, node: "\"\(leaf.property)\" in the filter",
                expected: "one of \(fields.map(\.descriptor.name).joined(separator: ", "))")
        }
        let (positive, isNegated) = leaf.operation.positive
        return IndexedTest(
            field: field, test: try EvaluatedTest(leaf, positive, of: field.comparison, module: module),
            isNegated: isNegated)
    }

    /// The error for a condition across a relation. Capabilities are checked first, so this only protects against an
    /// engine that declares too much.
    package func notOwn(_ step: RelationStep) -> QueryError {
        QueryError(
            .incompatibleOperation, module: module, node: "a condition on \(step)",
            expected: "a test of the module's own fields")
    }

    /// Checks all leaves of a filter.
    package func check(_ filter: Filter) throws(QueryError) {
        switch filter {
        case .and(let operands), .or(let operands): for operand in operands { try check(operand) }
        case .any(let step, let operand) where step.leadsToElements,
            .none(let step, let operand) where step.leadsToElements:
            try objects(of: step, meeting: operand).fields.check(operand)
        case .any(let step, let operand), .none(let step, let operand):
            try IndexedModule(step.module).testedValues.check(operand)
        case .leaf(let leaf): _ = try test(leaf)
        }
    }
}

/// A positive test of a field, or its exact complement.
package struct IndexedTest: Sendable {
    package let field: IndexedField
    package let test: EvaluatedTest
    package let isNegated: Bool
}
