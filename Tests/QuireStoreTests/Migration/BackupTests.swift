#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Backups of a store")
struct BackupTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private var location: Store.Location { .file(folder.file()) }
    private var copy: String { folder.file() + ".backup" }

    @Test("A backup during writes is one sound state, and no file is ever replaced")
    func whileWriting() async throws {
        let store = try await Store(location, modules: [PlanTests.first])
        try await store.load(PlanTests.first, PlanTests.lines)
        let writing = Task {
            for number in 0..<40 {
                try await store.load(
                    PlanTests.first, (0..<5).map { #"{"id":"\#(number)-\#($0)","values":{"title":"t"}}"# })
            }
        }
        try await store.backUp(to: copy)
        try await writing.value
        await store.close()
        #expect(try await Store.check(.file(copy)).isSound)
        let saved = try await Store(.file(copy), modules: [PlanTests.first])
        #expect(try await (saved.count(of: "things") - 3).isMultiple(of: 5))
        await saved.close()
        let before = FileManager.default.contents(atPath: copy)
        let error = await #expect(throws: StoreError.self) { try await Store.backUp(location, to: copy) }
        #expect(error?.code == .exists)
        #expect(FileManager.default.contents(atPath: copy) == before)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: URL(fileURLWithPath: copy).deletingLastPathComponent().path)
        #expect(!names.contains { $0.contains("partial") })
    }

    @Test("A backup ends although others write between all of its pages, and is the state at its start")
    func busyFile() async throws {
        let store = try await Store(location, modules: [PlanTests.first])
        try await store.load(
            PlanTests.first, (0..<500).map { #"{"id":"\#($0)","values":{"title":"title \#($0)"}}"# })
        await store.close()
        let writer = try OtherConnection(folder.file())
        try writer.execute("CREATE TABLE later (number)")
        var writes = 0
        try Store.backUpSlowly(folder.file(), to: copy) {
            writes += 1
            try #require(writes < 5_000, "the backup starts again and again")
            try writer.execute("INSERT INTO later VALUES (\(writes))")
        }
        #expect(writes > 10)
        #expect(try SQLiteShell.rows(folder.file(), "SELECT count(*) FROM later") == "[[\(writes)]]")
        #expect(try SQLiteShell.rows(copy, "SELECT count(*) FROM later") == "[[0]]")
        #expect(try await Store.check(.file(copy)).isSound)
        let saved = try await Store(.file(copy), modules: [PlanTests.first])
        #expect(try await saved.count(of: "things") == 500)
        await saved.close()
    }

    @Test("A migration keeps a backup of the earlier state, and restoring it undoes the migration")
    func migration() async throws {
        var store = try await Store(location, modules: [PlanTests.first])
        try await store.load(PlanTests.first, PlanTests.lines)
        let before = try await Stored.values(in: store, of: PlanTests.first)
        await store.close()
        var options = StoreOptions()
        options.migrationBackup = copy
        await (try await Store(location, modules: [PlanTests.first], options: options)).close()
        #expect(!FileManager.default.fileExists(atPath: copy), "nothing was migrated")
        let next = PlanTests.module([FieldDescriptor(name: "title", kind: .integer)])
        store = try await Store(location, modules: [next], options: options)
        try await store.load(next, [#"{"id":"9","values":{"title":9}}"#])
        await store.close()
        let third = PlanTests.module([FieldDescriptor(name: "title", kind: .number)])
        let error = await #expect(throws: StoreError.self) {
            try await Store(location, modules: [third], options: options)
        }
        #expect(error?.code == .exists)

        try await Store.restore(location, from: copy)
        store = try await Store(location, modules: [PlanTests.first])
        #expect(store.schemaChanges == [])
        #expect(try await Stored.values(in: store, of: PlanTests.first) == before)
        await store.close()
        #expect(try await Store.check(location).isSound)
    }

    @Test("Neither a damaged backup nor another program's file is used")
    func refusing() async throws {
        let store = try await Store(location, modules: [PlanTests.first])
        await store.close()
        try Data("no database".utf8).write(to: URL(fileURLWithPath: copy))
        let before = FileManager.default.contents(atPath: folder.file())
        await #expect(throws: StoreError.self) { try await Store.restore(location, from: copy) }
        await #expect(throws: StoreError.self) { try await Store.restore(location, from: copy + "x") }
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
        await #expect(throws: StoreError.self) { try await Store.restore(.file(copy), from: folder.file()) }
        await #expect(throws: StoreError.self) { try await Store.backUp(.file(copy), to: copy + "y") }
        #expect(!FileManager.default.fileExists(atPath: copy + "y"))
    }
}
#endif
