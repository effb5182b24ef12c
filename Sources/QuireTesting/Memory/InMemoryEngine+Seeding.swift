import QuireCore
import QuireEngine

extension InMemoryEngine: SeedableEngine {
    package func seed<Module: ContentModule>(_ items: [Content<Module>]) throws {
        guard !items.isEmpty else { return }
        var batch = WriteBatch()
        for item in items { batch.createOrUpdate(item) }
        try batch.check(for: capabilities.name)
        add(Module.self, items)
    }

    package func close() {}
}
