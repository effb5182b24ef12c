import Quire
import QuireTesting
import SampleModules

extension InMemoryEngine {
    /// An engine with the novels, writers and houses of the documentation, or with random ones.
    static func library(_ random: RandomLibrary? = nil) async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.addLibrary(random)
        return engine
    }

    func addLibrary(_ random: RandomLibrary? = nil) {
        add(Houses.self, random?.houses ?? Library.houses)
        add(Writers.self, random?.writers ?? Library.writers)
        add(Novels.self, random?.novels ?? Library.novels)
    }
}
