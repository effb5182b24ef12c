import QuireCore
import QuireEngine
import QuireRemote

/// Loading complete instances into managed collections, for tools. The server sets `createdAt` and `updatedAt`.
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
        let operations = try instances.map { try WriteOperation(replacing: $0, in: module) }
        do {
            return try await write(WriteBatch(operations)).map { result in
                if case .failed(let error) = result { error } else { nil }
            }
        } catch let error as WriteError {
            // One of them cannot be written, so nothing was sent.
            guard instances.count > 1 else { return [error] }
            let middle = instances.count / 2
            return try await load(Array(instances[..<middle]), into: place, of: module)
                + load(Array(instances[middle...]), into: place, of: module)
        }
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {}
}
