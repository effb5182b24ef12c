#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Killing a process that indexes text", .timeLimit(.minutes(60 * Soak.factor)))
struct TextKillTests {
    @Test(
        "Killed while indexing is stopped, resumed, rebuilt or on demand, and vectors are computed, it leaves no stale word, no stale vector and no unreported gap"
    )
    func text() async throws {
        let folder = try Folder()
        let ledger = Ledger(seed: Soak.seed + 61)
        var done = 0
        var waited = 0
        var vectors = 0
        var options = StoreOptions()
        options.embedder = LetterEmbedder()
        for round in 0..<UInt64(22 * Soak.factor) {
            let moment = WriterProcess.Moment.random(Soak.seed + 500 + round, lines: 25, microseconds: 20_000)
            let end = try await WriterProcess.kill(
                .text, folder.file(), "\(ledger.seed)", "\(done)", at: moment)
            let store = try await Store(
                .file(folder.file()), modules: [Things.embedded], options: options)
            done = try await ledger.check(
                store, acknowledged: (end.lastNumber ?? done - 1) + 1, "\(round), \(moment)")
            // Indexed items are correct, and items that are not indexed are known.
            #expect(
                try await TextAgreement.mistake(in: store, allowsPending: true) == nil, "\(round), \(moment)")
            #expect(try await store.fullText.check() == [], "\(round), \(moment)")
            if try await store.fullText.pending() > 0 { waited += 1 }
            vectors += try await checkedVectors(of: store, "\(round), \(moment)")
            if round % 3 == 2 {
                try await store.fullText.resume()
                #expect(try await TextAgreement.mistake(in: store) == nil, "\(round), \(moment)")
                try await store.fullText.embed()
                let items = try await Stored.values(in: store).count
                #expect(try await checkedVectors(of: store, "\(round), embedded") == items)
            }
            await store.close()
        }
        #expect(vectors > 0, "no kill happened while items had vectors")
        #expect(waited > 0, "no kill happened while items were pending")
        #expect(done > 100, "the kills come too early to be meaningful")
    }

    /// Compares the vectors in the file with those of the items' titles, and returns their number.
    private func checkedVectors(of store: Store, _ context: String) async throws -> Int {
        let values = try await Stored.values(in: store)
        let stored = try await store.vectors(of: Things.module.name)
        for (id, vector) in stored {
            guard let id, case .string(let title)? = values[id]?["title"] else {
                Issue.record("a vector of \(id ?? "no item"): \(context)")
                continue
            }
            let counts = LetterEmbedder.vector(title).map(Double.init)
            let length = counts.reduce(0) { $0 + $1 * $1 }.squareRoot()
            let distance = zip(counts, vector).map { abs($0 / length - $1) }.max() ?? 1
            #expect(distance < 0.01, "\(id): \(context)")
        }
        return stored.count
    }
}
#endif
