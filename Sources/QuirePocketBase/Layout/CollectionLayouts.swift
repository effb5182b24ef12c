import QuireCore
import QuireRemote

/// The collections of modules, each computed once.
struct CollectionLayouts: Sendable {
    private let cache = ModuleCache<CollectionLayout>()
    private let collections: PocketBaseSettings.Collections

    init(_ collections: PocketBaseSettings.Collections) { self.collections = collections }

    subscript(module: ModuleDescriptor) -> CollectionLayout {
        cache.layout(of: module) { CollectionLayout(module, collections) }
    }
}
