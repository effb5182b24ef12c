#if SQLite

import QuireCore
import QuireEngine

/// A condition on one element of a list, whose side table provides the rows of a search.
///
/// The side table has the items with an element in the order of insertion. A page in that order reads only as many rows
/// as it shows, regardless of how many items have the element.
struct ListDriver {
    /// The side table.
    let table: String
    let condition: SQLBuilder
    /// The remaining part of the filter.
    let rest: Filter?

    /// `nil` if the filter does not require an element in all items, or if another order is requested.
    init?(_ request: SearchRequest, _ layout: ModuleLayout) throws {
        guard request.sort.isEmpty, request.ids == nil, request.text == nil, let filter = request.filter
        else { return nil }
        let operands: [Filter] = if case .and(let operands) = filter { operands } else { [filter] }
        for (index, operand) in operands.enumerated() {
            guard case .leaf(let leaf) = operand, leaf.operation == .equal, leaf.value != .null,
                let field = layout.field(leaf.property), let element = field.storage.element,
                element != .place,
                let side = field.side, let descriptor = layout.module.fields[exactly: leaf.property]
            else { continue }
            let test = try EvaluatedTest(leaf, .equal, of: descriptor, module: layout.module.name)
            let compiler = LeafCompiler(
                storage: element == .longText ? .text : element, column: "d.value", folded: nil,
                latitude: nil,
                longitude: nil)
            guard case .sql(let condition) = compiler.predicate(test) else { continue }
            self.condition = condition
            table = SQLite.quoted(side)
            var rest = operands
            rest.remove(at: index)
            self.rest = rest.isEmpty ? nil : .and(rest)
            return
        }
        return nil
    }
}
#endif
