import Quire
import QuireTesting

/// The in-memory engine of `QuireTesting`.
struct MemoryUnderTest: EngineUnderTest {
    let name = "memory"
    let supportsEverything = true

    func withEngine<Result>(
        holding documents: [Documents], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        let engine = InMemoryEngine()
        for part in documents { await engine.add(part.lines.map(parse), to: part.module) }
        return try await body(engine)
    }
}
