import Foundation
import QuireCore
import QuireEngine
import QuireRemote

extension TypesenseEngine: SearchCluster {
    public var batchSize: Int { settings.batchSize }

    /// Creates the collections of modules if they are missing or have an older schema.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// ```
    /// A collection has the name of its module with a signature of what it indexes, `books_57ea6aa43d5b5ba1`. An alias,
    /// `books`, points to it; searches and writes use the alias. If the schema has changed, a new collection is
    /// created and filled, and then the alias is switched to it in one step, so that searches always see all items.
    /// Apps with the older schema can continue to write during the copy; none of their writes is lost. After the
    /// switch, the server rejects documents of the older schema, because searches in new fields would not find them.
    /// Then the old collection is deleted.
    ///
    /// The first collection of a renamed module gets the items of the collection under its former name, which stays
    /// for apps that use that name. `plan(for:filling:restarting:)` shows all this beforehand.
    ///
    /// If filling fails, or the alias cannot be switched, the new collection is deleted again. It stays only if the
    /// process ends, or if the cluster cannot be reached.
    ///
    /// - Parameters:
    ///   - modules: The modules whose collections are prepared.
    ///   - filling: The source of a new collection's content. If it is an engine other than the live collection, it
    ///     is read once, and writes to the live collection during the copy are not included.
    ///   - restarting: Whether to start over if a collection was left unfinished or was changed by something else.
    ///   - onProgress: Called after each batch that is copied to a new collection.
    /// - Throws: `CollectionError` if a collection was changed by something else or is being filled, or
    ///   `TypesenseError`.
    public func prepare(
        _ modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws {
        try checkSettings()
        for module in modules {
            let layout = layout(of: module)
            existing[module] = nil
            try await turns.take("prepare \(layout.alias)") {
                try await prepare(layout, filling, restarting: restarting, onProgress)
            }
        }
    }

    public func remove(_ modules: [ModuleDescriptor]) async throws {
        for module in modules {
            let layout = layout(of: module)
            try await places.checkNotForeign(layout.alias)
            let live = try await places.live(layout.alias)
            try await places.removeAlias(layout.alias)
            for name in Set([live, layout.name, layout.otherName].compactMap { $0 }) {
                try await places.remove(name)
            }
        }
    }

    func live(_ layout: CollectionLayout) -> LiveCollection {
        LiveCollection(connection: connection, alias: layout.alias, names: names)
    }

    var places: CollectionPlaces { CollectionPlaces(connection: connection) }

    /// - Throws: `UnsupportedError` if the prefix or the batch size is invalid.
    func checkSettings() throws {
        let isPlain = settings.prefix.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        }
        guard isPlain else {
            throw UnsupportedError(
                engine: TypesenseConnection.engineName, node: "the prefix \"\(settings.prefix)\"",
                hint: "use ASCII letters, digits, _ and -")
        }
        guard (1...10_000).contains(settings.batchSize) else {
            throw UnsupportedError(
                engine: TypesenseConnection.engineName, node: "batches of \(settings.batchSize)",
                hint: "use 1 to 10,000")
        }
    }

