#if SQLite
import CSQLite

/// Content in tables that a person would make, with the indexes that the statements need, through SQLite's C API.
final class RawTables {
    private let database: OpaquePointer
    private static let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)

    private init(path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK, let database else {
            throw RawInsert.Failure(message: path)
        }
        self.database = database
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536")
    }

    convenience init(path: String, _ library: BenchmarkLibrary) throws {
        try self.init(path: path)
        try execute(
            """
            CREATE TABLE a (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT, born INTEGER) STRICT;
            CREATE TABLE b (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT, published INTEGER, author TEXT) STRICT;
            CREATE TABLE e (item INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (value, item)) STRICT, WITHOUT ROWID;
            BEGIN;
            """)
        for number in 0..<library.count {
            try insert(
                "INSERT INTO a VALUES (?1, ?2, ?3, ?4)", number,
                ["a\(number)", library.name(ofAuthor: number), library.birth(ofAuthor: number)])
            try insert(
                "INSERT INTO b VALUES (?1, ?2, ?3, ?4, ?5)", number,
                ["b\(number)", "Book \(number)", library.published(number), library.author(of: number)])
            for editor in library.editors(of: number) {
                try insert("INSERT OR IGNORE INTO e VALUES (?1, ?2)", number, [editor])
            }
        }
        try execute(
            """
            COMMIT; CREATE INDEX i1 ON a (name); CREATE INDEX i2 ON a (born); CREATE INDEX i3 ON b (published);
            CREATE INDEX i4 ON b (author); CREATE INDEX i5 ON e (item, value);
            """)
        finish()
    }

    /// Products, with a table of their variants.
    convenience init(path: String, productsOf count: Int) throws {
        try self.init(path: path)
        try execute(
            """
            CREATE TABLE p (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, start INTEGER) STRICT;
            CREATE TABLE v (product INTEGER NOT NULL, size TEXT, stock INTEGER) STRICT;
            BEGIN;
            """)
        for number in 0..<count {
            try insert(
                "INSERT INTO p VALUES (?1, ?2, ?3)", number, ["i\(number)", MemberFixture.start(number)])
            for variant in 0..<5 {
                try insert(
                    "INSERT INTO v VALUES (?1, ?2, ?3)", number,
                    [MemberFixture.sizes[variant], MemberFixture.stock(number, variant)])
            }
        }
        try execute(
            "COMMIT; CREATE INDEX p1 ON p (start); CREATE INDEX v1 ON v (size, stock); CREATE INDEX v2 ON v (product)"
        )
        finish()
    }

    private var statements: [String: OpaquePointer] = [:]

    /// Runs a statement once for each number, and returns the number of its rows.
    func run(_ sql: String, rounds: Int) throws -> Int {
        let statement = try prepared(sql)
        var rows = 0
        for round in 0..<rounds {
            sqlite3_bind_int64(statement, 1, Int64(round))
            while sqlite3_step(statement) == SQLITE_ROW {
                guard let text = sqlite3_column_text(statement, 0) else { continue }
                keep(String(cString: text))
                rows += 1
            }
            sqlite3_reset(statement)
        }
        return rows
    }

    private func insert(_ sql: String, _ number: Int, _ values: [Any?]) throws {
        let statement = try prepared(sql)
        sqlite3_bind_int64(statement, 1, Int64(number))
        for (position, value) in values.enumerated() {
            let column = Int32(position + 2)
            switch value {
            case let text as String: sqlite3_bind_text(statement, column, text, -1, Self.transient)
            case let integer as Int: sqlite3_bind_int64(statement, column, Int64(integer))
            default: sqlite3_bind_null(statement, column)
            }
        }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
        sqlite3_reset(statement)
    }

    private func prepared(_ sql: String) throws -> OpaquePointer {
        if let known = statements[sql] { return known }
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure()
        }
        statements[sql] = statement
        return statement
    }

    private func execute(_ sql: String) throws {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func failure() -> RawInsert.Failure {
        RawInsert.Failure(message: String(cString: sqlite3_errmsg(database)))
    }

    private func finish() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
    }

    func close() {
        finish()
        sqlite3_close(database)
    }
}
#endif
