#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Killing a process", .timeLimit(.minutes(60 * Soak.factor)))
struct KillTests {
    @Test("Killed during writes, it loses no acknowledged write and leaves no partial transaction")
    func writing() async throws {
        let folder = try Folder()
        let ledger = Ledger(seed: Soak.seed + 11)
        var done = 0
        for round in 0..<UInt64(24 * Soak.factor) {
            let moment = WriterProcess.Moment.random(
                Soak.seed + round, lines: 30, microseconds: 20_000)
            let end = try await WriterProcess.kill(
                .write, folder.file(), "\(ledger.seed)", "\(done)", at: moment)
            let store = try await Store(.file(folder.file()), modules: [Things.module])
            done = try await ledger.check(
                store, acknowledged: (end.lastNumber ?? done - 1) + 1, "\(round), \(moment)")
            #expect(try await TextAgreement.mistake(in: store) == nil, "round \(round), \(moment)")
            await store.close()
        }
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
        #expect(done > 100, "the kills come too early to be meaningful")
    }

    @Test("Killed during a bulk load, it leaves complete batches, and the next opening creates the indexes")
    func loading() async throws {
        var wasKilled = 0
        for round in 0..<UInt64(10 * Soak.factor) {
            let folder = try Folder()
            let moment = WriterProcess.Moment.random(
                Soak.seed + 100 + round, lines: 24, microseconds: 10_000)
            let end = try await WriterProcess.kill(.load, folder.file(), "1400", "70", at: moment)
            if end.wasKilled { wasKilled += 1 }
            let store = try await Store(.file(folder.file()), modules: [Things.module])
            let count = try await store.count(of: "things")
            #expect(count >= end.lastNumber ?? 0)
            #expect(count.isMultiple(of: 70), "half a batch: \(count)")
            let versions = Dictionary(uniqueKeysWithValues: (0..<count).map { (String($0), $0) })
            #expect(
                try await Stored.mistake(in: store, versions: versions) == nil, "round \(round), \(moment)")
            #expect(try await TextAgreement.mistake(in: store) == nil, "round \(round), \(moment)")
            await store.close()
            let state = try SQLiteShell.rows(
                folder.file(),
                """
                SELECT count(*), (SELECT group_concat(integrity_check) FROM pragma_integrity_check) \
                FROM sqlite_schema WHERE type = 'index' AND tbl_name GLOB 'm_*' AND sql IS NOT NULL
                """)
            #expect(state == #"[[3, "ok"]]"#, "round \(round), \(moment)")
        }
        #expect(wasKilled > 5, "the kills come too late to be meaningful")
    }

    @Test("Killed during a sync, it leaves the complete state before or after it")
    func syncing() async throws {
        let folder = try Folder()
        var acknowledged = 0
        for round in 0..<UInt64(18 * Soak.factor) {
            let moment = WriterProcess.Moment.random(
                Soak.seed + 200 + round, lines: 12, microseconds: 20_000)
            let end = try await WriterProcess.kill(.sync, folder.file(), at: moment)
            acknowledged = end.lastNumber ?? acknowledged
            let store = try await Store(.file(folder.file()), modules: [Things.module])
            let number = Int(try await store.synced.syncState(of: "things")?.mark.timeIntervalSince1970 ?? 0)
            #expect([acknowledged, acknowledged + 1].contains(number))
            #expect(try await Stored.mistake(in: store, versions: Syncing.versions(after: number)) == nil)
            // An entry for each sync, up to the log's limit.
            #expect(try await store.synced.syncLog(of: "things").count == min(number, 100))
            #expect(try await TextAgreement.mistake(in: store) == nil, "round \(round), \(moment)")
            await store.close()
            acknowledged = number
        }
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
        #expect(acknowledged > 30, "the kills come too early to be meaningful")
    }
}
#endif
