#if SQLite
import CSQLite
import QuireCore

/// Writes rows of one module in a transaction: into the narrow table, the text table and the side tables.
final class RowWriter {
    enum Outcome { case inserted, updated, skipped }

    private let shape: RowShape
    private let connection: Connection
    private var nextItem: Int64
    private let insertNarrow: Statement
    private let replaceNarrow: Statement
    private let insertText: Statement
    private let find: Statement
    /// Statements by the position of the field; `nil` if it has no side table.
    private let insertElement: [Statement?]
    /// Statements by the position of the table of listed objects.
    private let insertObject: [Statement]
    private let remover: RowRemover
    /// Updates the full text; `nil` if there is none.
    private let follower: TextFollower?
    /// Removes vectors of earlier texts; `nil` if the module has no embedding.
    private let vectors: VectorFollower?
    /// Notes the rows for searches; `nil` if there is no full text.
    private let written: WrittenRows?

    /// - Parameter follower: Updates the full text; `nil` if there is none.
    init(_ shape: RowShape, _ connection: Connection, follower: TextFollower?) throws {
        func prepare(_ sql: String) throws -> Statement {
            try Statement(sql, connection: connection, persistent: true)
        }
        self.shape = shape
        self.connection = connection
        self.follower = follower
        written = shape.layout.text.flatMap { connection.searchRecorder?.writtenRows($0) }
        let table = SQLite.quoted(shape.layout.table)
        nextItem = (try connection.integer("SELECT max(item) FROM \(table)") ?? 0) + 1
        // FAIL in case the table has triggers for a change journal, see `IndexFeed`. A row is inserted completely or
        // not at all.
        insertNarrow = try prepare(shape.narrowStatement("INSERT OR FAIL"))
        replaceNarrow = try prepare(shape.narrowStatement("REPLACE"))
        insertText = try prepare(shape.textStatement("REPLACE"))
        find = try prepare(
            "SELECT item, coalesce(updatedAt, createdAt), \(SQLite.quoted(MetadataColumns.checksum)) FROM \(table) WHERE id = ?"
        )
        insertElement = try shape.layout.fields.map { field in
            guard let side = field.side, let element = field.storage.element else { return nil }
            let parameters = element == .place || element.isText ? "?, ?, ?" : "?, ?"
            return try prepare("INSERT OR IGNORE INTO \(SQLite.quoted(side)) VALUES (\(parameters))")
        }
        insertObject = try shape.objects.map { try prepare($0.insert) }
        vectors = try VectorFollower(shape.layout, connection)
        remover = try RowRemover(shape.layout, connection, follower: follower)
    }

    /// Writes the row, with a new number or that of the item with the same id.
    ///
    /// - Parameters:
    ///   - onlyNewer: Whether to keep a stored item that was updated later than the new one.
    ///   - skipsEqual: Whether to leave a stored item with the same values alone.
    func write(
        _ row: borrowing RowCells, item: Int64? = nil, onlyNewer: Bool = false, skipsEqual: Bool = false
    ) throws -> Outcome {
        if skipsEqual, let stored = try stored(row), stored.checksum == checksum(row, stored.item) {
            return .skipped
        }
        let number = item ?? nextItem
        if try step(insertNarrow, row: row, item: number) {
            written?.add(number, .inserted)
            nextItem = max(nextItem, number + 1)
            try writeText(row, number)
            try writeElements(row, number)
            try follower?.didInsert(number)
            try vectors?.didWrite(number)
            try noteChange(of: row, isNew: true)
            return .inserted
        }
        guard let stored = try stored(row) else { throw corruptIndex }
        if onlyNewer, let storedDate = stored.date, (date(row) ?? .min) < storedDate { return .skipped }
        try noteChange(of: row, isNew: false)
        written?.add(stored.item, .updated)
        try follower?.willChange(stored.item)
        try remover.removeElements(of: stored.item)
        if follower == nil {
            _ = try step(replaceNarrow, row: row, item: stored.item)
        } else {
            // A REPLACE opens a statement journal, which would make FTS5 write its buffer.
            try remover.removeNarrow(of: stored.item)
            guard try step(insertNarrow, row: row, item: stored.item) else { throw corruptIndex }
        }
        try remover.removeText(of: stored.item)
        try writeText(row, stored.item)
        try writeElements(row, stored.item)
        try follower?.didChange(stored.item)
        try vectors?.didWrite(stored.item)
        return .updated
    }

    /// Reports the item before its row changes, or after a new row was written.
    private func noteChange(of row: borrowing RowCells, isNew: Bool) throws {
        guard let changes = connection.changes else { return }
        let id = row.cells[shape.envelope[0]]
        try changes.changes({ id.string }, of: shape.layout.module.name, isNew: isNew, on: connection)
    }

