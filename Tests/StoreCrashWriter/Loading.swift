#if SQLite
import Foundation
import Quire
import QuireStore

/// `load FILE COUNT BATCH`: loads lines into an empty store, which defers its indexes to the end, and prints how many
/// are committed.
enum Loading {
    static func run(_ arguments: Arguments) async throws {
        let store = try await Store(.file(arguments.file), modules: [Things.module])
        var options = LoadOptions()
        options.batchSize = arguments.number(1)
        let lines = (0..<arguments.number(0)).map(Things.line).joined(separator: Data("\n".utf8))
        say("ready")
        let summary = try await store.load("things", from: .data(Data(lines)), options: options) {
            say("\($0.committed)")
        }
        say("done \(summary.inserted)")
        await store.close()
    }
}
#endif
