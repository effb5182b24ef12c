#if SQLite
import CSQLite
import QuireCore

/// Reads the rows of a page in the order of sort keys, one part of the result after another.
struct PageRowReader {
    /// What was read.
    struct Rows {
        var count = 0
        /// The last row of the page, if more rows follow.
        var last: Keyset?
        var hasMore = false
    }

    let statements: PageStatements
    let connection: Connection
    /// The number of rows that are skipped.
    let offset: Int
    /// The number of rows in the page; `nil` for all.
    let limit: Int?
    /// The columns of the sort keys. The row's number follows them.
    let keys: Range<Int32>

    /// Reads the first parts of the result, in the way that was chosen for them.
    ///
    /// - Parameters:
    ///   - again: Called to discard the previous rows, when the page is started again with another plan.
    ///   - row: Called with each row, in order.
    func rows(ofFirst parts: Int, again: () -> Void, row: (Statement) throws -> Void) throws -> Rows {
        guard parts > 0 else { return Rows() }
        let path = try statements.accessPath(connection, limit: limit)
        if case .ordered(let index) = path {
            if let rows = try ordered(by: index, { try rows(ofFirst: parts, on: path, row: row) }) {
                return rows
            }
            again()
        }
        return try rows(ofFirst: parts, on: .planned, row: row)
    }

    /// Reads rows by an index; `nil` if that takes too long, or if the index has not been created yet.
    private func ordered(by index: String?, _ rows: () throws -> Rows) throws -> Rows? {
        do {
            return try connection.within(thousandSteps: OrderChoice.budget, rows)
        } catch let error as StoreError where error.resultCode == SQLITE_ERROR {
            guard let index, try !connection.has("index", index) else { throw error }
            return nil
        }
    }

    private func rows(
        ofFirst parts: Int, on path: OrderChoice.AccessPath, row: (Statement) throws -> Void
    ) throws -> Rows {
        var rows = Rows()
        for part in 0..<parts where !rows.hasMore {
            // One row more than requested tells whether there is a next page.
            let rowLimit = limit.flatMap { limit in
                let (rowLimit, overflow) = (limit - rows.count).addingReportingOverflow(1)
                return overflow ? nil : rowLimit
            }
            try read(statements.rows(part, path, offset: offset, limit: rowLimit), into: &rows, row: row)
        }
        if !rows.hasMore { rows.last = nil }
        return rows
    }

    /// Reads a statement's rows up to the page's limit.
    private func read(
        _ sql: SQLBuilder, into rows: inout Rows, row: (Statement) throws -> Void
    ) throws {
        try connection.withStatement(sql) { statement in
            try statement.bind(sql.values)
            while try statement.step() {
                if rows.count == limit {
                    rows.hasMore = true
                    return
                }
                try row(statement)
                rows.count += 1
                if rows.count == limit { rows.last = keyset(statement) }
            }
        }
    }

    /// The values of the current row's sort keys, and its number.
    private func keyset(_ row: Statement) -> Keyset {
        Keyset(values: keys.map(row.value), item: row.integer(keys.upperBound))
    }
}

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
        prepared = plan.prepared.flatMap { $0.selection.columns == selection.columns ? $0 : nil }
        segments = prepared == nil ? plan.ordering.segments(after: keyset) : []
        count = prepared?.segments ?? segments.count
    }

    /// The rows of a part of the result.
    func rows(_ segment: Int, _ path: OrderChoice.AccessPath, offset: Int, limit: Int?) -> SQLBuilder {
        if let prepared {
            return prepared.rows(
                segment, path, values: plan.values, after: keyset, offset: offset, limit: limit)
        }
        return plan.rows(selection, segments[segment], offset: offset, limit: limit, path: path)
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
