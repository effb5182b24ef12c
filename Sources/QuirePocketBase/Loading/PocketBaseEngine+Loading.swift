import QuireCore
import QuireEngine
import QuireRemote

extension PocketBaseEngine: LoadableEngine {
    public var batchSize: Int { settings.batchSize }

    /// Stores complete items, each replacing one with the same id. The server sets `createdAt` and `updatedAt`.
    public func store(
        _ instances: [JSONValue], of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        var failures: [WriteError?] = Array(repeating: nil, count: instances.count)
        var operations: [(position: Int, operation: WriteOperation)] = []
        for (position, instance) in instances.enumerated() {
            do {
                operations.append((position, try WriteOperation(replacing: instance, in: module)))
            } catch {
                failures[position] = WriteError(
                    .invalid, WriteOperation(.createOrUpdate, module), message: "\(error)")
            }
        }
        for (entry, failure) in zip(operations, try await carryOut(operations.map(\.operation))) {
            failures[entry.position] = failure
        }
        return failures
    }

    private func carryOut(_ operations: [WriteOperation]) async throws -> [WriteError?] {
        if operations.isEmpty { return [] }
        do {
            return try await write(WriteBatch(operations)).map { result in
                if case .failed(let error) = result { error } else { nil }
            }
        } catch let error as WriteError {
            // One of them cannot be written, so nothing was sent.
            guard operations.count > 1 else { return [error] }
            let middle = operations.count / 2
            return try await carryOut(Array(operations[..<middle]))
                + carryOut(Array(operations[middle...]))
        }
    }
}

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
