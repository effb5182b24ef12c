#if SQLite

import QuireCore
import QuireEngine

/// Conditions on one object of a list.
extension FilterCompiler {
    /// The items with an object that meets a condition: those with objects that meet its parts, if side tables can tell,
    /// and among them those with one object that meets all.
    mutating func elements(
        _ step: RelationStep, _ operand: Filter, depth: Int
    ) throws -> Predicate {
        let table = isMetadata ? FieldTable.metadata : layout.module.fields
        let objects = try table.objects(of: step, meeting: operand, module: layout.module.name)
        let condition = try ElementCondition(step, operand, in: objects, of: layout.module)
        guard let field = layout.field(objects.steps[0].name) else { return .never }
        var parts: [Predicate] = []
        if let required = operand.required(of: objects, in: table) {
            var compiler = self
            parts.append(try compiler.predicate(required, depth: depth + 1))
            usesTextTable = compiler.usesTextTable
            hasLookUps = compiler.hasLookUps
        }
        // The parts are numbered as in the filter.
        let count = operand.leafCount
        leaves += count
        guard leaves <= Self.maximumLeaves else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine,
                node: "a filter of more than \(Self.maximumLeaves) tests",
                hint: "Use `in` for many values of one field.")
        }
        if nextLeaf == leftOut { nextLeaf += 1 }
        nextLeaf += count
        usesTextTable = true
        let column = "\(names.text).\(SQLite.quoted(field.column))"
        parts.append(.sql(compose("quire_element(\(column), ", .value(.condition(condition)), ")")))
        return .all(parts)
    }
}

extension Filter {
    /// A filter of the members that all items with an object that meets this filter match. `nil` if none is known.
    ///
    /// - Parameters:
    ///   - objects: The objects that the filter tests.
    ///   - table: The fields of the module.
    fileprivate func required(of objects: ListedObjects, in table: FieldTable) -> Filter? {
        switch self {
        case .and(let operands):
            let required = operands.compactMap { $0.required(of: objects, in: table) }
            return required.isEmpty ? nil : .joining(.and, required)
        case .or(let operands):
            let required = operands.compactMap { $0.required(of: objects, in: table) }
            return required.count == operands.count ? .or(required) : nil
        case .any(let step, let operand):
            return objects.inner(step.relation).flatMap { operand.required(of: $0, in: table) }
        case .none: return nil
        case .leaf(var leaf):
            guard leaf.comparedField == nil, leaf.isFalseWithoutValue,
                let path = objects.path(of: leaf.property, in: table)
            else { return nil }
            leaf.property = path
            return .leaf(leaf)
        }
    }
}

extension Filter.Leaf {
    /// Whether the test is false of a field without a value, so that some object passes it if the item does.
    fileprivate var isFalseWithoutValue: Bool {
        if operation.positive.isNegated { return operation == .notEqual && value == .null }
        return operation != .equal || value != .null
    }
}
#endif
