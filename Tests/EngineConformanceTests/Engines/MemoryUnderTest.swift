import Quire
import QuireTesting

/// The in-memory engine of `QuireTesting`.
struct MemoryUnderTest: EngineUnderTest {
    let name = "memory"
    let holdsWrongTypes = true

    func load(_ documents: [(module: ModuleDescriptor, lines: [String])]) async throws -> any ContentEngine {
        let engine = InMemoryEngine()
        for (module, lines) in documents { await engine.add(lines.map(parse), to: module) }
        return engine
    }
}
