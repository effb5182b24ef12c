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

    func load(_ lines: [String], into module: ModuleDescriptor) async throws -> any ContentEngine {
        let store = try await Store(.memory, modules: [module])
        var options = LoadOptions()
        options.keepsUnfitValues = holdsWrongTypes
        let summary = try await store.load(
            module.name, from: .data(Data(lines.joined(separator: "\n").utf8)), options: options)
        #expect(summary.rejected == [])
        #expect(summary.inserted == lines.count)
        return store
    }
}
#endif
