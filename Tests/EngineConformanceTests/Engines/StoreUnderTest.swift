#if SQLite
import Foundation
import Quire
import QuireConformance
import QuireStore
import Testing

/// The embedded store, in memory.
struct StoreUnderTest: EngineUnderTest {
    /// Whether the store keeps values of the wrong type separately, instead of rejecting their items.
    let holdsWrongTypes: Bool
    let name = "store"

    var options: ConformanceOptions {
        .seeded { options in
            options.refusesNothing = true
            options.holdsWrongTypes = holdsWrongTypes
        }
    }

    var testDescription: String { holdsWrongTypes ? "store" : "store of tidy items" }

    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        try await body(try await Self.store(holding: documents, keepsIncompatibleValues: holdsWrongTypes))
    }

    static func store(
        holding documents: [ConformanceDocuments], keepsIncompatibleValues: Bool
    ) async throws -> Store {
        let store = try await Store(.memory, modules: documents.map(\.module))
        var options = LoadOptions()
        options.keepsIncompatibleValues = keepsIncompatibleValues
        for part in documents {
            let data = Data(part.lines.joined(separator: "\n").utf8)
            let summary = try await store.load(part.module.name, from: .data(data), options: options)
            #expect(summary.rejected == [])
            #expect(summary.inserted == part.lines.count)
        }
        return store
    }
}
#endif
