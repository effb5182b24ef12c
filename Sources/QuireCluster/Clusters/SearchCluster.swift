import QuireCore
import QuireEngine

/// A search cluster that holds content: an engine whose collections are made of a schema, filled, and put live.
///
/// ```swift
/// try await cluster.prepare(ContentSchema.self)
/// let summary = try await cluster.load(lines, of: Books.descriptor) { print($0.nextLine) }
/// try await cluster.delete(Books.query().where(\.age < 3))
/// ```
public protocol SearchCluster: WritableEngine {
    /// How many instances go out in one request of a load.
    var batchSize: Int { get }

    /// Makes the collections of modules, where they are missing or of an older schema, and puts them live.
    ///
    /// Where the schema has changed, a new collection is made and filled before searches turn to it in one step: they
    /// see all items all the time.
    /// - Parameters:
    ///   - modules: The modules whose collections are prepared.
    ///   - filling: What a new collection is filled with.
    ///   - restarting: Begins anew where a collection was left unfinished, or was changed by something else.
    ///   - onProgress: Is told of each batch that a new collection is filled with.
    /// - Throws: `CollectionError` where a collection is not as it was made, or is being filled; the engine's errors.
    func prepare(
        _ modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws

    /// Removes the collections of modules, with everything in them; those that are not there are no mistake.
    func remove(_ modules: [ModuleDescriptor]) async throws

    /// Stores instances whole, as they are, in the live collection: each in the place of one of the same id.
    ///
    /// - Returns: For each, in order, `nil` once the engine has acknowledged it, else why it was not stored.
    /// - Throws: The engine's errors where nothing is known of any instance; they may then be sent again.
    func store(_ instances: [JSONValue], of module: ModuleDescriptor) async throws -> [WriteFailure?]

    /// Removes all items that a request finds, whatever its page and order.
    ///
    /// - Returns: How many there were.
    /// - Throws: `UnsupportedError`, `QueryError` before any I/O; the engine's errors.
    @discardableResult
    func delete(_ request: SearchRequest) async throws -> Int
}

extension SearchCluster {
    /// Makes the collections of a schema's modules, where they are missing or of an older schema.
    public func prepare<Schema: SchemaDescription>(
        _ schema: Schema.Type, filling: ClusterFilling = .copying, restarting: Bool = false,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws {
        try await prepare(
            schema.modules, filling: filling, restarting: restarting, onProgress: onProgress)
    }

    /// Makes the collections of some modules: those that the live ones hold are copied where the schema has changed.
    public func prepare(_ modules: [ModuleDescriptor]) async throws {
        try await prepare(modules, filling: .copying, restarting: false) { _ in }
    }

    /// Removes all items that a query finds, whatever its page and order.
    ///
    /// ```swift
    /// let count = try await cluster.delete(Books.query().where(\.age < 3))
    /// ```
    /// - Returns: How many there were.
    @discardableResult
    public func delete<Module>(_ query: Query<Module>) async throws -> Int { try await delete(query.request) }
}
