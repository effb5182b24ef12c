import QuireCore
import QuireText

/// A filter tree as a test of documents in plain Swift. This is the reference for all engines.
///
/// ```swift
/// let predicate = try FilterPredicate(filter, over: Books.descriptor.fields, module: "books")
/// let matches = instances.filter { predicate.matches($0.member("values")) }
/// ```
/// A field has a list of values: none, one, or the elements of a list. A positive operation is true if any value
/// passes, so it is false without values. A negative operation is the exact complement of its positive one. These are
/// the complete semantics of one module. A condition across a relation needs the items of the other module first:
/// `resolved(by:)`.
package struct FilterPredicate: Sendable {
    private let node: Node

    private enum Node: Sendable {
        case all([Node])
        case any([Node])
        case leaf(FieldDescriptor, EvaluatedTest, isNegated: Bool)
        case comparison(FieldComparison, isNegated: Bool)
        /// A condition on the items of another module. Until it is resolved, no related item exists.
        indirect case related(RelationTest, Node, isNegated: Bool)
        /// A condition on one object of a list.
        indirect case elements(ListedObjects, Node, isNegated: Bool)
        /// A condition across a relation, with the ids of the related items that meet it.
        case ids(RelationTest, Set<ExactText>, isNegated: Bool)
    }

    /// Checks the complete tree against the fields before any document is tested.
    ///
    /// - Throws: `QueryError` for an unknown property, an operation that does not apply to the field's kind, or an
    ///   operand of the wrong type.
    package init(_ filter: Filter, over table: FieldTable, module: String) throws(QueryError) {
        node = try Self.node(filter, in: table, module: module)
    }

    private init(node: Node) { self.node = node }

    /// Whether an object with the fields matches the filter.
    ///
    /// - Parameter id: The id of the item, for relations that lead to it.
    package func matches(_ object: JSONValue?, id: @autoclosure () -> String = "") -> Bool {
        Self.isTrue(node, of: object, id)
    }

    /// The predicate with its conditions across relations evaluated over all items of the other modules.
    ///
    /// - Parameter items: The items of a module, as complete instances.
    package func resolved(by items: (ModuleDescriptor) -> [JSONValue]) -> FilterPredicate {
        FilterPredicate(node: Self.resolved(node, by: items))
    }

    private static func node(
        _ filter: Filter, in table: FieldTable, module: String
    ) throws(QueryError) -> Node {
        switch filter {
        case .and(let operands): return .all(try nodes(operands, in: table, module: module))
        case .or(let operands): return .any(try nodes(operands, in: table, module: module))
        case .leaf(let leaf):
            guard let field = table[path: leaf.property] else {
                throw QueryError(
                    .unknownProperty, module: module, node: "\"\(leaf.property)\" in the filter",
                    expected: "one of \(table.queryable.map(\.name).joined(separator: ", "))")
            }
            let (positive, isNegated) = leaf.operation.positive
            if let other = leaf.comparedField {
                let comparison = try FieldComparison(leaf, of: field, with: other, in: table, module: module)
                return .comparison(comparison, isNegated: isNegated)
            }
            let test = try EvaluatedTest(leaf, positive, of: field, module: module)
            return .leaf(field, test, isNegated: isNegated)
        case .any(let step, let operand):
            return try related(step, operand, isNegated: false, in: table, module: module)
        case .none(let step, let operand):
            return try related(step, operand, isNegated: true, in: table, module: module)
        }
    }

    private static func related(
        _ step: RelationStep, _ operand: Filter, isNegated: Bool, in table: FieldTable, module: String
    ) throws(QueryError) -> Node {
        if step.leadsToElements {
            let objects = try table.objects(of: step, meeting: operand, module: module)
            return .elements(
                objects, try node(operand, in: objects.table, module: module), isNegated: isNegated)
        }
        let test = try RelationTest(step, over: table, module: module)
        let inner = try node(operand, in: step.module.fields, module: step.module.name)
        return .related(test, inner, isNegated: isNegated)
    }

    private static func nodes(
        _ filters: [Filter], in table: FieldTable, module: String
    ) throws(QueryError) -> [Node] {
        var nodes: [Node] = []
        for filter in filters { nodes.append(try node(filter, in: table, module: module)) }
        return nodes
    }

    private static func resolved(_ node: Node, by items: (ModuleDescriptor) -> [JSONValue]) -> Node {
        switch node {
        case .all(let operands): return .all(operands.map { resolved($0, by: items) })
        case .any(let operands): return .any(operands.map { resolved($0, by: items) })
        case .leaf, .comparison, .ids: return node
        case .elements(let objects, let inner, let isNegated):
            return .elements(objects, resolved(inner, by: items), isNegated: isNegated)
        case .related(let test, let inner, let isNegated):
            let inner = resolved(inner, by: items)
            var ids: Set<ExactText> = []
            for item in items(test.step.module) {
                guard isTrue(inner, of: item.member("values"), { item.instanceID }) else { continue }
                if test.step.isReverse {
                    ids.formUnion(test.targets(of: item.member("values")))
                } else {
                    ids.insert(ExactText(item.instanceID))
                }
            }
            return .ids(test, ids, isNegated: isNegated)
        }
    }

    private static func isTrue(_ node: Node, of object: JSONValue?, _ id: () -> String) -> Bool {
        switch node {
        case .all(let operands): operands.allSatisfy { isTrue($0, of: object, id) }
        case .any(let operands): operands.contains { isTrue($0, of: object, id) }
        case .leaf(let field, let test, let isNegated):
            test.holds(of: EvaluatedValue.values(of: field, in: object)) != isNegated
        case .comparison(let comparison, let isNegated): comparison.holds(of: object) != isNegated
        case .ids(let test, let ids, let isNegated):
            (test.step.isReverse
                ? ids.contains(ExactText(id()))
                : test.targets(of: object).contains(where: ids.contains)) != isNegated
        case .elements(let objects, let inner, let isNegated):
            objects.found(in: object).contains { isTrue(inner, of: $0, id) } != isNegated
        case .related(_, _, let isNegated): isNegated
        }
    }
}

extension FieldTable {
    /// The objects of a list that a condition on one of them tests.
    ///
    /// - Throws: `QueryError` if there is no such list, or if the condition is about items whose relation names an object.
    package func objects(
        of step: RelationStep, meeting condition: Filter, module: String
    ) throws(QueryError) -> ListedObjects {
        guard self !== FieldTable.metadata, let objects = objects(of: step.relation) else {
            throw QueryError(
                .unknownProperty, module: module, node: "\"\(step.relation)\" in the filter",
                expected: "a list of objects with members that have operators")
        }
        guard !condition.testsItself else {
            throw QueryError(
                .incompatibleOperation, module: module, node: "a condition on \(step)",
                expected: "conditions on the members of its objects, because no relation names an object")
        }
        return objects
    }
}
