#if SQLite
import CSQLite
import Foundation

/// The calibration: SQLite's C API alone, with values in memory, one wide table of typed columns with its indexes,
/// 10,000 rows in a transaction. On the reference machine it takes 9.0 µs a row, and GRDB's fastest 11.6.
struct RawInsert {
    struct Failure: Error { var message: String }

    private let database: OpaquePointer

    init(path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK, let database else { throw Failure(message: "open") }
        self.database = database
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536")
        let texts = Self.texts.map { "\($0) TEXT" }
        let integers = Self.integers.map { "\($0) INTEGER" }
        let columns =
            texts + integers + ["price REAL", "rating REAL", "keywords TEXT", "publishedAt INTEGER"]
        try execute(
            "CREATE TABLE a (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, \(columns.joined(separator: ", "))) STRICT"
        )
        for column in ["slug", "category", "age", "price", "publishedAt"] {
            try execute("CREATE INDEX i_\(column) ON a (\(column))")
        }
    }

    /// Opens a file that was filled before.
    init(existing path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK, let database else { throw Failure(message: "open") }
        self.database = database
        try execute("PRAGMA cache_size = -65536")
    }

    func insert(_ articles: [ArticleSource]) throws {
        let names = ["id"] + Self.texts + Self.integers + ["price", "rating", "keywords", "publishedAt"]
        let parameters = names.map { _ in "?" }.joined(separator: ", ")
        var statement: OpaquePointer?
        guard
            sqlite3_prepare_v2(
                database, "INSERT INTO a (\(names.joined(separator: ", "))) VALUES (\(parameters))", -1,
                &statement, nil)
                == SQLITE_OK
        else { throw Failure(message: String(cString: sqlite3_errmsg(database))) }
        defer { sqlite3_finalize(statement) }
        let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
        for start in stride(from: 0, to: articles.count, by: 10_000) {
            try execute("BEGIN")
            for article in articles[start..<min(start + 10_000, articles.count)] {
                sqlite3_bind_text(statement, 1, article.id, -1, transient)
                var index: Int32 = 2
                for text in article.texts {
                    sqlite3_bind_text(statement, index, text, -1, transient)
                    index += 1
                }
                for integer in article.integers {
                    sqlite3_bind_int64(statement, index, integer)
                    index += 1
                }
                for number in article.numbers {
                    sqlite3_bind_double(statement, index, number)
                    index += 1
                }
                sqlite3_bind_text(statement, index, article.keywords, -1, transient)
                sqlite3_bind_int64(statement, index + 1, article.publishedAt)
                guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure(message: "insert") }
                sqlite3_reset(statement)
            }
            try execute("COMMIT")
        }
    }

    /// Reads rows into a struct of plain properties, in insertion order; returns their number.
    func read(_ limit: Int) throws -> Int {
        let statement = try prepare("ORDER BY rowid LIMIT \(limit)")
        defer { sqlite3_finalize(statement) }
        return rows(of: statement)
    }

    /// The cost of reading the rows of a statement that is prepared once, in seconds for each round.
    func cost(of rounds: Int, _ clauses: String, _ bind: (OpaquePointer, Int) -> Void) throws -> Double {
        let statement = try prepare(clauses)
        defer { sqlite3_finalize(statement) }
        return CPUClock.best(of: 3) {
            for round in 0..<rounds {
                bind(statement, round)
                keep(rows(of: statement))
                sqlite3_reset(statement)
            }
        } / Double(rounds)
    }

    /// Reads the newest twenty rows whose slug is one of the values, which it puts into a temporary table.
    func join(_ slugs: [String]) throws {
        try execute("CREATE TEMP TABLE w (value TEXT PRIMARY KEY) STRICT, WITHOUT ROWID; BEGIN")
        var insert: OpaquePointer?
        guard
            sqlite3_prepare_v2(database, "INSERT OR IGNORE INTO w VALUES (?)", -1, &insert, nil) == SQLITE_OK
        else { throw Failure(message: String(cString: sqlite3_errmsg(database))) }
        let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
        for slug in slugs {
            sqlite3_bind_text(insert, 1, slug, -1, transient)
            guard sqlite3_step(insert) == SQLITE_DONE else { throw Failure(message: "insert") }
            sqlite3_reset(insert)
        }
        sqlite3_finalize(insert)
        let statement = try prepare(
            "JOIN w ON w.value = slug ORDER BY publishedAt DESC, a.rowid DESC LIMIT 20")
        guard rows(of: statement) == 20 else { throw Failure(message: "join") }
        sqlite3_finalize(statement)
        try execute("COMMIT; DROP TABLE w")
    }

    private func prepare(_ clauses: String) throws -> OpaquePointer {
        let names = ["id"] + Self.texts + Self.integers + ["price", "rating", "keywords", "publishedAt"]
        var statement: OpaquePointer?
        let sql = "SELECT \(names.joined(separator: ", ")) FROM a \(clauses)"
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw Failure(message: String(cString: sqlite3_errmsg(database)))
        }
        return statement
    }

    private func rows(of statement: OpaquePointer) -> Int {
        func text(_ column: Int32) -> String {
            guard let start = sqlite3_column_text(statement, column) else { return "" }
            let count = Int(sqlite3_column_bytes(statement, column))
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }
        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
        var rows: [Row] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                Row(
                    id: text(0), title: text(1), slug: text(2), summary: text(3), body: text(4),
                    category: text(5),
                    country: text(6), language: text(7), shade: text(8), website: text(9), source: text(10),
                    age: integer(11), views: integer(12), likes: integer(13), active: integer(14) != 0,
                    featured: integer(15) != 0, released: integer(16), checked: integer(17),
                    price: sqlite3_column_double(statement, 18), rating: sqlite3_column_double(statement, 19),
                    keywords: text(20), publishedAt: integer(21)))
        }
        keep(rows)
        return rows.count
    }

    private struct Row {
        var id, title, slug, summary, body, category, country, language, shade, website, source: String
        var age, views, likes: Int64
        var active, featured: Bool
        var released, checked: Int64
        var price, rating: Double
        var keywords: String
        var publishedAt: Int64
    }

    func close() { sqlite3_close_v2(database) }

    private func execute(_ sql: String) throws {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(database)))
        }
    }

    private static let texts = [
        "title", "slug", "summary", "body", "category", "country", "language", "shade", "website", "source",
    ]
    private static let integers = ["age", "views", "likes", "active", "featured", "released", "checked"]
}
#endif
