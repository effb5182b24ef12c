#if SQLite

import QuireCore
import QuireEngine

/// A condition on one element of a list, whose side table provides the rows of a search.
///
/// The side table has the items with an element in the order of insertion. A page in that order reads only as many rows
/// as it shows, regardless of how many items have the element. The index of a table of listed objects has the same order.
struct ListDriver {
    /// The side table.
    let table: String
    private(set) var condition: SQLBuilder
    /// The remaining part of the filter.
    let rest: Filter?
    /// The number of the condition's leaf, and how it was compiled.
    let leaf: Int
    let plan: LeafPlan

    /// The same driver with other values of the leaves (`SQLBuilder.filled`), for searches whose statements do not use
    /// `rest`.
    func filled(_ leaves: [SQLValue], _ starts: [Int]) -> ListDriver {
        var filled = self
        filled.condition = condition.filled(leaves, starts)
        return filled
    }

    /// `nil` if the filter does not require an element in all items, or if another order is requested.
    init?(_ request: SearchRequest, _ layout: ModuleLayout) throws {
        guard request.sort.isEmpty, request.ids == nil, request.text == nil, let filter = request.filter
        else { return nil }
        let operands: [Filter] = if case .and(let operands) = filter { operands } else { [filter] }
        for (index, operand) in operands.enumerated() {
            guard case .leaf(let leaf) = operand, leaf.operation == .equal, leaf.value != .null,
                let field = layout.field(leaf.property), let element = field.storage.element,
                element != .place,
                let side = field.elementTable,
                let descriptor = layout.module.fields[path: leaf.property]
            else { continue }
            let test = try EvaluatedTest(leaf, .equal, of: descriptor, module: layout.module.name)
            let compiler = LeafCompiler(elementsOf: field, table: "d")
            let leafTest = LeafTest(test, compiler.storage, hasPlace: compiler.hasPlace)
            let number = operands[..<index].reduce(0) { $0 + $1.leafCount }
            guard case .sql(let condition) = compiler.predicate(leafTest, leaf: number) else { continue }
            let rows = field.objects.flatMap(layout.objects.table)
            self.condition =
                rows.map { compose(.part(condition), .text(Self.isFirst(field.column, $0))) } ?? condition
            self.leaf = number
            plan = LeafPlan(
                operation: .equal, comparison: descriptor.kind.comparison, storage: compiler.storage,
                hasPlace: compiler.hasPlace, form: leafTest.form, count: leafTest.values.count)
            table = SQLite.quoted(side)
            var rest = operands
            rest.remove(at: index)
            self.rest = rest.isEmpty ? nil : .and(rest)
            return
        }
        return nil
    }

    /// Finds an item once, although several of its objects have the value.
    private static func isFirst(_ column: String, _ rows: ObjectLayout) -> String {
        func positions(_ table: String) -> String {
            rows.positions.map { "\(table).\($0)" }.joined(separator: ", ")
        }
        let column = SQLite.quoted(column)
        return
            " AND NOT EXISTS (SELECT 1 FROM \(SQLite.quoted(rows.table)) AS d2 WHERE d2.\(column) = d.\(column)"
            + " AND d2.item = d.item AND (\(positions("d2"))) < (\(positions("d"))))"
    }
}
#endif
