#if SQLite
import CSQLite
import Quire

/// The current row of a statement, as models read it.
final class StatementRow: RowSource {
    private let handle: OpaquePointer

    init(_ statement: Statement) { handle = statement.handle }

    /// Whether the row is one of the statement's.
    func reads(_ statement: Statement) -> Bool { handle == statement.handle }

    override func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    override func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    override func number(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    override func text(_ column: Int) -> String {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    override func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard let start = sqlite3_column_text(handle, Int32(column)) else {
            return body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return body(
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
    }
}
#endif
