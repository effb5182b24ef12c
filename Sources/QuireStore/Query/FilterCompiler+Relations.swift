#if SQLite

import QuireCore
import QuireEngine

/// Conditions across relations.
extension FilterCompiler {
    /// The maximum number of relations in one another. SQLite limits how deep statements nest.
    static let maximumLevel = 16

    /// The related items that meet a condition, as the parts of a statement.
    struct RelatedCondition {
        let rows: RelatedRows
        /// The join with the text table, if the condition uses it.
        let textJoin: String
        private(set) var condition: Predicate

        /// The same condition with other values of the leaves (`SQLBuilder.filled`).
        func filled(_ leaves: [SQLValue], _ starts: [Int]) -> RelatedCondition {
            var filled = self
            filled.condition = condition.filled(leaves, starts)
            return filled
        }

        /// The tables to search for all related items that match.
        var table: String { rows.table + textJoin }

        /// The condition on the items themselves.
        func predicate(looksUp: Bool) -> Predicate {
            if case .never = condition { return .never }
            let isLookUp = rows.mustLookUp || looksUp && rows.canLookUp
            var parts: [SQLBuilder] = []
            if isLookUp {
                parts.append(SQLBuilder(rows.link))
            } else if rows.isOptional {
                // A NULL in the list would make every comparison NULL.
                parts.append(SQLBuilder("\(rows.value) IS NOT NULL"))
            }
            if case .sql(let condition) = condition { parts.append(condition) }
            var whole =
                isLookUp
                ? SQLBuilder("EXISTS (SELECT 1 FROM \(rows.lookUpTable)\(textJoin)")
                : SQLBuilder("\(rows.key) IN (SELECT \(rows.value) FROM \(table)")
            for (index, part) in parts.enumerated() {
                whole.append(index == 0 ? " WHERE " : " AND ")
                whole.append(part)
            }
            whole.append(")")
            return .sql(whole)
        }
    }

    /// Compiles the condition on the related items.
    mutating func related(
        _ step: RelationStep, _ operand: Filter, depth: Int
    ) throws -> RelatedCondition {
        guard let target = layouts[step.module.name] else {
            throw QueryError(
                .unknownProperty, module: layout.module.name, node: "a condition on \(step)",
                expected: "a module that the store holds, not \"\(step.module.name)\"")
        }
        guard level < Self.maximumLevel else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine,
                node: "more than \(Self.maximumLevel) relations in one another",
                hint: "Query the innermost module first, and use its ids.")
        }
        var step = step
        step.module = target.module
        _ = try RelationTest(step, over: fields, module: layout.module.name)
        var inner = FilterCompiler(
            target, isMetadata: false, looksUpElements: looksUpElements, among: layouts, level: level + 1,
            firstLeaf: nextLeaf, leavingOut: leftOut)
        inner.leaves = leaves
        inner.plans = plans
        let condition = try inner.predicate(operand, depth: depth + 1)
        (leaves, nextLeaf, plans) = (inner.leaves, inner.nextLeaf, inner.plans)
        let textJoin =
            inner.usesTextTable
            ? " LEFT JOIN \(SQLite.quoted(target.textTable)) AS \(inner.names.text) "
                + "ON \(inner.names.text).item = \(inner.names.narrow).item"
            : ""
        return RelatedCondition(
            rows: try relatedRows(step, to: target, inner.names), textJoin: textJoin, condition: condition)
    }

    /// The tables that a step from the item, or from the object that a condition is about, leads through.
    private func relatedRows(
        _ step: RelationStep, to target: ModuleLayout, _ targetNames: TableNames
    ) throws -> RelatedRows {
        guard let scope else { return try RelatedRows(step, layout, names, target, targetNames) }
        guard let relation = fields[path: step.relation], let (rows, member) = member(relation, of: scope)
        else {
            throw QueryError(
                .unknownProperty, module: layout.module.name, node: "\"\(step.relation)\" in the filter",
                expected: "a relation that the store holds")
        }
        return RelatedRows(member, in: rows, of: scope, target, targetNames)
    }
}
#endif
