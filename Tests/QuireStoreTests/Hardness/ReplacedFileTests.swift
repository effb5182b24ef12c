#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

/// Another program changes the files of an open store: the store continues or throws.
@Suite("Replacing the file of an open store", .timeLimit(.minutes(60)))
struct ReplacedFileTests {
    enum Replacement: String, CaseIterable, Sendable {
        case renamedOver, deleted, moved, cutToNothing, overwrittenByBackup, overwrittenInPlace, logDeleted,
            logReplaced, indexDeleted
    }

    /// A store with some items, a copy of its file with fewer of them, and the replacement that `python3` performs.
    private func replace(_ path: String, _ replacement: Replacement, backup: String) throws {
        // Runs in a separate program: closing the file in this process would release SQLite's locks on it.
        let script =
            switch replacement {
            case .renamedOver: "os.rename(backup, path)"
            case .deleted: "[os.remove(path + end) for end in ('', '-wal', '-shm')]"
            case .moved: "os.rename(path, path + '.moved')"
            case .cutToNothing: "os.truncate(path, 0)"
            case .overwrittenByBackup: "shutil.copyfile(backup, path)"
            case .overwrittenInPlace: "file = open(path, 'r+b'); file.seek(200); file.write(bytes(64))"
            case .logDeleted: "os.remove(path + '-wal')"
            case .indexDeleted: "os.remove(path + '-shm')"
            case .logReplaced: "os.remove(path + '-wal'); open(path + '-wal', 'wb').write(bytes(32))"
            }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", "import os, shutil, sys\npath, backup = sys.argv[1:]\n" + script, path, backup,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    private static let ledger = Ledger(seed: 61)

    /// An open store after twenty steps, twelve of them checkpointed into its file, and the path of a backup after
    /// eight.
    private func store(in folder: Folder) async throws -> (Store, backup: String) {
        let backup = folder.file("backup.sqlite")
        var store = try await Store(.file(folder.file()), modules: [Things.module])
        for number in 0..<8 { try await store.carryOut(Self.ledger.step(number)) }
        await store.close()
        try FileManager.default.copyItem(atPath: folder.file(), toPath: backup)
        store = try await Store(.file(folder.file()), modules: [Things.module])
        for number in 8..<12 { try await store.carryOut(Self.ledger.step(number)) }
        try await store.checkpoint("PASSIVE")
        for number in 12..<20 { try await store.carryOut(Self.ledger.step(number)) }
        return (store, backup)
    }

    @Test(
        "Every later read and write throws, whether or not the store was read before",
        arguments: Replacement.allCases, [true, false])
    func isNoticed(_ replacement: Replacement, _ hasRead: Bool) async throws {
        let folder = try Folder()
        let (store, backup) = try await store(in: folder)
        if hasRead {
            let expected = Self.ledger.versions(after: 20)
            #expect(try await Stored.mistake(in: store, versions: expected) == nil)
        }
        try replace(folder.file(), replacement, backup: backup)
        for _ in 0..<2 {
            for work: @Sendable (Store) async throws -> Void in [
                { _ = try await Stored.values(in: $0) }, { _ = try await $0.count(of: "things") },
                { try await $0.carryOut(Self.ledger.step(20)) },
                { _ = try await $0.load("things", from: .data(Things.line(1))) },
                { _ = try await $0.check() },
            ] {
                let error = await #expect(throws: StoreError.self) { try await work(store) }
                #expect(error?.code == .replaced, "\(String(describing: error))")
            }
        }
        await store.close()
    }

    @Test("Nothing is written to the replacement file, also when the store is closed")
    func otherFileIsLeft() async throws {
        for replacement in [Replacement.renamedOver, .overwrittenByBackup] {
            let folder = try Folder()
            let (store, backup) = try await store(in: folder)
            let content = try Data(contentsOf: URL(fileURLWithPath: backup))
            try replace(folder.file(), replacement, backup: backup)
            await store.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == content, "\(replacement)")
        }
    }

    @Test("If the log or its index was deleted, closing the store keeps every write")
    func deletedLog() async throws {
        for replacement in [Replacement.logDeleted, .indexDeleted] {
            let folder = try Folder()
            let (store, backup) = try await store(in: folder)
            try replace(folder.file(), replacement, backup: backup)
            await store.close()
            let again = try await Store(.file(folder.file()), modules: [Things.module])
            let expected = Self.ledger.versions(after: 20)
            #expect(try await Stored.mistake(in: again, versions: expected) == nil, "\(replacement)")
        }
    }

    @Test("Reopening reads the current file")
    func openedAgain() async throws {
        let folder = try Folder()
        let (store, backup) = try await store(in: folder)
        try replace(folder.file(), .deleted, backup: backup)
        await store.close()
        try FileManager.default.copyItem(atPath: backup, toPath: folder.file())
        let again = try await Store(.file(folder.file()), modules: [Things.module])
        #expect(try await Stored.mistake(in: again, versions: Self.ledger.versions(after: 8)) == nil)
    }

    @Test("A store opened through a link stays with the link's target and that file's log")
    func link() async throws {
        let folder = try Folder()
        let link = folder.file("link.sqlite")
        await (try await store(in: folder)).0.close()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file())
        let store = try await Store(.file(link), modules: [Things.module])
        try await store.carryOut(Self.ledger.step(20))
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.file("backup.sqlite"))
        // The first read opens a connection.
        let expected = Self.ledger.versions(after: 21)
        #expect(try await Stored.mistake(in: store, versions: expected) == nil)
        try replace(folder.file(), .logDeleted, backup: "")
        await #expect(throws: StoreError.self) { try await store.carryOut(Self.ledger.step(21)) }
        await store.close()
    }

    @Test("Checkpoints by this and other processes do not count as a replacement")
    func checkpoints() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        for number in 0..<60 {
            try await store.carryOut(Self.ledger.step(number))
            let mode = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"][number % 4]
            if number % 3 == 0 {
                _ = try SQLiteShell.rows(folder.file(), "PRAGMA wal_checkpoint(\(mode))")
            } else if number % 3 == 1 {
                try await store.checkpoint(mode)
            }
            let expected = Self.ledger.versions(after: number + 1)
            #expect(try await Stored.mistake(in: store, versions: expected) == nil)
        }
    }
}
#endif
