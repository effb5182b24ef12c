#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite("A killed process")
struct CrashTests {
    private let module = ModuleDescriptor(
        name: "things",
        fields: [
            FieldDescriptor(name: "n", kind: .integer, isSortable: true),
            FieldDescriptor(name: "tags", kind: .list(.text)),
            FieldDescriptor(name: "text", kind: .longText),
        ])

    /// Runs the writer, kills it (SIGKILL) once it has acknowledged so many times, and answers the last acknowledged
    /// count.
    private func acknowledged(_ path: String, _ mode: String, killedAfter acknowledgements: Int) throws -> Int
    {
        let process = Process()
        process.executableURL = try Self.writer()
        process.arguments = [path, mode]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        while true {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
            if text.split(separator: "\n").count >= acknowledgements, process.isRunning {
                kill(process.processIdentifier, SIGKILL)
            }
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        // The last line may have been cut off.
        let whole =
            text.hasSuffix("\n") ? text : String(text[..<(text.lastIndex(of: "\n") ?? text.startIndex)])
        return whole.split(separator: "\n").compactMap { Int($0) }.last ?? 0
    }

    /// The writer's executable, beside the tests'.
    private static func writer() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("StoreCrashWriter")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    private func check(_ path: String, acknowledged: Int, batch: Int) async throws {
        let store = try await Store(.file(path), modules: [module])
        let count = try await store.count(of: "things")
        #expect(count >= acknowledged)
        #expect(count % batch == 0, "half a batch of \(batch): \(count)")
        #expect(try await store.ids(module, leaf(.equal, "tags", .string("all"))).count == count)
        #expect(try await store.ids(module, leaf(.contains, "text", .string("text "))).count == count)
        await store.close()
        #expect(try SQLiteShell.rows(path, "PRAGMA integrity_check") == #"[["ok"]]"#)
        #expect(
            try SQLiteShell.rows(
                path, "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
                == "[[2]]")
    }

    @Test("loses no acknowledged batch and leaves no half one")
    func upserts() async throws {
        let folder = try Folder()
        for round in 1...8 {
            let acknowledged = try acknowledged(folder.file(), "upsert", killedAfter: round * 3)
            #expect(acknowledged > 0)
            try await check(folder.file(), acknowledged: acknowledged, batch: 50)
        }
    }

    @Test("in the middle of a bulk load leaves the committed batches, and the next opening makes the indexes")
    func load() async throws {
        for round in 1...4 {
            let folder = try Folder()
            let acknowledged = try acknowledged(folder.file(), "load", killedAfter: round * 5)
            #expect(acknowledged > 0)
            try await check(folder.file(), acknowledged: acknowledged, batch: 500)
        }
    }

    @Test("in the middle of a sync leaves the state before it or after it, whole")
    func sync() async throws {
        let folder = try Folder()
        for round in 1...8 {
            let acknowledged = try acknowledged(folder.file(), "sync", killedAfter: round * 2)
            #expect(acknowledged > 0)
            let store = try await Store(.file(folder.file()), modules: [module])
            let mark = try #require(try await store.syncState(of: "things")?.mark)
            let number = Int(mark.timeIntervalSince1970)
            #expect(number >= acknowledged)
            // Every item is of the sync that the mark names, and there are as many as it left.
            let current = try await store.ids(module, leaf(.equal, "n", .integer(Int64(number))))
            #expect(current.count == 700)
            #expect(try await store.count(of: "things") == 700)
            #expect(
                try await store.ids(module, leaf(.equal, "tags", .string("t\(number)"))).count == 700)
            // An entry for each sync, up to the log's bound.
            #expect(try await store.syncLog(of: "things").count == min(number, 100))
            await store.close()
            #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
        }
    }
}
#endif
