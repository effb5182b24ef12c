#if SQLite
import CSQLite
import QuireCore

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
