import Foundation
import QuireCore
import QuireEngine
import QuireText

/// Keeps a module's items in Spotlight in sync with an engine, for example a store.
///
/// ```swift
/// let spotlight = SpotlightIndex(name: "content")
/// let monitor = IndexMonitor(journal: store, name: "spotlight")
/// await monitor.add(
///     SpotlightIndexer(spotlight, of: Books.self, from: store) { book in
///         SpotlightItem(title: book.title, summary: book.blurb)
///     },
///     changesFrom: store.changes(of: Books.self))
/// try await monitor.start()
/// ```
/// Items are identified by module and id. `SpotlightIndex.object(of:)` returns both when a user opens an item. Core
/// Spotlight confirms that it has received items, and indexes them later.
public struct SpotlightIndexer<Module: ContentModule>: ItemIndexer {
    private let session: SpotlightSession
    private let source: any ContentEngine
    private let version: String
    private let make: @Sendable (JSONValue) throws -> SpotlightItem?

    init(
        _ session: SpotlightSession, from source: any ContentEngine, version: String,
        make: @escaping @Sendable (JSONValue) throws -> SpotlightItem?
    ) {
        self.session = session
        self.source = source
        self.version = version
        self.make = make
    }

    init(
        _ session: SpotlightSession, from source: any ContentEngine, version: String,
        item: @escaping @Sendable (Content<Module>) throws -> SpotlightItem?
    ) {
        self.init(session, from: source, version: version) { instance in
            try item(try Module.itemDecoder.decodeInstance(instance.data))
        }
    }

    private var module: ModuleDescriptor { Module.descriptor }

    public func indexes(_ type: String) -> Bool { type == module.name }

    /// Combines the fields of the module, the version of the items, and the token of the index. If the system has
    /// emptied the index, it is filled again.
    public func generation(of type: String) async throws -> String {
        session.formatter.identifier(for: [module.signature, version, try await session.token])
    }

    public func objects(for ids: [String], of type: String) async throws -> [JSONValue?] {
        try await source.instances(of: ids, in: module)
    }

    /// Returns the item of an object. Its identifier combines module and id.
    public func item(for instance: JSONValue, id: String, of type: String) throws -> (String, SpotlightItem)?
    {
        try make(instance).map { (id, $0) }
    }

    public func write(
        _ items: [(String, SpotlightItem)], deleting ids: [String], of type: String
    ) async throws -> [ObjectIndexError] {
        let domain = session.formatter.identifier(for: [type])
        let entries = items.map { id, item in
            SpotlightEntry(
                identifier: session.formatter.identifier(of: id, type: type), domain: domain, item: item)
        }
        try await session.write(
            entries, deleting: ids.map { session.formatter.identifier(of: $0, type: type) }, type: type)
        return []
    }

    public func deleteAll(of type: String) async throws {
        try await session.delete(domain: session.formatter.identifier(for: [type]))
    }
}
