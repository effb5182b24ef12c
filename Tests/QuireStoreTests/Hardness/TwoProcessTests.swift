#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore
import TransportDoubles

@Suite("Two processes on one file", .timeLimit(.minutes(60 * Soak.factor)))
struct TwoProcessTests {
    @Test("Both write at the same time without losing anything, and a third one that has it open sees both")
    func writing() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        let steps = 80
        async let first = WriterProcess.run(.write, folder.file(), "21", "0", "\(steps)", "a-")
        async let second = WriterProcess.run(.write, folder.file(), "22", "0", "\(steps)", "b-")
        // This process writes too, in the meantime.
        let mine = Ledger(seed: 23, prefix: "c-")
        for number in 0..<steps { try await store.carryOut(mine.step(number)) }
        for end in try await [first, second] {
            #expect(end.lastNumber == steps - 1, "\(end.lines.suffix(2))")
        }
        let ledgers = [Ledger(seed: 21, prefix: "a-"), Ledger(seed: 22, prefix: "b-"), mine]
        let versions = ledgers.map { $0.versions(after: steps) }.reduce(into: [:]) { $0.merge($1) { $1 } }
        #expect(try await Stored.mistake(in: store, versions: versions) == nil)
        #expect(try await TextAgreement.mistake(in: store) == nil)
        await store.close()
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
    }

    @Test("Each reads the other's writes before overwriting them")
    func counting() async throws {
        let folder = try Folder()
        let times = 150
        async let first = WriterProcess.run(.count, folder.file(), "\(times)")
        async let second = WriterProcess.run(.count, folder.file(), "\(times)")
        _ = try await [first, second]
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        let values = try await Stored.values(in: store)
        #expect(values == [Counting.id: Things.values(2 * times)])
        #expect(try await TextAgreement.mistake(in: store) == nil)
    }

    @Test("Both create the tables of a new file at the same time, and each finds them")
    func making() async throws {
        for round in 0..<5 {
            let folder = try Folder()
            async let first = WriterProcess.run(.write, folder.file(), "31", "0", "3", "a-")
            async let second = WriterProcess.run(.write, folder.file(), "32", "0", "3", "b-")
            for end in try await [first, second] { #expect(end.lastNumber == 2, "\(round): \(end.lines)") }
        }
    }

    @Test("If one migrates the file, the other is rejected, and no data of either is lost")
    func upgrading() async throws {
        let folder = try Folder()
        let old = try await Store(.file(folder.file()), modules: [Things.module])
        try await old.carryOut(Ledger(seed: 40, prefix: "old-").step(0))
        let process = try WriterProcess(.write, [folder.file(), "41", "0", "", "child-"])
        async let end = process.end()
        // A file that another process writes to continuously.
        try await eventually("the other process's first write") {
            try await Stored.values(in: old).keys.contains { $0.hasPrefix("child-") }
        }
        let fields = Things.module.fields.fields.filter { $0.name != "tags" }.map { field in
            field.name == "n" ? FieldDescriptor(name: "n", kind: .text) : field
        }
        let module = ModuleDescriptor(
            name: "things", fields: fields + [FieldDescriptor(name: "extra", kind: .integer)])
        let new = try await Store(.file(folder.file()), modules: [module])
        #expect(new.schemaChanges.first?.changed == ["n"])

        let lines = try await end.lines
        #expect(lines.last?.hasPrefix("refused changed: Could not ") == true, "\(lines.suffix(2))")
        #expect(lines.last?.hasSuffix("with the same schema and analyzer as that one.") == true)
        // A store in this process that has it open is rejected too: for reading, counting and writing.
        for work: @Sendable (Store) async throws -> Void in [
            { _ = try await Stored.values(in: $0) }, { _ = try await $0.count(of: "things") },
            { try await $0.carryOut(Ledger(seed: 42).step(0)) },
            { _ = try await $0.deleteAll(from: "things") },
            { _ = try await $0.load("things", from: .data(Things.line(1))) },
        ] {
            await #expect { try await work(old) } throws: { ($0 as? StoreError)?.code == .changed }
        }
        // Every acknowledged write is there, including the values of the removed field.
        let done = lines.compactMap { Int($0) }.count
        var versions = Ledger(seed: 41, prefix: "child-").versions(after: done)
        versions.merge(Ledger(seed: 40, prefix: "old-").versions(after: 1)) { $1 }
        let again = try await Store(.file(folder.file()), modules: [Things.module])
        #expect(try await Stored.values(in: again, of: Things.module).count == versions.count)
        let stored = try await Stored.values(in: again)
        for (id, version) in versions {
            #expect(stored[id]?["text"] == Things.values(version)["text"])
            #expect(stored[id]?["tags"] == Things.values(version)["tags"])
        }
    }
}
#endif
