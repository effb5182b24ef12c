#if SQLite

import QuireCore

/// The statements of a page in the order of sort keys: those of the plan's shape, or written for this page alone.
///
/// A class, because its copies would copy the plan.
final class PageStatements {
    /// The number of parts of the result, of which each has a statement.
    let count: Int
    private let plan: SearchPlan
    private let selection: RowSelection
    private let keyset: Keyset?
    private let prepared: PreparedSearch?
    private let segments: [Ordering.Segment]

    /// - Parameter keyset: The position of the row before the page.
    init(_ plan: SearchPlan, _ selection: RowSelection, after keyset: Keyset?) {
        self.plan = plan
        self.selection = selection
        self.keyset = keyset
        prepared = plan.prepared?.selection.selected === selection.selected ? plan.prepared : nil
        segments = prepared == nil ? plan.ordering.segments(after: keyset) : []
        count = prepared?.segments ?? segments.count
    }

    /// The rows of a part of the result.
    func rows(_ segment: Int, _ path: OrderChoice.AccessPath, offset: Int, limit: Int?) -> SQLBuilder {
        if let prepared {
            return prepared.rows(segment, path, plan.values, after: keyset, offset: offset, limit: limit)
        }
        return plan.rows(selection, segments[segment], offset: offset, limit: limit, path)
    }

    /// Chooses how the rows are accessed.
    func accessPath(_ connection: Connection, limit: Int?) throws -> OrderChoice.AccessPath {
        guard let limit else { return .planned }
        if let prepared {
            return try prepared.choice?.accessPath(connection, limit: limit, plan.values) ?? .planned
        }
        return try OrderChoice(plan, limit: limit)?.accessPath(connection, limit: limit) ?? .planned
    }
}
#endif
