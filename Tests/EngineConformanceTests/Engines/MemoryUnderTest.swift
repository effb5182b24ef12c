import Quire
import QuireTesting

/// The in-memory engine of `QuireTesting`.
struct MemoryUnderTest: EngineUnderTest {
    let name = "memory"
    let holdsWrongTypes = true

    func load(_ lines: [String], into module: ModuleDescriptor) async throws -> any ContentEngine {
        let engine = InMemoryEngine()
        await engine.add(lines.map(parse), to: module)
        return engine
    }
}
