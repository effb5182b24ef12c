#if SQLite
import CSQLite

/// How many words the rows of an index have in each of its columns: all rows, or parts of them.
final class RowLengths: KeptRows {
    /// The number of rows that are read at once, and that are copied if one of them changes.
    static let chunk = 1_024

    /// By the number of the row, in chunks, of each row the lengths of its columns. A chunk that was not read is empty.
    private let chunks: [[UInt32]]
    private let columns: Int

    /// Knows nothing yet.
    init(columns: Int) {
        chunks = []
        self.columns = columns
    }

    private init(_ chunks: [[UInt32]], _ columns: Int) {
        self.chunks = chunks
        self.columns = columns
    }

    var count: Int { chunks.count { !$0.isEmpty } * Self.chunk }

    /// Whether the lengths of a row have been read. Rows that cannot be have none.
    func knows(_ row: Int64) -> Bool {
        guard row >= 0 else { return true }
        return Int(row) / Self.chunk < chunks.count && !chunks[Int(row) / Self.chunk].isEmpty
    }

    /// The number of words of a row in a column; 0 if the index does not have the row.
    func length(of row: Int64, column: Int) -> Int {
        guard row >= 0, knows(row) else { return 0 }
        return Int(chunks[Int(row) / Self.chunk][Int(row) % Self.chunk * columns + column])
    }

    /// The same with some more chunks.
    ///
    /// - Parameter last: The greatest number of a row.
    func extended(by count: Int, _ source: RowColumn, last: Int64) throws -> RowLengths {
        var chunks = chunks
        let end = Int(max(last, 0)) / Self.chunk + 1
        while chunks.count < end { chunks.append([]) }
        var missing = count
        var next = 0
        try source.connection.withStatement(
            "SELECT id, sz FROM \(source.table) WHERE id >= ? AND id < ?"
        ) { row in
            while missing > 0, next < end {
                let first = next
                while next < end, chunks[next].isEmpty, missing > 0 {
                    chunks[next] = Array(repeating: 0, count: Self.chunk * columns)
                    missing -= 1
                    next += 1
                }
                guard next > first else {
                    next += 1
                    continue
                }
                row.reset()
                try row.bind(.integer(Int64(first * Self.chunk)), at: 1)
                try row.bind(.integer(Int64(next * Self.chunk)), at: 2)
                while try row.step() {
                    let item = Int(row.integer(0))
                    Self.read(
                        row, 1, into: &chunks[item / Self.chunk], start: item % Self.chunk * columns,
                        columns: columns)
                }
            }
        }
        return RowLengths(chunks, columns)
    }

    func changed(by changes: RowChanges, _ source: RowColumn) throws -> RowLengths? {
        var chunks = chunks
        try source.connection.withStatement("SELECT sz FROM \(source.table) WHERE id = ?") { row in
            for number in Set(changes.inserted + changes.updated + changes.removed)
            where RowSet.possible.contains(number) && knows(number) {
                row.reset()
                try row.bind(.integer(number), at: 1)
                let start = Int(number) % Self.chunk * columns
                if try row.step() {
                    Self.read(row, 0, into: &chunks[Int(number) / Self.chunk], start: start, columns: columns)
                } else {
                    for column in 0..<columns { chunks[Int(number) / Self.chunk][start + column] = 0 }
                }
            }
        }
        return RowLengths(chunks, columns)
    }

    /// Reads the lengths as FTS5 stores them: for each column a number of variable size.
    private static func read(
        _ row: Statement, _ column: Int32, into lengths: inout [UInt32], start: Int, columns: Int
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
