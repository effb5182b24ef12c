import Foundation
import QuireCore
import QuireEngine
import QuireRemote

extension TypesenseEngine: PreparingCluster {
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
    /// A collection is rebuilt if what it indexes changes: fields, their types, full text, facets, sorting. It stays if
    /// only descriptions, constraints or required fields change.
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
        for module in modules {
            let collections = try collections(of: module)
            existing[module] = nil
            try await turns.take("prepare \(collections.liveName)") {
                try await collections
                    .prepare(filling, restarting: restarting, onProgress: onProgress)
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

    /// - Throws: `UnsupportedError` if the prefix or the batch size is invalid.
    func collections(of module: ModuleDescriptor) throws -> PreparedCollections {
        try checkSettings()
        return PreparedCollections(
            connection: connection, settings: settings, layout: layout(of: module), vocabularies: vocabularies
        )
    }

    var places: CollectionPlaces { CollectionPlaces(connection: connection) }

    private func checkSettings() throws {
        let isPlain = settings.prefix.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        }
        guard isPlain else {
            throw UnsupportedError(
                node: "the prefix \"\(settings.prefix)\"", hint: "use ASCII letters, digits, _ and -")
        }
        guard (1...10_000).contains(settings.batchSize) else {
            throw UnsupportedError(node: "batches of \(settings.batchSize)", hint: "use 1 to 10,000")
        }
    }

    public func store(
        _ instances: [JSONValue], of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        let layout = layout(of: module)
        return try await carryOut(
            on: module, existing: { try await writing($0).store(instances) },
            prepared: {
                let collections = try collections(of: module)
                return try await live(layout).write { try await collections.store(instances, in: $0) }
            })
    }

    public func delete(_ request: SearchRequest) async throws -> Int {
        try await carryOut(
            on: request.module, existing: { try await delete(request, from: $0) },
            prepared: { try await deletePrepared(request) })
    }

    private func delete(_ request: SearchRequest, from layout: ExistingLayout) async throws -> Int {
        var request = request.forAllItems
        request.decoding.keepsUnknownValues = false
        // Pinned items must not be deleted.
        request.removeParameters()
        let ids = try await documents(plan(request)).compactMap { $0.instance?.id }
        return try await writing(layout).remove(ids)
    }

    private func deletePrepared(_ request: SearchRequest) async throws -> Int {
        var request = request.forAllItems
        let words = try await TextRanking(self).words(of: request)
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

    package func driver(of module: ModuleDescriptor) throws -> any CollectionDriver {
        try collections(of: module)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        try await collections(of: module).store(instances, in: place.name)
    }
}

extension TypesenseEngine: RepairableEngine {
    /// Corrects the fields that Quire derives from values, in documents that other programs wrote.
    ///
    /// ```swift
    /// let count = try await engine.repair(ContentSchema.self)
    /// // POST /multi_search {"searches":[{"filter_by":"q_g_57ea…:!=true",…}]}     documents without the fields
    /// // POST /multi_search                                                      all documents, page by page
    /// // POST /collections/books_57ea…/documents/import?action=upsert            those that differ
    /// ```
    /// The server rejects an imported document without the derived fields. But `action=emplace` creates one, which
    /// filters and sorted pages do not find, and `action=update` changes a value and leaves what is derived from it.
    /// `prepare` completes the first kind, and `plan` counts it. Only `repair` finds the second kind: it reads every
    /// document. Others may read meanwhile; a write to a document at the moment of its correction may be lost.
    ///
    /// - Returns: The number of corrected documents.
    /// - Throws: `CollectionError` if a collection is missing or has another layout; `TypesenseError`.
    @discardableResult
    public func repair(
        _ modules: [ModuleDescriptor],
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        var count = 0
        for module in modules {
            let collections = try collections(of: module)
            count += try await turns.take(collections.liveName) {
                try await repair(collections) { stored, total in
                    onProgress(PreparationProgress(module: module.name, stored: stored, total: total))
                }
            }
        }
        return count
    }

    private func repair(
        _ collections: PreparedCollections, _ report: PreparedCollections.Report
    ) async throws -> Int {
        let name = try await collections.currentCollection()
        var count = try await collections.complete(name)
        // Without a description, derived fields are read too.
        var reader = CollectionReader(connection, name, description: .null)
        var compared = 0
        while let documents = try await reader.next() {
            let lines = documents.compactMap { corrected($0, collections.layout) }
            try await DocumentImport(connection: connection, collection: name)
                .storeAll(lines, .upsert, batchSize: settings.batchSize, call: "repair \(name)")
            count += lines.count
            compared += documents.count
            report(compared, reader.total)
        }
        return count
    }

    /// The document as Quire would write it; `nil` if it is the same.
    private func corrected(_ document: Document, _ layout: CollectionLayout) -> [UInt8]? {
        guard let instance = layout.document.instance(of: document.json) else { return nil }
        let line = DocumentWriter(layout: layout).document(
            of: instance, version: document.text(DocumentField.version))
        guard let expected = try? JSONValue(parsing: Data(line)) else { return nil }
        return expected.sortedByName == document.json.sortedByName
            ? nil : DocumentWriter(layout: layout).document(of: instance)
    }
}
