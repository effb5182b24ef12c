#if SQLite
import CSQLite

/// A value from a line of JSON that will be bound to a column.
enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    /// Bytes of the line, which remain valid until the row has been written.
    case bytes(UnsafeRawBufferPointer)
    /// A text that does not occur literally in the line, because it has escapes or was lower-cased.
    case text(String)
}

/// An element of a list that will be stored in the side table.
enum Element {
    case integer(Int64)
    case real(Double)
    case text(String)
    case place(latitude: Double, longitude: Double)
}

/// The cells of one row, reused for every line.
struct RowCells {
    var cells: [Cell]
    /// The elements of lists, each with the position of its field.
    var elements: [(field: Int, element: Element)] = []
    /// The rows of listed objects, one after the other, by the position of their table.
    var objects: [[Cell]]
    /// The values under keys that the schema does not know: the members of an object, separated by commas.
    var unmodelled: [UInt8] = []
    /// Values that do not fit their field, if they are kept.
    var incompatible: [(field: Int, failure: IncompatibleValue)] = []

    struct IncompatibleValue {
        let expected: String
        let valueText: String
        /// Where the value is in the line.
        var bytes: Range<Int> = 0..<0
    }

    /// Elements of lists that do not fit, if they are kept.
    var skipped: [(field: Int, failure: IncompatibleValue)] = []

    /// Whether elements that do not fit are skipped instead of rejecting their list.
    var keepsIncompatible = false

    /// Whether a number that its column would round counts as incompatible, because a migration must be reversible.
    var refusesRounding = false

    init(_ shape: RowShape) { self.init(count: shape.count, tables: shape.objects.count) }

    /// - Parameter tables: The number of tables of listed objects.
    init(count: Int, tables: Int = 0) {
        cells = Array(repeating: .null, count: count)
        objects = Array(repeating: [], count: tables)
    }

    mutating func clear() {
        for index in cells.indices { cells[index] = .null }
        elements.removeAll(keepingCapacity: true)
        for index in objects.indices { objects[index].removeAll(keepingCapacity: true) }
        unmodelled.removeAll(keepingCapacity: true)
        incompatible.removeAll(keepingCapacity: true)
        skipped.removeAll(keepingCapacity: true)
    }
}

extension Cell {
    var isNull: Bool { if case .null = self { true } else { false } }

    /// Binds the cell. A null cell is left cleared.
    @inline(__always)
    func bind(_ statement: OpaquePointer, _ index: Int32) {
        switch self {
        case .null: break
        case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
        case .real(let real): sqlite3_bind_double(statement, index, real)
        case .bytes(let bytes):
            // Not copied, because the line is valid until the statement has run. An empty text also needs an address.
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
