import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireRemote

extension OpenSearchEngine: PreparingCluster {
    public var batchSize: Int { settings.batchSize }

    /// Creates the indices of modules if they are missing or have an older schema, and makes them available to
    /// searches.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /shop-books-9c01f7aa53e2b4d6 {"settings":…,"mappings":{"dynamic":"false",…},…}
    /// // POST /_aliases {"actions":[{"add":{"index":"shop-books-9c01f7aa53e2b4d6","alias":"shop-books"}}]}
    /// ```
    /// If the schema, the analyzer or the layout has changed, a new index is filled and replaces the old one in one
    /// step. Searches continue throughout. Writers wait while the last changes are copied (at most
    /// `NodeSettings.writePatience`), and no write is lost. The old index is deleted. Run this in only one process at
    /// a time. The first index of a renamed module gets the items of the index under its former name, which stays for
    /// apps that use that name. `plan(for:filling:restarting:)` shows all this beforehand.
    ///
    /// - Parameters:
    ///   - modules: The modules whose indices are prepared.
    ///   - filling: The source of a new index's content. An interrupted copy is continued. If the source is another
    ///     engine, it is read once, and writes to the live index during the copy are not included.
    ///   - restarting: Whether to recreate a live index that was changed by something else, and to start over if
    ///     filling an index from another engine was left unfinished.
    ///   - onProgress: Called after each batch that is copied to a new index.
    /// - Throws: `CollectionError`, which names the differences of an index; `OpenSearchError`; `UnsupportedError`
    ///   for a prefix that no index can have.
    public func prepare(
        _ modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws {
        let all = try modules.map(collections)
        for indices in all {
            try await indices
                .prepare(filling, restarting: restarting, onProgress: onProgress)
            descriptions.notePrepared(indices.layout)
        }
    }

    func collections(of module: ModuleDescriptor) throws -> PreparedIndices {
        PreparedIndices(
            administration: administration, layout: try layout(of: module), vocabularies: vocabularies)
    }

    /// Deletes the indices of modules, including all content.
    public func remove(_ modules: [ModuleDescriptor]) async throws {
        let names = try modules.map { try IndexNames($0, settings) }
        for names in names {
            for index in try await administration.indices(of: names) {
                try await administration.remove(index.name)
            }
        }
    }

    /// Stores whole instances. Each replaces the stored one with the same id.
    ///
    /// ```text
    /// POST /_bulk?refresh=wait_for
    /// {"index":{"_index":"shop-books-9c01…-writer","_id":"57ea","require_alias":true}}
    /// {"id":"57ea","title":"Emma",…,"q_m_id_k":"57ea","q_title_k":"Emma",…}
    /// ```
    /// Operations that a busy cluster rejects are repeated with increasing delays, until
    /// `NodeSettings.writePatience` has passed. Each call waits according to `refresh`; use `.later` for large amounts.
    ///
    /// - Throws: `CollectionError` if there is no index, or only one with another schema; `OpenSearchError`, or
    ///   `NodesError` if the outcome is unknown for all instances. In that case they can be sent again.
    public func store(
        _ instances: [JSONValue], of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        let indices = try collections(of: module)
        for _ in 0..<3 {
            let index = try await administration.liveIndex(of: indices.layout.names)
            do {
                return try await indices.store(instances, in: index, refresh: settings.effectiveRefresh)
            } catch let error as CollectionError where error.reason == .missing {
                // The index was replaced meanwhile.
                continue
            }
        }
        throw indices.error(.missing, indices.liveName)
    }

    package func driver(of module: ModuleDescriptor) throws -> any CollectionDriver {
        try collections(of: module)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        let indices = try collections(of: module)
        guard try await administration.identity(of: place.name) == place.identity else {
            throw indices.error(.missing, place.name, facts: ["it is another one now"])
        }
        return try await indices.store(instances, in: place.name)
    }
}

extension OpenSearchEngine: RepairableEngine {
    /// Corrects what Quire derives from values, in items that other programs wrote.
    ///
    /// ```swift
    /// let count = try await engine.repair(ContentSchema.self)
    /// // POST /_bulk {"index":{"_index":"shop-books","_id":"57ea","if_seq_no":4,"if_primary_term":1}}   for each that differs
    /// ```
    /// A program that writes documents of its own into a prepared index leaves out the fields that filters use, or leaves
    /// them as they were. Every document is compared with what Quire would write; only those that differ are written. Others
    /// may read and write meanwhile.
    ///
    /// - Returns: The number of items that were corrected.
    /// - Throws: `CollectionError` if Quire did not prepare the index; `OpenSearchError`.
    @discardableResult
    public func repair(
        _ modules: [ModuleDescriptor],
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        var count = 0
        for module in modules {
            let indices = try collections(of: module)
            let index = try await indices.currentCollection()
            count += try await indices.repair(of: index).run { stored, total in
                onProgress(PreparationProgress(module: module.name, stored: stored, total: total))
            }
            descriptions.notePrepared(indices.layout)
        }
        return count
    }
}
