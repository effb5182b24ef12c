#if SQLite
import CSQLite

/// A prepared statement of one connection.
final class Statement {
    let handle: OpaquePointer
    let sql: String
    /// Whether the statement is being executed. A busy statement is not lent again.
    var isBusy = false
    /// When the statement was last lent, counted in uses of the cache.
    var lastUse = 0
    private unowned let connection: Connection

    init(_ sql: String, connection: Connection, persistent: Bool) throws {
        var handle: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        var sql = sql
        let result = sql.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_prepare_v3(connection.handle, $0.baseAddress, Int32($0.count), flags, &handle, nil)
            }
        }
        guard result == SQLITE_OK, let handle else { throw connection.error(result) }
        self.handle = handle
        self.sql = sql
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds all values, from the first parameter on.
    func bind(_ values: [SQLValue]) throws {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    func bind(_ value: SQLValue, at index: Int32) throws {
        let result =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
            case .real(let real): sqlite3_bind_double(handle, index, real)
            case .text(let text): Self.bind(text, to: handle, at: index)
            case .blob(let bytes): Self.bind(bytes, to: handle, at: index)
            }
        if result != SQLITE_OK { throw connection.error(result) }
    }

    /// Steps to the next row; `false` at the end.
    @inline(__always)
    func step() throws -> Bool {
        let result = sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        if result == SQLITE_DONE { return false }
        throw connection.error(result)
    }

    /// The error of a result code.
    func error(_ result: Int32) -> any Error { connection.error(result) }

    /// Runs a statement that returns no rows.
    func run(_ values: SQLValue...) throws {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    /// Resets the statement and clears the bound values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// The column's value, of any type.
    func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }

    private func bytes(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(handle, column)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    private static func bind(_ text: String, to handle: OpaquePointer, at index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            // The base address of an empty string may be nil, which would bind NULL.
            guard let start = bytes.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, nil) }
            return sqlite3_bind_text64(
                handle, index, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
                UInt64(bytes.count),
                SQLite.transient, UInt8(SQLITE_UTF8))
        }
    }

    private static func bind(_ bytes: [UInt8], to handle: OpaquePointer, at index: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return sqlite3_bind_blob64(handle, index, start, UInt64(buffer.count), SQLite.transient)
        }
    }
}
#endif
