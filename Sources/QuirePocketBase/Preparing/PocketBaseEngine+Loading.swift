import QuireCore
import QuireEngine
import QuireRemote

/// Loading into managed collections, for tools.
extension PocketBaseEngine: InstanceLoading {
    /// Prepares the collection of a module. There is only one, which is always live.
    ///
    /// - Parameter replacing: Whether to delete the items that it has, before the first new one is stored.
    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        try await prepare([module])
        if replacing, !resuming {
            for case .failed(let error) in try await write(WriteBatch([WriteOperation(.truncate, module)])) {
                throw error
            }
        }
        let layout = CollectionLayout(module, settings.collections)
        return LoadingPlace(name: layout.name, identity: module.signature, isLive: true)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        try await store(instances, of: module)
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {}
}
