import QuireCore
import QuireText

/// A step over a relation that was checked against the schema.
package struct RelationTest: Sendable {
    package let step: RelationStep
    private let field: FieldDescriptor

    /// - Parameters:
    ///   - table: The fields of the module that the step starts at.
    ///   - module: The wire name of that module.
    ///   - part: The part of the request that has the step, for errors.
    /// - Throws: `QueryError` if there is no such relation, or if it leads elsewhere.
    package init(
        _ step: RelationStep, over table: FieldTable, module: String, in part: String = "the filter"
    ) throws(QueryError) {
        let source = step.isReverse ? step.module.fields : table
        let owner = step.isReverse ? step.module.name : module
        let target = step.isReverse ? module : step.module.name
        guard table !== FieldTable.metadata, let field = source[path: step.relation] else {
            throw QueryError(
                .unknownProperty, module: owner, node: "\"\(step.relation)\" in \(part)",
                expected: "a relation of the module")
        }
        guard case .relation(let fieldTarget) = field.kind.innermost, fieldTarget == target else {
            throw QueryError(
                .incompatibleOperation, module: owner, node: "\"\(step.relation)\" in \(part)",
                expected: "a relation to \(target)")
        }
        self.step = step
        self.field = field
    }

    /// Whether the step leads from an item to at most one other.
    package var leadsToOne: Bool {
        if case .relation = field.kind { !step.isReverse } else { false }
    }

    /// The ids that the relation names in an object with the fields.
    func targets(of object: JSONValue?) -> [ExactText] {
        EvaluatedValue.values(of: field, in: object).compactMap {
            if case .text(let id) = $0 { ExactText(id) } else { nil }
        }
    }
}

extension Filter {
    /// Whether the filter's conditions across relations all follow a few relations in a row, each to one item.
    ///
    /// - Parameters:
    ///   - table: The fields of the module that the filter tests.
    ///   - relations: The largest number of relations in a row.
    package func leadsToOne(over table: FieldTable, following relations: Int) -> Bool {
        switch self {
        case .leaf: return true
        case .and(let operands), .or(let operands):
            return operands.allSatisfy { $0.leadsToOne(over: table, following: relations) }
        case .any(let step, let operand) where step.leadsToElements,
            .none(let step, let operand) where step.leadsToElements:
            return !operand.crossesRelations
        case .any(let step, let operand), .none(let step, let operand):
            guard relations > 0, !step.isReverse, case .relation? = table[path: step.relation]?.kind else {
                return false
            }
            return operand.leadsToOne(over: step.module.fields, following: relations - 1)
        }
    }

    /// Whether a condition of this module is in reverse direction, and so tests the item's own id.
    package var testsItself: Bool {
        switch self {
        case .leaf: false
        case .and(let operands), .or(let operands): operands.contains(where: \.testsItself)
        case .any(let step, _), .none(let step, _): step.isReverse
        }
    }

    /// Whether the filter has a condition across a relation.
    package var crossesRelations: Bool {
        switch self {
        case .leaf: false
        case .and(let operands), .or(let operands): operands.contains(where: \.crossesRelations)
        case .any(let step, let operand), .none(let step, let operand):
            !step.leadsToElements || operand.crossesRelations
        }
    }
}

extension UnsupportedError {
    /// The error of an engine that cannot keep the objects of a list apart.
    package init(engine: String, elementsOf list: String) {
        self.init(
            engine: engine, node: "a condition on one object of \"\(list)\"",
            hint:
                "it does not keep the objects of a list apart; let the client filter with "
                + ".fallback(.clientSide(maxScanned: 1_000)), or use a store")
    }

    /// The error of an engine that cannot follow a relation in a filter.
    package init(engine: String, across step: RelationStep) {
        self.init(
            engine: engine, node: "a condition on \(step)",
            hint: "run the query with ContentClient, which looks up the ids of the related items first")
    }
}
