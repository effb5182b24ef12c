#if SQLite
import CSQLite
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

/// The current row of a statement, from which models are decoded.
final class StatementRow: RowSource {
    /// SQLite reads NULL from no statement.
    private var handle: OpaquePointer?
    /// The column that was read last, and its value. Most are tested for NULL before they are read.
    private var column = Int.min
    private var value: OpaquePointer?

    /// Reads the statement's current row from now on. Call it after each step.
    func startRow(of statement: Statement) {
        handle = statement.handle
        column = .min
    }

    /// The value of a column, which costs less to look at than the column itself.
    ///
    /// SQLite calls it unprotected, because it has no lock of its own. Only one task at a time uses a connection.
    @inline(__always)
    private func value(_ column: Int) -> OpaquePointer? {
        if column == self.column { return value }
        self.column = column
        value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
        return value
    }

    override func isNull(_ column: Int) -> Bool { sqlite3_value_type(value(column)) == SQLITE_NULL }

    override func integer(_ column: Int) -> Int64 { sqlite3_value_int64(value(column)) }

    override func number(_ column: Int) -> Double { sqlite3_value_double(value(column)) }

    override func text(_ column: Int) -> String {
        let value = value(column)
        guard let start = sqlite3_value_text(value) else { return "" }
        let count = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    override func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let value = value(column)
        guard let start = sqlite3_value_text(value) else {
            return body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }
}
#endif
