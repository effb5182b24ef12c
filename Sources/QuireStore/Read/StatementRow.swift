#if SQLite
import CSQLite
import QuireCore

/// The current row of a statement, from which models are decoded.
final class StatementRow: RowSource {
    private let handle: OpaquePointer
    /// The last column that was tested for NULL. An optional field tests it twice.
    private var checkedColumn = -1
    private var checkedIsNull = false

    init(_ statement: Statement) { handle = statement.handle }

    /// Whether the row belongs to the statement.
    func reads(_ statement: Statement) -> Bool { handle == statement.handle }

    /// Resets the reader after the statement has moved to another row.
    func startRow() { checkedColumn = -1 }

    override func isNull(_ column: Int) -> Bool {
        if column == checkedColumn { return checkedIsNull }
        checkedColumn = column
        checkedIsNull = sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
        return checkedIsNull
    }

    override func integer(_ column: Int) -> Int64 {
        sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column))
    }

    override func number(_ column: Int) -> Double {
        sqlite3_column_double(handle, Int32(truncatingIfNeeded: column))
    }

    override func text(_ column: Int) -> String {
        let column = Int32(truncatingIfNeeded: column)
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    override func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let column = Int32(truncatingIfNeeded: column)
        guard let start = sqlite3_column_text(handle, column) else {
            return body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
#endif
