#if SQLite
import CSQLite
import QuireShared

/// A checksum of an item's stored values, stored in its row. It detects values that have changed on the disk.
///
/// It does not depend on the order of columns, and NULL contributes nothing, so adding columns does not change it.
/// It detects damage, not tampering.
struct RowChecksum {
    private var sum: UInt64

    init(item: Int64) { sum = Self.mixed(UInt64(bitPattern: item), into: 0x9E37_79B9_7F4A_7C15) }

    var value: Int64 { Int64(bitPattern: sum) }

    /// The initial hash of each value in a column.
    static func seed(_ column: String) -> UInt64 { StableHash(column).value }

    mutating func add(_ cell: Cell, seed: UInt64) {
        switch cell {
        case .null: break
        case .integer(let integer): add(integer, seed)
        case .real(let real): add(real, seed)
        case .bytes(let bytes): add(bytes, seed)
        case .text(var text): text.withUTF8 { add(UnsafeRawBufferPointer($0), seed) }
        }
    }

    /// Adds a column of the current row.
    mutating func add(_ statement: OpaquePointer, _ column: Int32, seed: UInt64) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: add(sqlite3_column_int64(statement, column), seed)
        case SQLITE_FLOAT: add(sqlite3_column_double(statement, column), seed)
        case SQLITE_TEXT:
            add(
                UnsafeRawBufferPointer(
                    start: sqlite3_column_text(statement, column),
                    count: Int(sqlite3_column_bytes(statement, column))), seed)
        default: break
        }
    }

    private mutating func add(_ integer: Int64, _ seed: UInt64) {
        sum &+= Self.mixed(UInt64(bitPattern: integer), into: seed)
    }

    private mutating func add(_ real: Double, _ seed: UInt64) {
        // SQLite stores NaN as NULL, and does not store the sign of zero.
        guard !real.isNaN else { return }
        sum &+= Self.mixed((real == 0 ? 0 : real).bitPattern, into: seed &+ 1)
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) {
        var hash = Self.mixed(UInt64(truncatingIfNeeded: bytes.count), into: seed &+ 2)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            hash = Self.mixed(
                bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian, into: hash)
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset &+= 1
        }
        sum &+= Self.mixed(rest, into: hash)
    }

    @inline(__always)
    private static func mixed(_ word: UInt64, into hash: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low &+ 0xA076_1D64_78BD_642F
    }
}
#endif
