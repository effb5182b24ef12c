#if SQLite
import CSQLite

/// How many words the rows of an index have in each of its columns.
final class RowLengths: KeptRows {
    /// The number of rows that are copied if one of them changes.
    private static let chunk = 1_024

    /// By the number of the row, in chunks, of each row the lengths of its columns.
    private let chunks: [[UInt32]]
    private let columns: Int
    let count: Int

    init(_ source: RowColumn, last: Int64) throws {
        let columns = source.columns
        var chunks = Self.empty(upTo: last, columns)
        var count = 0
        try source.connection.withStatement("SELECT id, sz FROM \(source.table)") { row in
            while try row.step() {
                let item = row.integer(0)
                // A damaged file may have any number.
                guard item >= 0, item <= last else { continue }
                Self.read(
                    row, 1, into: &chunks[Int(item) / Self.chunk], Int(item) % Self.chunk * columns, columns)
                count += 1
            }
        }
        self.chunks = chunks
        self.columns = columns
        self.count = count
    }

    private init(_ chunks: [[UInt32]], _ columns: Int, _ count: Int) {
        self.chunks = chunks
        self.columns = columns
        self.count = count
    }

    /// The number of words of a row in a column; 0 if the index does not have the row.
    func length(of row: Int64, column: Int) -> Int {
        guard row >= 0, case let index = Int(row) / Self.chunk, index < chunks.count else { return 0 }
        return Int(chunks[index][Int(row) % Self.chunk * columns + column])
    }

    func changed(by changes: RowChanges, _ source: RowColumn) throws -> RowLengths? {
        var chunks = chunks
        try source.connection.withStatement("SELECT sz FROM \(source.table) WHERE id = ?") { row in
            for number in Set(changes.inserted + changes.updated + changes.removed)
            where RowSet.possible.contains(number) {
                row.reset()
                try row.bind(.integer(number), at: 1)
                chunks += Self.empty(upTo: number, columns).dropFirst(chunks.count)
                let start = Int(number) % Self.chunk * columns
                if try row.step() {
                    Self.read(row, 0, into: &chunks[Int(number) / Self.chunk], start, columns)
                } else {
                    for column in 0..<columns { chunks[Int(number) / Self.chunk][start + column] = 0 }
                }
            }
        }
        return RowLengths(chunks, columns, count)
    }

    private static func empty(upTo last: Int64, _ columns: Int) -> [[UInt32]] {
        let chunk = Array(repeating: UInt32(0), count: chunk * columns)
        return Array(repeating: chunk, count: Int(max(last, 0)) / Self.chunk + 1)
    }

    /// Reads the lengths as FTS5 stores them: for each column a number of variable size.
    private static func read(
        _ row: Statement, _ column: Int32, into lengths: inout [UInt32], _ start: Int, _ columns: Int
    ) {
        let bytes = UnsafeRawBufferPointer(
            start: sqlite3_column_blob(row.handle, column),
            count: Int(sqlite3_column_bytes(row.handle, column)))
        var index = 0
        var number: UInt32 = 0
        for byte in bytes {
            number = (number << 7) | UInt32(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if index < columns { lengths[start + index] = number }
            index += 1
            number = 0
        }
        while index < columns {
            lengths[start + index] = 0
            index += 1
        }
    }
}
#endif
