import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

extension AlgoliaEngine: SearchCluster {
    public var batchSize: Int { settings.batchSize }

    /// Creates the indexes of modules and their replicas, with the settings that searches need: facets, numbers,
    /// searchable words by weight, sort order.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /1/indexes/books/settings
    /// // {"attributesForFaceting":["filterOnly(p)",…],"searchableAttributes":["unordered(w_v_title)"],…}
    /// ```
    /// If an index was made for another schema, its records are copied into a new index, which then replaces it in
    /// one step (`/operation`). Before that, the old index is read again until there are no new changes, at most six
    /// times, so that writes during the copy are included. A write in the moment between the last reading and the
    /// move is lost, because the service cannot block writers. If that is not acceptable, stop writing, or run an
    /// `EngineIndexer` afterwards. When the content comes from another engine, the new index gets that engine's
    /// content. The first index of a renamed module gets the items of the index under its former name, which stays.
    /// The call always waits for the service's tasks, regardless of `waitsForTasks`.
    public func prepare(
        _ modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws {
        for module in modules {
            let index = index(of: module)
            for replica in index.replicas {
                _ = try InstanceOrder(replica.sort, over: module.fields, module: module.name)
            }
            switch try await shape(of: index.name) {
            case .same(let shape) where shape == index.shape && !restarting:
                try await setAll(index)
            case nil where !restarting:
                try await setAll(index)
                try await fill(
                    index, into: index.name, filling, from: try await former(index)?.index, onProgress)
            case .other where !restarting: throw Self.foreign(index)
            case let live:
                let source = live == nil ? try await former(index)?.index : index.name
                try await replace(index, filling, from: source, onProgress)
            }
        }
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

    /// The schema that the records of an index were made for.
    enum Shape: Equatable {
        case same(String)
        /// The index was not created by this engine.
        case other
    }

    /// The schema of an index; `nil` if the index does not exist.
    func shape(of name: String) async throws -> Shape? {
        let path = ["1", "indexes", name, "settings"]
        do {
            let settings = try JSONValue(parsing: await connection.send(.get, path, .latest))
            guard case .string(let shape)? = settings["userData"]?["quire"] else { return .other }
            return .same(shape)
        } catch let error as AlgoliaError where error.status == 404 {
            return nil
        }
    }

    static func foreign(_ index: RecordIndex) -> CollectionError {
        CollectionError(
            .changed, engine: AlgoliaConnection.engineName, collection: index.name,
            facts: ["it was not made by this engine"])
    }

    /// The index of a renamed module under its latest former name that has one.
    func former(_ index: RecordIndex) async throws -> (name: String, index: String)? {
        for name in index.module.module.formerNames {
            let former = settings.prefix + name
            if case .same = try await shape(of: former) { return (name, former) }
        }
        return nil
    }

    private func replace(
        _ index: RecordIndex, _ filling: ClusterFilling, from source: String?,
        _ onProgress: @Sendable (PreparationProgress) -> Void
    ) async throws {
        let name = Self.nextName(index)
        try await removeIndex(name)
        try await set(index.settings(settings, hasReplicas: false), of: name)
        try await fill(index, into: name, filling, from: source, onProgress)
        try await move(name, to: index.name)
        try await setAll(index)
    }

    /// The name of the index that is filled before it replaces the live one.
    static func nextName(_ index: RecordIndex) -> String { index.name + "_next" }

    /// Replaces the live index with another in one step.
    func move(_ name: String, to live: String) async throws {
        let body = JSONValue.object([
            .init("destination", .string(live)), .init("operation", .string("move")),
        ])
        let response = try await connection.send(
            .post, ["1", "indexes", name, "operation"], body: body.data, .write)
        try await finish(IndexingTask(response, name), wait: true)
    }

    /// - Parameter source: The index that is copied; `nil` if there is none.
    private func fill(
        _ index: RecordIndex, into name: String, _ filling: ClusterFilling, from source: String?,
        _ onProgress: @Sendable (PreparationProgress) -> Void
    ) async throws {
        var stored = 0
        func add(_ instances: [JSONValue], _ total: Int?) async throws {
            try await storeAll(instances, index, into: name)
            stored += instances.count
            onProgress(PreparationProgress(module: index.module.module.name, stored: stored, total: total))
        }
        switch filling {
        case .nothing: return
        case .engine(let source): try await source.readInstances(of: index.module.module, add)
        case .copying:
            guard let source else { return }
            var copy = IndexCopy(engine: self, index: index, source: source, target: name)
            try await copy.run(onProgress)
        }
    }

    func setAll(_ index: RecordIndex) async throws {
        try await set(index.settings(settings), of: index.name)
        for replica in index.replicas {
            try await set(index.settings(of: replica, settings), of: settings.prefix + replica.name)
        }
    }

    func set(_ value: JSONValue, of name: String) async throws {
        let response = try await connection.send(
            .put, ["1", "indexes", name, "settings"], body: value.data, .write)
        try await finish(IndexingTask(response, name), wait: true)
    }

    func removeIndex(_ name: String) async throws {
        do {
            let response = try await connection.send(.delete, ["1", "indexes", name], .write)
            try await finish(IndexingTask(response, name), wait: true)
        } catch let error as AlgoliaError where error.status == 404 {
            return
        }
    }
}
