#if SQLite
import QuireCore
import QuireEngine

extension Store: SeedableEngine {
    package func seed<Module: ContentModule>(_ items: [Content<Module>]) async throws {
        try await upsert(items)
    }
}
#endif
