#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Killing a process that feeds an index from the journal", .timeLimit(.minutes(60 * Soak.factor)))
struct FeedKillTests {
    /// The status of an index after everything possible was done.
    private func settle(_ store: Store, _ target: Store) async throws -> Int {
        let monitor = await Feeding.monitor(store, target)
        try await monitor.start()
        await monitor.waitUntilIdle()
        let pending = try await monitor.backlogs().map(\.backlog.count).reduce(0, +)
        await monitor.stop()
        return pending
    }

    /// An item that differs between the stores without the journal knowing, or `nil`.
    private func unknownDifference(_ store: Store, _ target: Store) async throws -> String? {
        let state = try await store.journal.indexStates(of: Feeding.index).first
        guard state?.phase == .complete else { return nil }
        let type = Things.module.name
        let due = try await store.journal.dueChanges(
            of: type, in: Feeding.index, limit: .max, at: .distantFuture)
        let known = Set(due.map(\.id))
        let (mine, theirs) = (try await Stored.values(in: store), try await Stored.values(in: target))
        return Set(mine.keys).union(theirs.keys).subtracting(known).first { mine[$0] != theirs[$0] }
    }

    @Test("Killed during changes and restarted, the second store ends up equal to the first")
    func changes() async throws {
        let folder = try Folder()
        let ledger = Ledger(seed: Soak.seed + 51, prefix: "s")
        let target = folder.file("target.sqlite")
        var done = 0
        for round in 0..<UInt64(15 * Soak.factor) {
            let moment = WriterProcess.Moment.random(Soak.seed + 300 + round, lines: 20, microseconds: 20_000)
            let end = try await WriterProcess.kill(
                .feed, folder.file(), target, "\(ledger.seed)", "\(done)", at: moment)
            let store = try await Store(.file(folder.file()), modules: [Things.module])
            done = try await ledger.check(
                store, acknowledged: (end.lastNumber ?? done - 1) + 1, "\(round), \(moment)")
            let second = try await Store(.file(target), modules: [Things.module])
            #expect(try await unknownDifference(store, second) == nil, "round \(round), \(moment)")
            // Most rounds leave the second store as the kill left it, so that the next round resumes.
            if round % 4 == 3 || round == 15 * UInt64(Soak.factor) - 1 {
                #expect(try await settle(store, second) == 0)
                let versions = ledger.versions(after: done)
                #expect(
                    try await Stored.mistake(in: second, versions: versions) == nil,
                    "round \(round), \(moment)")
                #expect(try await TextAgreement.mistake(in: second) == nil)
            }
            await second.close()
            await store.close()
        }
        for file in [folder.file(), target] {
            #expect(try SQLiteShell.rows(file, "PRAGMA integrity_check") == #"[["ok"]]"#)
        }
        #expect(done > 60, "the kills come too early to be meaningful")
    }

    @Test(
        "Killed during initial indexing, it resumes, and removes what the first store does not have"
    )
    func initial() async throws {
        let folder = try Folder()
        let target = folder.file("target.sqlite")
        let count = 600
        let lines = (0..<count).map(Things.line).joined(separator: Data("\n".utf8))
        var store = try await Store(.file(folder.file()), modules: [Things.module])
        try await store.load("things", from: .data(Data(lines)))
        await store.close()
        var second = try await Store(.file(target), modules: [Things.module])
        for stale in ["stale", "5"] {
            try await second.load("things", from: .data(Things.instance(stale, 77)))
        }
        await second.close()
        var killed = 0
        var indexed: [Int] = []
        for round in 0..<UInt64(12 * Soak.factor) {
            let moment = WriterProcess.Moment.random(Soak.seed + 400 + round, lines: 1, microseconds: 60_000)
            let end = try await WriterProcess.kill(.feed, folder.file(), target, at: moment)
            if end.wasKilled { killed += 1 }
            second = try await Store(.file(target), modules: [Things.module])
            indexed.append(try await Stored.values(in: second).filter { $0.value["n"] != .integer(77) }.count)
            await second.close()
            if end.lines.last == "done" { break }
        }
        #expect(indexed == indexed.sorted(), "it started again: \(indexed)")
        #expect(killed > 0, "the kills come too late to be meaningful")
        store = try await Store(.file(folder.file()), modules: [Things.module])
        second = try await Store(.file(target), modules: [Things.module])
        #expect(try await settle(store, second) == 0)
        let versions = Dictionary(uniqueKeysWithValues: (0..<count).map { (String($0), $0) })
        #expect(try await Stored.mistake(in: second, versions: versions) == nil)
        #expect(try await TextAgreement.mistake(in: second) == nil)
    }
}
#endif
