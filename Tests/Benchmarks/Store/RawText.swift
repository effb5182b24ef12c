#if SQLite
import CSQLite
import Foundation

/// The calibration: SQLite's C API alone over plain FTS5 (`unicode61`), with the same texts, weights and pages.
final class RawText {
    private let database: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK, let database else {
            throw RawInsert.Failure(message: path)
        }
        self.database = database
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536")
        try execute("PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY")
        try execute(
            """
            CREATE TABLE p (rowid INTEGER PRIMARY KEY, id TEXT UNIQUE, title TEXT, summary TEXT, body TEXT, category TEXT, \
            age INTEGER) STRICT;
            CREATE VIRTUAL TABLE f USING fts5(title, summary, body, content='p', \
            tokenize='unicode61 remove_diacritics 2', prefix='2 3');
            INSERT INTO f(f, rank) VALUES('rank', 'bm25(10.0, 4.0, 1.0)');
            CREATE TABLE n (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
            """)
    }

    /// Opens a file to look into it.
    init(existing path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK, let database else {
            throw RawInsert.Failure(message: path)
        }
        self.database = database
    }

    func insert(_ pieces: [PieceSource]) throws {
        try execute("BEGIN")
        let insert = try statement("INSERT INTO p VALUES (?, ?, ?, ?, ?, ?, ?)")
        let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
        for (index, piece) in pieces.enumerated() {
            sqlite3_bind_int64(insert, 1, Int64(index + 1))
            let texts = ["piece-\(index)", piece.title, piece.summary, piece.body, piece.category]
            for (column, text) in texts.enumerated() {
                sqlite3_bind_text(insert, Int32(column + 2), text, -1, transient)
            }
            sqlite3_bind_int64(insert, 7, Int64(piece.age))
            guard sqlite3_step(insert) == SQLITE_DONE else { throw RawInsert.Failure(message: "insert") }
            sqlite3_reset(insert)
        }
        try execute("COMMIT")
    }

    /// Replaces the first items' texts, in one transaction or in one for each.
    ///
    /// - Parameter notesVersion: Whether each transaction also writes the version of the index.
    func update(
        _ range: Range<Int>, _ pieces: [PieceSource], eachAlone: Bool, notesVersion: Bool = false
    ) throws {
        let note = try statement(
            "INSERT INTO n VALUES ('version', random()) ON CONFLICT (key) DO UPDATE SET text = excluded.text")
        let old = try statement("SELECT title, summary, body FROM p WHERE rowid = ?")
        let remove = try statement(
            "INSERT INTO f(f, rowid, title, summary, body) VALUES ('delete', ?, ?, ?, ?)")
        let change = try statement("UPDATE p SET title = ?2, summary = ?3, body = ?4 WHERE rowid = ?1")
        let add = try statement("INSERT INTO f(rowid, title, summary, body) VALUES (?, ?, ?, ?)")
        let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
        if !eachAlone { try execute("BEGIN") }
        for number in range {
            if eachAlone { try execute("BEGIN") }
            sqlite3_bind_int64(old, 1, Int64(number + 1))
            guard sqlite3_step(old) == SQLITE_ROW else {
                throw RawInsert.Failure(message: "no row \(number)")
            }
            for column: Int32 in 0..<3 {
                sqlite3_bind_value(remove, column + 2, sqlite3_column_value(old, column))
            }
            sqlite3_bind_int64(remove, 1, Int64(number + 1))
            let piece = pieces[number * 7 % pieces.count]
            for statement in [change, add] {
                sqlite3_bind_int64(statement, 1, Int64(number + 1))
                for (column, text) in [piece.title, piece.summary, piece.body].enumerated() {
                    sqlite3_bind_text(statement, Int32(column + 2), text, -1, transient)
                }
            }
            for statement in [remove, change, add] {
                guard sqlite3_step(statement) == SQLITE_DONE else {
                    throw RawInsert.Failure(message: String(cString: sqlite3_errmsg(database)))
                }
                sqlite3_reset(statement)
            }
            sqlite3_reset(old)
            if notesVersion {
                guard sqlite3_step(note) == SQLITE_DONE else {
                    throw RawInsert.Failure(message: String(cString: sqlite3_errmsg(database)))
                }
                sqlite3_reset(note)
            }
            if eachAlone { try execute("COMMIT") }
        }
        if !eachAlone { try execute("COMMIT") }
    }

    func rebuild() throws { try execute("INSERT INTO f(f) VALUES('rebuild')") }

    /// Rows of a query as arrays of text, with all columns read.
    func rows(_ sql: String, _ values: String...) throws -> [[String]] {
        let statement = try statement(sql)
        let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            sqlite3_bind_text(statement, Int32(index + 1), value, -1, transient)
        }
        defer { sqlite3_reset(statement) }
        var rows: [[String]] = []
        let columns = sqlite3_column_count(statement)
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<columns).map { column in
                    guard let start = sqlite3_column_text(statement, column) else { return "" }
                    let count = Int(sqlite3_column_bytes(statement, column))
                    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
                })
        }
        return rows
    }

    func close() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close_v2(database)
    }

    private func statement(_ sql: String) throws -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw RawInsert.Failure(message: String(cString: sqlite3_errmsg(database)))
        }
        statements[sql] = statement
        return statement
    }

    private func execute(_ sql: String) throws {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw RawInsert.Failure(message: String(cString: sqlite3_errmsg(database)))
        }
    }
}
#endif
