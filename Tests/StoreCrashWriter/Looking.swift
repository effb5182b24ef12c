#if SQLite
import Foundation
import Quire
import QuireStore

/// `look FILE [readonly] [nobody]`: opens a store, prints its number of items, then tries to write one.
///
/// `nobody` drops superuser rights first, so that file permissions apply whoever runs the tests.
///
/// Lines: `has N`, `finds N` (items that full text finds for the word "all") and `wrote`, or `refused CODE: TEXT`
/// instead.
enum Looking {
    static func run(_ arguments: Arguments) async throws {
        if arguments.rest.contains("nobody"), getuid() == 0 {
            guard setgid(65_534) == 0, setuid(65_534) == 0 else {
                say("cannot become nobody")
                return
            }
        }
        var options = StoreOptions()
        options.isReadOnly = arguments.rest.contains("readonly")
        do {
            let store = try await Store(.file(arguments.file), modules: [Things.module], options: options)
            say("has \(try await Stored.values(in: store).count)")
            var search = SearchRequest(module: Things.module)
            search.text = TextSearch("all")
            say("finds \(try await Stored.values(in: store, matching: search).count)")
            try await store.carryOut(Ledger(seed: 99).step(0))
            say("wrote")
            await store.close()
        } catch let error as StoreError {
            say("refused \(error.code.rawValue): \(error)")
        }
    }
}
#endif
