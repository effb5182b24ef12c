#if SQLite
import CSQLite

/// A value on its way from a line of JSON into a column.
enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    /// Bytes of the line itself, which stays where it is until the row is written.
    case bytes(UnsafeRawBufferPointer)
    /// A text that is not in the line as it stands: one with escapes, a lower-cased one.
    case text(String)
}

/// An element of a list, on its way into the side table.
enum Element {
    case integer(Int64)
    case real(Double)
    case text(String)
    case place(latitude: Double, longitude: Double)
}

/// One row being read: used again for every line.
struct RowCells {
    var cells: [Cell]
    /// The elements of lists, each with the position of its field.
    var elements: [(field: Int, element: Element)] = []
    /// The values under keys that the schema does not know: the members of an object, with commas between them.
    var unmodelled: [UInt8] = []
    /// Values that do not fit their field, where they are kept and not refused.
    var incompatible: [(field: Int, failure: IncompatibleValue)] = []

    struct IncompatibleValue {
        let expected: String
        let found: String
    }

    /// Whether elements that do not fit are passed over, and not a reason to refuse their list.
    var keepsIncompatible = false

    /// Whether a number that its column would round is a value that does not fit: a migration must be able to go back.
    var refusesRounding = false

    init(_ shape: RowShape) { self.init(count: shape.count) }

    init(count: Int) { cells = Array(repeating: .null, count: count) }

    mutating func clear() {
        for index in cells.indices { cells[index] = .null }
        elements.removeAll(keepingCapacity: true)
        unmodelled.removeAll(keepingCapacity: true)
        incompatible.removeAll(keepingCapacity: true)
    }
}

extension Cell {
    var isNull: Bool { if case .null = self { true } else { false } }

    /// Binds the cell; a null one is left as it is, cleared.
    @inline(__always)
    func bind(_ statement: OpaquePointer, _ index: Int32) {
        switch self {
        case .null: break
        case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
        case .real(let real): sqlite3_bind_double(statement, index, real)
        case .bytes(let bytes):
            // No copy: the line outlives the step. A text of no bytes needs an address all the same.
            guard let start = bytes.baseAddress, bytes.count > 0 else {
                sqlite3_bind_text(statement, index, "", 0, nil)
                return
            }
            sqlite3_bind_text64(
                statement, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), nil,
                UInt8(SQLITE_UTF8))
        case .text(var text):
            text.withUTF8 { bytes in
                guard let start = bytes.baseAddress, bytes.count > 0 else {
                    sqlite3_bind_text(statement, index, "", 0, nil)
                    return
                }
                sqlite3_bind_text64(
                    statement, index, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
                    UInt64(bytes.count), SQLite.transient, UInt8(SQLITE_UTF8))
            }
        }
    }
}
#endif
