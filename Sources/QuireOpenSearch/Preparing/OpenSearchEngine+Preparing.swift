import Foundation
import QuireCluster
import QuireCore
import QuireRemote

extension OpenSearchEngine: SearchCluster {
    public var batchSize: Int { settings.batchSize }

    /// Creates the indices of modules if they are missing or have an older schema, and makes them available to
    /// searches.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /shop-books-9c01f7aa53e2b4d6 {"settings":…,"mappings":{"dynamic":"strict",…},"aliases":{"shop-books":{}}}
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
        let names = try modules.map { try IndexNames($0, settings) }
        for (module, names) in zip(modules, names) {
            try await IndexPreparation(
                engine: self, names: names, module: module, filling: filling, isRestarting: restarting,
                progress: onProgress
            ).run()
        }
    }

    /// Finds out what `prepare` would do: which indices it would create or rebuild, and how many items it would write.
    /// Only reads from the cluster.
    ///
    /// ```swift
    /// print(try await engine.plan(for: ContentSchema.self))
    /// // books writes 120000 items into shop-books-9c01f7aa53e2b4d6, which then replaces shop-books-57ea…: adds "pages"
    /// ```
    /// The numbers of items are those that searches see.
    public func plan(
        for modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan {
        let names = try modules.map { try IndexNames($0, settings) }
        var planned: [PreparationPlan.Module] = []
        for (module, names) in zip(modules, names) {
            let preparation = IndexPreparation(
                engine: self, names: names, module: module, filling: filling, isRestarting: restarting,
                progress: { _ in })
            if let module = try await IndexPlanning(preparation: preparation).plan() {
                planned.append(module)
            }
        }
        return PreparationPlan(planned)
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
}
