import Foundation
import QuireCluster
import QuireCore

extension OpenSearchEngine: SearchCluster {
    public var batchSize: Int { settings.batchSize }

    /// Makes the indices of modules, where they are missing or of an older schema, and lets searches see them.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /shop-books-9c01f7aa53e2b4d6 {"settings":…,"mappings":{"dynamic":"strict",…},"aliases":{"shop-books":{}}}
    /// ```
    /// Where the schema, the analyzer or the layout has changed, a new index is filled and takes the old one's place in
    /// one step: searches go on all the time, writers wait while the last changes are copied (until
    /// `NodeSettings.writePatience` is over), and no write is lost. The old index is removed. Do it in one process at a
    /// time.
    ///
    /// - Parameters:
    ///   - modules: The modules whose indices are prepared.
    ///   - filling: What a new index is filled with. A copy that was interrupted goes on where it was. Another engine
    ///     is read once: what is written to the live index meanwhile is not taken over.
    ///   - restarting: Makes a live index anew that something else has changed, and begins anew to fill one from
    ///     another engine that was left unfinished.
    ///   - onProgress: Called after each batch that a new index is filled with.
    /// - Throws: `CollectionError`, which names what an index has otherwise; `OpenSearchError`; `UnsupportedError` for a
    ///   prefix that no index can have.
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

    /// Removes the indices of some modules with all that they hold.
    public func remove(_ modules: [ModuleDescriptor]) async throws {
        let names = try modules.map { try IndexNames($0, settings) }
        for names in names {
            for index in try await administration.indices(of: names) {
                try await administration.remove(index.name)
            }
        }
    }
}
