#if SQLite
import Foundation
import Quire
import QuireIndexing
import QuireStore

/// `feed FILE TARGET [SEED FIRST]`: keeps a second store in sync with the first through its journal, until it is
/// killed.
///
/// With a seed, it also runs a ledger's steps, starting at `FIRST`, and prints the number of each. Now and then it
/// reindexes everything, or empties the index before. Without a seed, it prints `done` once the index is idle, and
/// ends.
package enum Feeding {
    package static let index = "second store"

    static func run(_ arguments: Arguments) async throws {
        let store = try await Store(.file(arguments.file), modules: [Things.module])
        let target = try await Store(.file(arguments.text(0)), modules: [Things.module])
        let monitor = await monitor(store, target)
        say("ready")
        try await monitor.start()
        guard !arguments.text(1).isEmpty else {
            await monitor.waitUntilIdle()
            say("done")
            return
        }
        let ledger = Ledger(seed: UInt64(arguments.number(1)), prefix: "s")
        var number = arguments.number(2)
        while true {
            try await store.carryOut(ledger.step(number))
            say("\(number)")
            var generator = Randomness(seed: ledger.seed &* 37 &+ UInt64(number))
            switch generator.below(60) {
            case 0, 1: try await monitor.reindexAll()
            case 2:
                try await monitor.deleteAll()
                try await monitor.start()
            default: break
            }
            number += 1
        }
    }

    /// A monitor with small batches, so that a kill interrupts its work.
    package static func monitor(_ store: Store, _ target: Store) async -> IndexMonitor {
        let monitor = IndexMonitor(
            journal: store, name: index,
            settings: IndexSettings(batchSize: 15, baseDelay: .milliseconds(5), pollInterval: nil))
        await monitor.add(
            EngineIndexer(from: store, into: target, [Things.module]),
            changesFrom: store.changes(ofModules: [Things.module.name]))
        return monitor
    }
}
#endif
