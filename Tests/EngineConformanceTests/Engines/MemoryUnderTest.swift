import Quire
import QuireConformance
import QuireTesting

/// The in-memory engine of `QuireTesting`.
struct MemoryUnderTest: EngineUnderTest {
    let name = "memory"
    let options = ConformanceOptions.seeded { $0.refusesNothing = true }

    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        let engine = InMemoryEngine()
        for part in documents { await engine.add(try part.items, to: part.module) }
        return try await body(engine)
    }
}