    private func prepare(
        _ layout: CollectionLayout, _ filling: ClusterFilling, restarting: Bool,
        _ onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws {
        let change = try await CollectionChange(places, layout, settings, restarting: restarting)
        let live = change.live
        guard let name = change.next else {
            guard let live, let source = change.source else { return }
            await places.noteIfMissing(layout, named: live)
            let completed = try await complete(layout, live, source.description)
            if completed > 0 {
                onProgress(
                    PreparationProgress(
                        module: layout.module.module.name, stored: completed, total: completed))
            }
            return
        }
        if !(try await places.create(layout, named: name)) {
            guard restarting else { throw CollectionChange.unfinished(name) }
            try await places.remove(name)
            guard try await places.create(layout, named: name) else {
                throw CollectionError(
                    .unfinished, engine: TypesenseConnection.engineName, collection: name,
                    facts: ["another process made it again"])
            }
        }
        let copy: (CollectionCopy, CollectionCopy.Versions)?
        do {
            if case .copying = filling, let foreign = change.foreign(connection) {
                // The copy reads documents in the order of their keys, so all need keys.
                _ = try await foreign.complete(
                    .update, batchSize: settings.batchSize, line: foreign.leastFields)
            }
            copy = try await fill(name, layout, from: change.source?.name, filling, onProgress)
        } catch {
            await discard(name)
            throw error
        }
        do {
            try await places.point(layout.alias, at: name)
        } catch let error as TypesenseError where !error.isOutage {
            // The alias certainly does not point to it.
            await discard(name)
            throw error
        }
        if let (copy, known) = copy { try await copy.finish(known) }
        if let live { try await places.remove(live) }
    }

    /// Fills a new collection. Returns the copy, and what it has copied, if the content comes from another collection.
    private func fill(
        _ name: String, _ layout: CollectionLayout, from source: String?, _ filling: ClusterFilling,
        _ onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws -> (CollectionCopy, CollectionCopy.Versions)? {
        switch filling {
        case .nothing: return nil
        case .engine(let engine):
            try await fill(name, layout, from: engine, onProgress)
            return nil
        case .copying:
            guard let source else { return nil }
            let copy = CollectionCopy(
                connection: connection, layout: layout, source: source, target: name,
                batchSize: settings.batchSize, former: try await former(source, layout))
            try await copy.copyAll(onProgress)
            return (copy, try await copy.catchUp())
        }
    }

    /// How a collection holds items, whose schema may hide other metadata.
    private func former(_ source: String, _ layout: CollectionLayout) async throws -> PlainDocument {
        // A key may have no permission for presets. What is indexed tells as much, except for fields of JSON.
        var names = ModuleNote.fieldNames(in: try? await places.note(of: source)) ?? []
        if case .array(let fields)? = try await places.description(source)?.member("fields") {
            for field in fields {
                guard case .string(let name)? = field.member("name"), name.hasPrefix("q_x_") else { continue }
                names.insert(String(name.dropFirst(4)))
            }
        }
        return PlainDocument(
            layout.module, convertsPlaces: false,
            hidden: PlainDocument.hiddenMetadata { names.contains($0) })
    }

    /// Removes a collection that did not go live, also if the task was cancelled. If that fails, `restarting` does it.
    private func discard(_ name: String) async {
        let places = places
        await Task { try? await places.remove(name) }.value
    }

    private func fill(
        _ name: String, _ layout: CollectionLayout, from engine: any ContentEngine,
        _ onProgress: @Sendable (PreparationProgress) -> Void
    ) async throws {
        let module = layout.module.module
        var stored = 0
        try await engine.readInstances(of: module) { instances, total in
            let results = try await storeWithRetries(instances) { try await store($0, in: name, layout) }
            for case let failure? in results { throw failure }
            stored += instances.count
            onProgress(PreparationProgress(module: module.name, stored: stored, total: total))
        }
    }

    public func store(
        _ instances: [JSONValue], of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        let layout = layout(of: module)
        return try await carryOut(
            on: module, existing: { try await writing($0).store(instances) },
            prepared: { try await live(layout).write { try await store(instances, in: $0, layout) } })
    }

    public func delete(_ request: SearchRequest) async throws -> Int {
        try await carryOut(
            on: request.module, existing: { try await delete(request, from: $0) },
            prepared: { try await deletePrepared(request) })
    }

    private func delete(_ request: SearchRequest, from layout: ExistingLayout) async throws -> Int {
        var request = request.forAllItems
        request.decoding.keepsUnknownValues = false
        let ids = try await documents(plan(request)).compactMap { $0.instance?.instanceID }
        return try await writing(layout).remove(ids)
    }

    private func deletePrepared(_ request: SearchRequest) async throws -> Int {
        let words = try await TextRanking(self).words(of: request)
        var request = request.forAllItems
        request.countsTotal = false
        let plan = try plan(ClusterQuery(request, words: words))
        let filter = plan.filter.text ?? plan.layout.isEveryDocument
        return try await turns.take(plan.layout.alias) {
            if plan.findsNothing { return 0 }
            let fits = plan.text == nil && DocumentDeletion.fits(filter)
            let keys = fits ? [] : try await documents(plan).map(\.key)
            return try await live(plan.layout).write { name in
                let deletion = DocumentDeletion(connection: connection, collection: name)
                return fits ? try await deletion.remove(filter) : try await deletion.remove(keys: keys)
            }
        }
    }

    /// Stores whole instances, replacing those with the same id.
    func store(
        _ instances: [JSONValue], in collection: String, _ layout: CollectionLayout
    ) async throws -> [WriteError?] {
        await vocabularies.forgetAll()
        let writer = DocumentWriter(layout: layout)
        var failures: [WriteError?] = Array(repeating: nil, count: instances.count)
        var lines: [[UInt8]] = []
        var positions: [Int] = []
        for (index, instance) in instances.enumerated() {
            guard !instance.instanceID.isEmpty else {
                failures[index] = WriteError(
                    .invalid, WriteOperation(.createOrUpdate, layout.module.module), message: "it has no id")
                continue
            }
            positions.append(index)
            lines.append(writer.document(of: instance))
        }
        let results = try await DocumentImport(connection: connection, collection: collection)
            .sendAll(lines, .upsert, batchSize: settings.batchSize)
        for (position, refusal) in zip(positions, results) {
            failures[position] = refusal.map { refusal in
                WriteError(
                    refusal,
                    WriteOperation(
                        .createOrUpdate, layout.module.module, id: instances[position].instanceID))
            }
        }
        return failures
    }
}