    private var corruptIndex: StoreError {
        StoreError(
            .corrupt, action: "write to \"\(shape.layout.module.name)\"", location: connection.location,
            reason: "the index of the ids does not agree with its table",
            advice: "Check the file with `quire check-store`, or load the content into a new one.")
    }

    /// Binds and runs the statement. Returns `false` if there is a row with the same id.
    private func step(_ statement: Statement, row: borrowing RowCells, item: Int64) throws -> Bool {
        let handle = statement.handle
        sqlite3_bind_int64(handle, 1, item)
        for index in shape.narrowColumns.indices { row.cells[index].bind(handle, Int32(index + 2)) }
        sqlite3_bind_int64(handle, Int32(shape.narrowColumns.count + 2), checksum(row, item))
        return try finish(statement)
    }

    private func checksum(_ row: borrowing RowCells, _ item: Int64) -> Int64 {
        var checksum = RowChecksum(item: item)
        for index in row.cells.indices { checksum.add(row.cells[index], seed: shape.seeds[index]) }
        return checksum.value
    }

    private func finish(_ statement: Statement) throws -> Bool {
        let result = sqlite3_step(statement.handle)
        defer {
            sqlite3_reset(statement.handle)
            sqlite3_clear_bindings(statement.handle)
        }
        if result == SQLITE_DONE { return true }
        // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY, which Swift cannot import.
        if result & 0xFF == SQLITE_CONSTRAINT, [8, 6].contains(result >> 8) { return false }
        throw connection.error(result)
    }

    private func stored(_ row: borrowing RowCells) throws -> (item: Int64, date: Int64?, checksum: Int64?)? {
        row.cells[shape.envelope[0]].bind(find.handle, 1)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return (
            find.integer(0), find.isNull(1) ? nil : find.integer(1), find.isNull(2) ? nil : find.integer(2)
        )
    }

    /// The date of the row's last change.
    private func date(_ row: borrowing RowCells) -> Int64? {
        for name in ["updatedAt", "createdAt"] {
            guard let column = EnvelopeKeys.column[name] else { continue }
            if case .integer(let milliseconds) = row.cells[shape.envelope[column]] { return milliseconds }
        }
        return nil
    }

    private func writeText(_ row: borrowing RowCells, _ item: Int64) throws {
        let first = shape.narrowColumns.count
        var isEmpty = true
        for index in first..<shape.count where !row.cells[index].isNull { isEmpty = false }
        // Most modules have rows without any long text. A missing row means the same as a row of nulls.
        guard !isEmpty else { return }
        let handle = insertText.handle
        sqlite3_bind_int64(handle, 1, item)
        for index in first..<shape.count { row.cells[index].bind(handle, Int32(index - first + 2)) }
        _ = try finish(insertText)
    }

    private func writeElements(_ row: borrowing RowCells, _ item: Int64) throws {
        for (field, element) in row.elements {
            guard let statement = insertElement[field] else { continue }
            element.bind(
                statement.handle, item, isText: shape.layout.fields[field].storage.element?.isText == true)
            _ = try finish(statement)
        }
        for (table, cells) in row.objects.enumerated() where !cells.isEmpty {
            let statement = insertObject[table]
            let width = shape.objects[table].columns.count
            for start in stride(from: 0, to: cells.count, by: width) {
                sqlite3_bind_int64(statement.handle, 1, item)
                for column in 0..<width { cells[start + column].bind(statement.handle, Int32(column + 2)) }
                guard try finish(statement) else { throw corruptIndex }
            }
        }
    }
}

extension Cell {
    /// The text; empty for other values.
    fileprivate var string: String {
        switch self {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .text(let text): text
        default: ""
        }
    }
}

extension Element {
    /// Binds the element's columns and the number of its item.
    func bind(_ statement: OpaquePointer, _ item: Int64, isText: Bool) {
        switch self {
        case .integer(let integer): sqlite3_bind_int64(statement, 1, integer)
        case .real(let real): sqlite3_bind_double(statement, 1, real)
        case .text(let text):
            Cell.text(text).bind(statement, 1)
            if isText, !text.utf8.allSatisfy({ $0 < 0x80 }) {
                Cell.text(text.lowercased()).bind(statement, 3)
            }
        case .place(let latitude, let longitude):
            sqlite3_bind_double(statement, 1, latitude)
            sqlite3_bind_double(statement, 2, longitude)
            sqlite3_bind_int64(statement, 3, item)
            return
        }
        sqlite3_bind_int64(statement, 2, item)
    }
}
#endif
