#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("What another program has added to a file")
struct ForeignObjectTests {
    private static let module = ModuleDescriptor(
        #"""
        {"name": "books", "fields": [
          {"name": "title", "type": "text", "sortable": true, "searchable": true},
          {"name": "tags", "type": "list", "of": {"type": "text"}}]}
        """#)

    private static let writable = "PRAGMA writable_schema = ON"

    /// Statements of another program, the kind and the name that the error must have.
    static let foreign: [(sql: [String], named: String)] = [
        (
            ["CREATE TRIGGER extra AFTER INSERT ON m_books BEGIN DELETE FROM m_books; END"],
            #"trigger "extra" on "m_books""#
        ),
        (
            ["CREATE TRIGGER quire_index_insert_1 AFTER INSERT ON m_books BEGIN DELETE FROM m_books; END"],
            "quire_index_insert_1"
        ),
        (
            [
                "CREATE TABLE mine (a)",
                "CREATE TRIGGER own AFTER INSERT ON mine BEGIN DELETE FROM m_books; END",
            ], #"trigger "own" on "mine""#
        ),
        (["CREATE VIEW seen AS SELECT * FROM m_books"], #"view "seen""#),
        (["CREATE INDEX lower ON m_books (lower(id))"], #"index "lower" on "m_books""#),
        (["CREATE INDEX some ON m_books (id) WHERE id > 'a'"], #"index "some""#),
        (["CREATE INDEX folded ON m_books (id COLLATE NOCASE)"], #"index "folded""#),
        (["CREATE UNIQUE INDEX once ON m_books (v_title)"], #"index "once""#),
        (["CREATE VIRTUAL TABLE words USING fts5(text)"], #"virtual table "words""#),
        (["ALTER TABLE m_books ADD COLUMN twice TEXT AS (id || id)"], #"table "m_books""#),
        (
            [
                writable,
                "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ', other TEXT DEFAULT (1 + 1)) STRICT') WHERE name = 'm_books'",
            ], #"table "m_books""#
        ),
        (["ALTER TABLE m_books ADD COLUMN other TEXT CHECK (other <> 'x')"], #"table "m_books""#),
        (
            ["ALTER TABLE m_books ADD COLUMN other TEXT REFERENCES m_books (id) ON DELETE CASCADE"],
            #"table "m_books""#
        ),
        (
            [
                "DROP VIEW quire_text_books_v",
                "CREATE VIEW quire_text_books_v AS SELECT 1 AS item, 'a' AS id, 'b' AS v_title",
            ], #"view "quire_text_books_v""#
        ),
    ]

    private let folder: Folder

    init() throws { folder = try Folder() }

    private var location: Store.Location { .file(folder.file()) }

    private func load() async throws {
        let store = try await Store(location, modules: [Self.module])
        try await store.load(Self.module, [#"{"id":"1","values":{"title":"A","tags":["x"]}}"#])
        await store.close()
    }

    private func change(_ sql: [String]) throws {
        let script = """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            for sql in sys.argv[2:]: connection.execute(sql)
            connection.commit()
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, folder.file()] + sql
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(sql)")
    }

    @Test("Opening refuses it by name with a remedy, and the check reports it", arguments: foreign.indices)
    func refused(_ index: Int) async throws {
        let (sql, named) = Self.foreign[index]
        try await load()
        try change(sql)
        for isReadOnly in [false, true] {
            var options = StoreOptions()
            options.isReadOnly = isReadOnly
            let error = await #expect(throws: StoreError.self) {
                try await Store(location, modules: [Self.module], options: options)
            }
            #expect(
                error?.code == .foreign && error?.reason.contains(named) == true,
                "\(String(describing: error))")
            #expect(error?.advice.isEmpty == false)
        }
        // A plan ends like the migration.
        let planned = await #expect(throws: StoreError.self) {
            try await Store.plan(for: [Self.module], of: location)
        }
        #expect(planned?.code == .foreign)
        let report = try await Store.check(location, options: readOnly)
        #expect(report.counts[.foreign] ?? 0 > 0)
        #expect(report.problems.contains { $0.kind == .foreign && $0.detail.contains(named) }, "\(report)")
    }

    private var readOnly: StoreOptions {
        var options = StoreOptions()
        options.isReadOnly = true
        return options
    }

    @Test(
        "An entry that claims to be something else is refused, by SQLite or by Quire",
        arguments: [
            "INSERT INTO sqlite_schema VALUES ('table', 'fake', 'm_books', 0, 'CREATE TRIGGER fake AFTER INSERT ON m_books BEGIN DELETE FROM m_books; END')",
            "INSERT INTO sqlite_schema VALUES ('index', 'fake', 'mine', 0, 'create/**/trigger fake AFTER INSERT ON m_books BEGIN DELETE FROM m_books; END')",
            "UPDATE sqlite_schema SET type = 'table' WHERE name = 'quire_text_books_v'",
        ])
    func disguised(sql: String) async throws {
        try await load()
        try change([Self.writable, sql])
        let error = await #expect(throws: StoreError.self) {
            try await Store(location, modules: [Self.module])
        }
        #expect(error?.code == .foreign || error?.code == .corrupt, "\(String(describing: error))")
        #expect(try await !Store.check(location, options: readOnly).isSound)
    }

    @Test("The remedy in the error makes the file open again")
    func remedy() async throws {
        try await load()
        for sql in [
            "CREATE TRIGGER \"a\"\"b\" AFTER INSERT ON m_books BEGIN DELETE FROM m_books; END",
            "CREATE VIEW seen AS SELECT 1", "CREATE INDEX lower ON m_books (lower(id))",
            "CREATE VIRTUAL TABLE words USING fts5(text)",
        ] {
            try change([sql])
            let error = await #expect(throws: StoreError.self) {
                try await Store(location, modules: [Self.module])
            }
            let parts = try #require(error?.advice.split(separator: "`"))
            try change([String(parts[1])])
            await (try await Store(location, modules: [Self.module])).close()
        }
    }

    @Test("Plain tables with their indexes, and plain indexes on Quire's tables, do not matter")
    func plain() async throws {
        try await load()
        try change([
            "CREATE TABLE mine (a TEXT CHECK (a <> ''), b AS (a || a))",
            "CREATE UNIQUE INDEX once ON mine (lower(a))",
            "CREATE INDEX \"quick\" ON m_books (\"v_title\", id)", "ANALYZE",
        ])
        let store = try await Store(location, modules: [Self.module])
        try await store.load(Self.module, [#"{"id":"2","values":{"title":"B"}}"#])
        #expect(try await store.check().problems == [])
        await store.close()
    }
}
#endif
