#if SQLite
import CSQLite
import Foundation
import Quire

/// Books and authors. One book in ten has no author, and one in twenty names an author that does not exist.
struct BenchmarkLibrary {
    static let authors = ModuleDescriptor(
        name: "authors",
        fields: [
            FieldDescriptor(name: "name", kind: .text, isSortable: true),
            FieldDescriptor(name: "born", kind: .integer, isSortable: true),
        ])
    static let books = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text),
            FieldDescriptor(name: "published", kind: .integer, isSortable: true),
            FieldDescriptor(name: "author", kind: .relation(module: "authors")),
            FieldDescriptor(name: "editors", kind: .relations(module: "authors")),
        ])

    let count: Int

    func name(ofAuthor number: Int) -> String { "Name \(number / 20)" }
    func birth(ofAuthor number: Int) -> Int { 1800 + number * 37 % 250 }
    func published(_ book: Int) -> Int { book * 7 % count }

    func author(of book: Int) -> String? {
        if book % 10 == 0 { return nil }
        return book % 20 == 5 ? "unknown-\(book)" : "a\(book * 7_919 % count)"
    }

    func editors(of book: Int) -> [String] {
        (0..<book % 3).map { "a\((book * 31 + $0 * 17_389) % count)" }
    }

    var authorLines: Data {
        lines {
            #"{"id":"a\#($0)","values":{"name":"\#(name(ofAuthor: $0))","born":\#(birth(ofAuthor: $0))}}"#
        }
    }

    var bookLines: Data {
        lines { book in
            let author = author(of: book).map { #","author":"\#($0)""# } ?? ""
            let editors = editors(of: book).map { "\"\($0)\"" }.joined(separator: ",")
            return
                #"{"id":"b\#(book)","values":{"title":"Book \#(book)","published":\#(published(book))\#(author),"editors":[\#(editors)]}}"#
        }
    }

    private func lines(_ line: (Int) -> String) -> Data {
        var text = ""
        for number in 0..<count { text += line(number) + "\n" }
        return Data(text.utf8)
    }
}

/// The same content in tables that a person would make, with the indexes that the statements need.
final class RawLibrary {
    private let database: OpaquePointer
    private static let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)

    init(path: String, _ library: BenchmarkLibrary) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK, let database else {
            throw RawInsert.Failure(message: path)
        }
        self.database = database
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536")
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
