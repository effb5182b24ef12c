public import Quire

extension OpenSearchEngine {
    /// Makes the indices of a schema ready for searches and writes; to be called once when a program starts.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /shop-books-9c01f7aa53e2b4d6 {"settings":…,"mappings":{"dynamic":"strict",…},"aliases":{"shop-books":{}}}
    /// ```
    /// A module that has no index gets one. Where the schema, the analyzer or the layout has changed, a new index is
    /// filled from the old one and takes its place in one step: searches go on all the time, writers wait while the last
    /// changes are copied (until `NodeSettings.writePatience` is over), and no write is lost. The old index is removed.
    /// Processes of the older schema go on through the alias only as long as their fields are in the new index.
    ///
    /// - Throws: `OpenSearchError`, which names what an index has otherwise; `UnsupportedError` for a prefix that no
    ///   index can have; `TransportError`.
    public func prepare(
        _ schema: any SchemaDescription.Type,
        progress: @escaping @Sendable (OpenSearchPreparation) -> Void = { _ in }
    ) async throws {
        try await prepare(schema.modules, progress: progress)
    }

    /// The same for some modules.
    public func prepare(
        _ modules: [ModuleDescriptor],
        progress: @escaping @Sendable (OpenSearchPreparation) -> Void = { _ in }
    ) async throws {
        let names = try modules.map { try IndexNames($0, settings) }
        for (module, names) in zip(modules, names) {
            try await IndexPreparation(
                administration: administration, names: names, module: module, progress: progress
            ).run()
        }
    }

    /// Removes the indices of some modules with all that they hold.
    public func removeIndices(of modules: [ModuleDescriptor]) async throws {
        let names = try modules.map { try IndexNames($0, settings) }
        for names in names {
            for index in try await administration.indices(of: names) {
                try await administration.remove(index.name)
            }
        }
    }

    var administration: IndexAdministration {
        IndexAdministration(connection: connection, settings: settings)
    }
}
