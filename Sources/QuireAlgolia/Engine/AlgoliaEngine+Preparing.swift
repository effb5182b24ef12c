import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP

extension AlgoliaEngine: SearchCluster {
    public var batchSize: Int { settings.batchSize }

    /// Creates the indexes of modules and their replicas, with the settings that searches need: facets, numbers,
    /// searchable words by weight, order.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /1/indexes/books/settings
    /// // {"attributesForFaceting":["filterOnly(p)",…],"searchableAttributes":["unordered(w_v_title)"],…}
    /// ```
    /// An index whose records were made for another schema is rebuilt under another name, filled, and moved to its own
    /// name (`/operation`), which the service does in one step. The old index is read again until nothing in it has
    /// changed since, six times at most, so that what is written to it during the copy is in the new one. Only what
    /// reaches it after the last reading, in the moment before the move, is not: the service has no way to keep writers
    /// out. Hold them back, or let an `EngineIndexer` follow, where that must not be. Filled from another engine, the
    /// new index has what that engine has. It waits for the service's tasks, whatever `waitsForTasks` says.
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
                try await fill(index, into: index.name, filling, isNew: true, onProgress)
            case .other where !restarting:
                throw CollectionError(
                    .changed, engine: AlgoliaConnection.engineName, collection: index.name,
                    facts: ["it was not made by this engine"])
            case let live:
                try await replace(index, filling, isNew: live == nil, onProgress)
            }
        }
    }

    /// Removes the indexes of modules, with everything in them, and their replicas.
    public func remove(_ modules: [ModuleDescriptor]) async throws {
        for module in modules {
            let index = index(of: module)
            for name in [index.name] + index.replicas.map({ settings.prefix + $0.name }) {
                try await removeIndex(name)
            }
        }
    }

    /// The settings that `prepare` gives to a module's index, as readable JSON.
    public func indexSettings(of module: ModuleDescriptor) -> String {
        PrettyJSON.text(index(of: module).settings(settings).data)
    }

    // MARK: - Steps

    /// What the records of an index were made for.
    private enum Shape: Equatable {
        case same(String)
        /// Something else made the index.
        case other
    }

    /// `nil` where there is no such index.
    private func shape(of name: String) async throws -> Shape? {
        let path = ["1", "indexes", name, "settings"]
        do {
            let settings = try JSONValue(parsing: await connection.send(.get, path, .latest))
            guard case .string(let shape)? = settings["userData"]?["quire"] else { return .other }
            return .same(shape)
        } catch let error as AlgoliaError where error.status == 404 {
            return nil
        }
    }

    private func replace(
        _ index: RecordIndex, _ filling: ClusterFilling, isNew: Bool,
        _ onProgress: @Sendable (PreparationProgress) -> Void
    ) async throws {
        let name = index.name + "_next"
        try await removeIndex(name)
        try await set(index.settings(settings, hasReplicas: false), of: name)
        try await fill(index, into: name, filling, isNew: isNew, onProgress)
        let body = JSONValue.object([
            .init("destination", .string(index.name)), .init("operation", .string("move")),
        ])
        let answer = try await connection.send(
            .post, ["1", "indexes", name, "operation"], body: body.data, .write)
        try await finish(IndexingTask(answer, name), wait: true)
        try await setAll(index)
    }

    private func fill(
        _ index: RecordIndex, into name: String, _ filling: ClusterFilling, isNew: Bool,
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
            guard !isNew else { return }
            var copy = IndexCopy(engine: self, index: index, target: name)
            try await copy.run(onProgress)
        }
    }

    private func setAll(_ index: RecordIndex) async throws {
        try await set(index.settings(settings), of: index.name)
        for replica in index.replicas {
            try await set(index.settings(of: replica, settings), of: settings.prefix + replica.name)
        }
    }

    private func set(_ value: JSONValue, of name: String) async throws {
        let answer = try await connection.send(
            .put, ["1", "indexes", name, "settings"], body: value.data, .write)
        try await finish(IndexingTask(answer, name), wait: true)
    }

    private func removeIndex(_ name: String) async throws {
        do {
            let answer = try await connection.send(.delete, ["1", "indexes", name], .write)
            try await finish(IndexingTask(answer, name), wait: true)
        } catch let error as AlgoliaError where error.status == 404 {
            return
        }
    }
}
