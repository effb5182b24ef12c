#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Killing a process that writes through an outbox and sends", .timeLimit(.minutes(60 * Soak.factor)))
struct OutboxKillTests {
    /// Makes the table in which the writers record the rows that they store.
    private func audit(_ remote: String) async throws {
        let store = try await Store(.file(remote), modules: [Things.module])
        await store.close()
        _ = try SQLiteShell.rows(
            remote, "CREATE TABLE audit (number INTEGER PRIMARY KEY, id TEXT, n INTEGER)")
    }

    @Test("It loses no write, no write takes effect twice, and both stores end up equal")
    func sending() async throws {
        let folder = try Folder()
        let remote = folder.file("remote.sqlite")
        try await audit(remote)
        let ledger = Ledger(seed: Soak.seed + 71)
        var done = 0
        for round in 0..<UInt64(22 * Soak.factor) {
            let moment = WriterProcess.Moment.random(Soak.seed + 600 + round, lines: 18, microseconds: 30_000)
            let end = try await WriterProcess.kill(
                .outbox, folder.file(), remote, "\(ledger.seed)", "\(done)", at: moment)
            for line in end.lines
            where line.hasPrefix("failed") || line.hasPrefix("problem") || line.hasPrefix("sent else") {
                Issue.record("round \(round), \(moment): \(line)")
            }
            let store = try await Store(.file(folder.file()), modules: [Things.module])
            done = try await ledger.check(
                store, acknowledged: (end.lastNumber ?? done - 1) + 1, "\(round), \(moment)")
            await store.close()
        }
        // Much was sent before the end, by processes that were then killed.
        let sent = try SQLiteShell.rows(remote, "SELECT count(*) > 150 FROM audit")
        #expect(done > 60 && sent == "[[1]]", "the kills come too early to be meaningful: \(done)")

        let store = try await Store(.file(folder.file()), modules: [Things.module])
        let second = try await Store(.file(remote), modules: [Things.module])
        try await SendingOut.audit(second)
        let outbox = try await second.outbox(in: store)
        let summary = try await outbox.send()
        #expect(summary.left == 0 && summary.problem == nil, "\(summary)")
        #expect(try await outbox.pending().isEmpty)
        for engine in [store, second] {
            #expect(try await Stored.mistake(in: engine, versions: ledger.versions(after: done)) == nil)
            #expect(try await TextAgreement.mistake(in: engine) == nil)
        }
        await store.close()
        await second.close()
        #expect(
            try SQLiteShell.rows(
                remote, "SELECT id, n, count(*) FROM audit GROUP BY id, n HAVING count(*) > 1")
                == "[]")
        for file in [folder.file(), remote] {
            #expect(try SQLiteShell.rows(file, "PRAGMA integrity_check") == #"[["ok"]]"#)
        }
    }
}
#endif
