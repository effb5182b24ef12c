#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

/// The embedded store, in memory; a line that it refuses is a failure of the suite.
struct StoreUnderTest: EngineUnderTest {
    /// Whether the store is told to keep values of the wrong type, aside, instead of refusing their items.
    let holdsWrongTypes: Bool

    var name: String { holdsWrongTypes ? "store" : "store of tidy items" }

    func load(_ documents: [(module: ModuleDescriptor, lines: [String])]) async throws -> any ContentEngine {
        let store = try await Store(.memory, modules: documents.map(\.module))
        var options = LoadOptions()
        options.keepsUnfitValues = holdsWrongTypes
        for (module, lines) in documents {
            let data = Data(lines.joined(separator: "\n").utf8)
            let summary = try await store.load(module.name, from: .data(data), options: options)
            #expect(summary.rejected == [])
            #expect(summary.inserted == lines.count)
        }
        return store
    }
}
#endif
