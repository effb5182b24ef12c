#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

@testable import QuireStore

@Suite("Killing a process that indexes text", .timeLimit(.minutes(60 * Soak.factor)))
struct TextKillTests {
    @Test(
        "Killed while indexing is stopped, resumed, rebuilt or on demand, it leaves no stale word and no unreported gap"
    )
    func text() async throws {
        let folder = try Folder()
        let ledger = Ledger(seed: Soak.seed + 61)
        var done = 0
        var waited = 0
        for round in 0..<UInt64(22 * Soak.factor) {
            let moment = WriterProcess.Moment.random(Soak.seed + 500 + round, lines: 25, microseconds: 20_000)
            let end = try await WriterProcess.kill(
                .text, folder.file(), "\(ledger.seed)", "\(done)", at: moment)
            let store = try await Store(.file(folder.file()), modules: [Things.module])
            done = try await ledger.check(
                store, acknowledged: (end.lastNumber ?? done - 1) + 1, "\(round), \(moment)")
            // Indexed items are correct, and items that are not indexed are known.
            #expect(
                try await TextAgreement.mistake(in: store, allowsPending: true) == nil, "\(round), \(moment)")
            #expect(try await store.fullText.check() == [], "\(round), \(moment)")
            if try await store.fullText.pending() > 0 { waited += 1 }
            if round % 3 == 2 {
                try await store.fullText.resume()
                #expect(try await TextAgreement.mistake(in: store) == nil, "\(round), \(moment)")
            }
            await store.close()
        }
        #expect(waited > 0, "no kill happened while items were pending")
        #expect(done > 100, "the kills come too early to be meaningful")
    }
}
#endif
