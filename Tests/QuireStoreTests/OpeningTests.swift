#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Opening a store")
struct OpeningTests {
    private func code(of body: () async throws -> Void) async -> StoreError.Code? {
        do {
            try await body()
            return nil
        } catch let error as StoreError {
            #expect(!error.advice.isEmpty && !error.reason.isEmpty)
            return error.code
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test("A new file can be read by other programs: typed STRICT tables, WAL, the catalog")
    func newFile() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), schema: Shop.self)
        #expect(store.schemaChanges.map(\.module) == ["books", "authors"])
        #expect(store.schemaChanges.map(\.isNew) == [true, true])
        try await store.load(Books.descriptor, StoreTests.lines)
        #expect(
            try SQLiteShell.rows(
                folder.file(),
                "SELECT id, v_title, v_age, v_rating, v_isavailable FROM m_books WHERE id = '1'")
                == #"[["1", "Emma", 18, 4.5, 1]]"#)
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA journal_mode") == #"[["wal"]]"#)
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
        #expect(
            try SQLiteShell.rows(folder.file(), "SELECT value, item FROM m_books_l_tags ORDER BY 1")
                == #"[["a", 1], ["b", 1]]"#)
        #expect(
            try SQLiteShell.rows(folder.file(), "SELECT name FROM quire_module ORDER BY 1")
                == #"[["authors"], ["books"]]"#)
        #expect(throws: (any Error).self) {
            try SQLiteShell.rows(folder.file(), "UPDATE m_books SET v_age = 'x'")
        }
        let again = try await Store(.file(folder.file()), schema: Shop.self)
        #expect(again.schemaChanges == [])
        #expect(try await again.count(Books.self) == 3)
    }

    @Test("Another program's database is rejected and stays unchanged")
    func foreignFile() async throws {
        let folder = try Folder()
        _ = try SQLiteShell.rows(folder.file(), "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)")
        let before = FileManager.default.contents(atPath: folder.file())
        let code = await code { _ = try await Store(.file(folder.file()), schema: Shop.self) }
        #expect(code == .notAStore)
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
    }

    @Test(
        "A file with another format is rejected with both numbers, and stays unchanged",
        arguments: [(4, "Load the content into a new file"), (7, "Update Quire, or load")])
    func otherFormat(version: Int, advice: String) async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), schema: Shop.self)
        await store.close()
        _ = try SQLiteShell.rows(folder.file(), "PRAGMA user_version = \(version)")
        do {
            _ = try await Store(.file(folder.file()), schema: Shop.self)
            Issue.record("it opened")
        } catch let error as StoreError {
            #expect(error.code == .otherFormat)
            #expect(error.description.contains("format \(version), and this version of Quire reads format 5"))
            #expect(error.advice.hasPrefix(advice))
            #expect(error.description.contains(folder.file()))
        }
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA user_version") == "[[\(version)]]")
    }

    @Test("A file that is not a database, or is damaged, is reported")
    func damagedFile() async throws {
        let folder = try Folder()
        try Data("this is no database, only some text that is long enough".utf8)
            .write(to: URL(fileURLWithPath: folder.file("text")))
        #expect(await code { _ = try await Store(.file(folder.file("text")), schema: Shop.self) } == .corrupt)

        let store = try await Store(.file(folder.file()), schema: Shop.self)
        try await store.load(
            Books.descriptor, (0..<2_000).map { #"{"id":"\#($0)","values":{"title":"T\#($0)"}}"# })
        await store.close()
        var bytes = try #require(FileManager.default.contents(atPath: folder.file()))
        for index in 8_192..<(bytes.count - 4_096) { bytes[index] = 0xAA }
        try bytes.write(to: URL(fileURLWithPath: folder.file()))
        let code = await code {
            let damaged = try await Store(.file(folder.file()), schema: Shop.self)
            _ = try await damaged.ids(Books.descriptor, leaf(.like, "title", .string("t1")))
        }
        #expect(code == .corrupt)
    }

    @Test("A missing folder is reported")
    func noFolder() async throws {
        let code = await code {
            _ = try await Store(.file("/nonexistent/quire/content.sqlite"), schema: Shop.self)
        }
        #expect(code == .cannotOpen)
    }

    @Test("A read-only store reads, rejects writes, and rejects tables that the schema would change")
    func readOnly() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Books.descriptor])
        try await store.load(Books.descriptor, StoreTests.lines)
        var options = StoreOptions()
        options.isReadOnly = true
        let reading = try await Store(.file(folder.file()), modules: [Books.descriptor], options: options)
        #expect(try await reading.count(Books.self) == 3)
        #expect(await code { try await reading.deleteAll(Books.self) } == .readOnly)
        #expect(
            await code { _ = try await Store(.file(folder.file()), schema: Shop.self, options: options) }
                == .needsMigration)
        #expect(try await store.count(Books.self) == 3)
    }

    @Test("Opening waits for another process that writes, and reports a timeout")
    func locked() async throws {
        let folder = try Folder()
        var options = StoreOptions()
        options.busyTimeout = 50
        let store = try await Store(.file(folder.file()), schema: Shop.self, options: options)
        let other = try OtherConnection(folder.file())
        try other.execute("BEGIN IMMEDIATE")
        #expect(await code { try await store.load(Books.descriptor, StoreTests.lines) } == .locked)
        #expect(try await store.count(Books.self) == 0)
        try other.execute("ROLLBACK")
        #expect(try await store.load(Books.descriptor, StoreTests.lines).inserted == 3)
    }

    @Test("A full disk rolls the batch back and keeps the previous content")
    func full() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        try await store.limitPages(more: 2)
        let long = String(repeating: "x", count: 5_000)
        let lines = (10..<60).map { #"{"id":"\#($0)","values":{"title":"T","summary":"\#(long)"}}"# }
        #expect(await code { try await store.load(Books.descriptor, lines) } == .full)
        #expect(try await store.ids(Books.descriptor, nil) == ["1", "2", "3"])
    }

    @Test("A closed store throws, and its file can be opened again")
    func closed() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        await store.close()
        #expect(await code { _ = try await store.count(Books.self) } == .closed)
        #expect(await code { try await store.load(Books.descriptor, StoreTests.lines) } == .closed)
        #expect(!FileManager.default.fileExists(atPath: folder.file() + "-wal"))
        #expect(try await Store(.file(folder.file()), schema: Shop.self).count(Books.self) == 3)
    }

    @Test("An unknown module is an error that names the known ones")
    func unknownModule() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        let other = ModuleDescriptor(name: "cars", fields: [])
        do {
            _ = try await store.ids(other, nil)
            Issue.record("it answered")
        } catch let error as StoreError {
            #expect(error.code == .unknownModule)
            #expect(error.reason.contains(#""authors", "books""#))
        }
    }
}
#endif
