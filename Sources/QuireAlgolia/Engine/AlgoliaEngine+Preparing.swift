import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

extension AlgoliaEngine: PreparingCluster {
    public var batchSize: Int { settings.batchSize }

    /// Creates the indexes of modules and their replicas, with the settings that searches need: facets, numbers,
    /// searchable words by weight, sort order.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /1/indexes/books/settings
    /// // {"attributesForFaceting":["filterOnly(p)",…],"searchableAttributes":["unordered(w_v_title)"],…}
    /// ```
    /// A new index is filled under another name, `books_next`, and goes live in one step (`/operation`). If an index was
    /// made for another schema, its records are copied into the new one, which then replaces it. Before that, the old
    /// index is read again until there are no new changes, at most six times, so that writes during the copy are
    /// included. A write in the moment between the last reading and the move is lost, because the service cannot block
    /// writers. If that is not acceptable, stop writing, or run an `EngineIndexer` afterwards.
    ///
    /// When the content comes from another engine, the new index gets that engine's content. The first index of a
    /// renamed module gets the items of the index under its former name, which stays. The call always waits for the
    /// service's tasks, regardless of `waitsForTasks`.
    public func prepare(
        _ modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws {
        for module in modules {
            try await collections(of: module)
                .prepare(filling, restarting: restarting, onProgress: onProgress)
        }
    }

    /// - Throws: `QueryError` if a replica sorts by a field that the module does not have.
    func collections(of module: ModuleDescriptor) throws -> PreparedIndexes {
        let index = index(of: module)
        for replica in index.replicas {
            _ = try InstanceOrder(replica.sort, over: module.fields, module: module.name)
        }
        return PreparedIndexes(service: self, index: index)
    }

    package func driver(of module: ModuleDescriptor) throws -> any CollectionDriver {
        try collections(of: module)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        try await store(instances, index(of: module), into: place.name, wait: nil)
    }

    /// Deletes the indexes of modules and their replicas, including all content.
    public func remove(_ modules: [ModuleDescriptor]) async throws {
        for module in modules {
            let index = index(of: module)
            for name in [index.name] + index.replicas.map({ settings.prefix + $0.name }) {
                try await removeIndex(name)
            }
        }
    }

    /// The settings that `prepare` sets for a module's index, as readable JSON.
    public func indexSettings(of module: ModuleDescriptor) -> String {
        PrettyJSON.text(index(of: module).settings(settings).data)
    }

    // MARK: - Steps

    /// The settings of an index; `nil` if it does not exist.
    func settings(of name: String) async throws -> JSONValue? {
        do {
            return try JSONValue(
                parsing: await connection.send(.get, ["1", "indexes", name, "settings"], intent: .latest))
        } catch let error as AlgoliaError where error.status == 404 {
            return nil
        }
    }

    /// The engine's data in the settings of an index, empty if there is none; `nil` if the index does not exist.
    func userData(of name: String) async throws -> JSONValue? {
        try await settings(of: name).map { $0["userData"] ?? .object([]) }
    }

    func set(_ value: JSONValue, of name: String) async throws {
        try await finish(change(.put, name, path: ["settings"], body: value.data), wait: true)
    }

    func removeIndex(_ name: String) async throws {
        do {
            try await finish(change(.delete, name), wait: true)
        } catch let error as AlgoliaError where error.status == 404 {
            return
        }
    }
}
