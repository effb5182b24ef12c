#if SQLite
import Foundation
import StoreCrashWriter
import Testing

import QuireStore

/// The process that opens the files runs without superuser rights, whoever runs the tests.
@Suite("Files without write permission", .timeLimit(.minutes(60)))
struct ReadOnlyTests {
    private let ledger = Ledger(seed: 3)

    /// A closed store with thirty steps in it.
    private func store(_ name: String) async throws {
        _ = try await WriterProcess.run(.write, name, "3", "0", "30")
    }

    private func set(_ rights: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
    }

    private func look(_ path: String, readOnly: Bool) async throws -> [String] {
        let rest = readOnly ? ["readonly", "nobody"] : ["nobody"]
        let end = try await WriterProcess(.look, [path] + rest).end()
        #expect(end.code == 0, "\(end.errors)")
        return end.lines
    }

    /// The expected lines for all items, which full text finds too.
    private var found: [String] {
        let count = ledger.versions(after: 30).count
        return ["has \(count)", "finds \(count)"]
    }

    private func expectUnchanged(_ path: String, _ body: () async throws -> Void) async throws {
        let before = FileManager.default.contents(atPath: path)
        try await body()
        #expect(FileManager.default.contents(atPath: path) == before)
    }

    @Test("A read-only store reads the file; a read-write store fails and states the remedy")
    func file() async throws {
        let folder = try Folder()
        try await store(folder.file())
        try set(0o444, folder.file())
        try set(0o777, folder.path)
        try await expectUnchanged(folder.file()) {
            let writing = try await look(folder.file(), readOnly: false)
            #expect(writing.count == 1)
            #expect(
                writing.first?.hasPrefix("refused readOnly: Could not open the store (\(folder.file())")
                    == true)
            #expect(writing.first?.hasSuffix("or open the store read-only.") == true)
            let reading = try await look(folder.file(), readOnly: true)
            #expect(Array(reading.prefix(2)) == found)
            #expect(reading.last?.contains("the store was opened read-only") == true)
        }
    }

    @Test("A file in a folder without write permission is read too, whatever the folder's name")
    func sealedFolder() async throws {
        let folder = try Folder()
        let inner = folder.file("a#b?c%20d é")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        try await store(inner + "/content.sqlite")
        try set(0o555, inner)
        defer { try? set(0o755, inner) }
        try await expectUnchanged(inner + "/content.sqlite") {
            #expect(Array(try await look(inner + "/content.sqlite", readOnly: true).prefix(2)) == found)
            let writing = try await look(inner + "/content.sqlite", readOnly: false)
            #expect(writing.first?.hasPrefix("refused readOnly: ") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: inner) == ["content.sqlite"])
    }

    @Test("In such a folder, the journal of a killed process is applied to the content")
    func sealedFolderWithJournal() async throws {
        let folder = try Folder()
        let end = try await WriterProcess.kill(
            .write, folder.file(), "3", "0", at: .init(lines: 32, microseconds: 0))
        #expect(end.wasKilled)
        let done = try #require(end.lastNumber) + 1
        #expect(FileManager.default.fileExists(atPath: folder.file() + "-wal"))
        try set(0o555, folder.path)
        defer { try? set(0o755, folder.path) }
        let counts = [done, done + 1].map { "has \(ledger.versions(after: $0).count)" }
        let journal = FileManager.default.contents(atPath: folder.file() + "-wal")
        #expect(counts.contains(try await look(folder.file(), readOnly: true).first ?? ""))
        #expect(FileManager.default.contents(atPath: folder.file() + "-wal") == journal)
    }

    @Test("A folder at the path, or a missing file, is reported")
    func nothing() async throws {
        let folder = try Folder()
        for readOnly in [true, false] {
            let lines = try await look(folder.path, readOnly: readOnly)
            #expect(lines.first?.hasPrefix("refused cannotOpen: ") == true, "\(lines)")
            #expect(lines.first?.contains("the path is a folder") == true, "\(lines)")
        }
        let lines = try await look(folder.file("none"), readOnly: true)
        #expect(lines.first?.contains("the file does not exist. Check the path.") == true, "\(lines)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("none")))
    }

    @Test("A new file in a folder without write permission and a file without read permission are rejected")
    func noRights() async throws {
        let folder = try Folder()
        try set(0o555, folder.path)
        #expect(
            try await look(folder.file("new"), readOnly: false).first?.hasPrefix(
                "refused cannotOpen: Could not open the store (\(folder.file("new"))") == true)
        try set(0o755, folder.path)
        try await store(folder.file())
        try set(0o000, folder.file())
        for readOnly in [true, false] {
            let lines = try await look(folder.file(), readOnly: readOnly)
            #expect(lines.first?.hasPrefix("refused cannotOpen: ") == true, "\(lines)")
        }
    }
}
#endif
