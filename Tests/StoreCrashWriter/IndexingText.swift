#if SQLite
import Foundation
import Quire
import QuireStore

/// `text FILE SEED FIRST`: runs a ledger's steps like `write`, and between them, at random, stops and resumes full
/// text, indexes pending items or one item, computes vectors, rebuilds and optimizes, until it is killed.
enum IndexingText {
    static func run(_ arguments: Arguments) async throws {
        var options = StoreOptions()
        options.embedder = LetterEmbedder()
        let store = try await Store(.file(arguments.file), modules: [Things.embedded], options: options)
        let ledger = Ledger(seed: UInt64(arguments.number(0)))
        var number = arguments.number(1)
        say("ready")
        while true {
            let step = ledger.step(number)
            try await store.carryOut(step)
            say("\(number)")
            var generator = Randomness(seed: ledger.seed &* 31 &+ UInt64(number))
            switch generator.below(10) {
            case 0, 1: try await store.fullText.stop()
            case 2: try await store.fullText.resume()
            case 3: try await store.fullText.indexChanged()
            case 4, 5: try await store.fullText.index(step.changes[0].id, in: Things.module.name)
            case 6: try await store.fullText.rebuild(Things.module.name)
            case 7: try await store.fullText.optimize()
            case 8: try await store.fullText.embed()
            default: break
            }
            number += 1
        }
    }
}
#endif
