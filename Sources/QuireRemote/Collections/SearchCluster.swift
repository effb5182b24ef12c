import QuireCore
import QuireEngine

/// A search cluster that holds content. Its collections are created from a schema, filled, and then made live.
///
/// ```swift
/// print(try await cluster.plan(for: ContentSchema.self))
/// try await cluster.prepare(ContentSchema.self)
/// let summary = try await cluster.load(Books.self, from: lines) { print($0.nextLine) }
/// try await cluster.delete(Books.query().where(\.age < 3))
/// ```
public protocol SearchCluster: LoadableEngine {
    /// Creates the collections of modules if they are missing or have an older schema, and makes them live.
    ///
    /// If the schema has changed, a new collection is created and filled before searches switch to it atomically, so
    /// they always see all items.
    /// - Parameters:
    ///   - modules: The modules whose collections are prepared.
    ///   - filling: The initial content of a new collection.
    ///   - restarting: Whether to start over if a collection is unfinished, or was changed by something else.
    ///   - onProgress: Called for each batch that is added to a new collection.
    /// - Throws: `CollectionError` if a collection was changed or is being filled; the engine's errors.
    func prepare(
        _ modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws

    /// Finds out what `prepare` would do with the same arguments, and changes nothing.
    ///
    /// - Throws: The errors that `prepare` would throw before it writes anything, such as `CollectionError` for a
    ///   collection that was changed by something else.
    func plan(
        for modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan

    /// Deletes the collections of modules with their content. Missing collections are ignored.
    func remove(_ modules: [ModuleDescriptor]) async throws

    /// Deletes all items that a request matches, ignoring its page and order.
    ///
    /// - Returns: The number of deleted items.
    /// - Throws: `UnsupportedError`, `QueryError` before any I/O; the engine's errors.
    @discardableResult
    func delete(_ request: SearchRequest) async throws -> Int
}

extension SearchCluster {
    /// Creates the collections of a schema's modules if they are missing or have an older schema.
    public func prepare<Schema: SchemaDescription>(
        _ schema: Schema.Type, filling: ClusterFilling = .copying, restarting: Bool = false,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws {
        try await prepare(
            schema.modules, filling: filling, restarting: restarting, onProgress: onProgress)
    }

    /// Finds out what preparing the collections of a schema's modules would do, and changes nothing.
    ///
    /// ```swift
    /// let plan = try await cluster.plan(for: ContentSchema.self)
    /// print(plan)   // books writes 120000 items into books_57ea…, which then replaces books_09c1…: adds "pages"
    /// ```
    public func plan<Schema: SchemaDescription>(
        for schema: Schema.Type, filling: ClusterFilling = .copying, restarting: Bool = false
    ) async throws -> PreparationPlan {
        try await plan(for: schema.modules, filling: filling, restarting: restarting)
    }

    /// Finds out what preparing the collections of some modules would do, and changes nothing.
    public func plan(for modules: [ModuleDescriptor]) async throws -> PreparationPlan {
        try await plan(for: modules, filling: .copying, restarting: false)
    }

    /// Creates the collections of some modules. If the schema has changed, the items of the live collections are
    /// copied.
    public func prepare(_ modules: [ModuleDescriptor]) async throws {
        try await prepare(modules, filling: .copying, restarting: false) { _ in }
    }

    /// Deletes all items that a query matches, ignoring its page and order.
    ///
    /// ```swift
    /// let count = try await cluster.delete(Books.query().where(\.age < 3))
    /// ```
    /// - Returns: The number of deleted items.
    @discardableResult
    public func delete<Module>(_ query: Query<Module>) async throws -> Int { try await delete(query.request) }
}

/// A search cluster whose collections a `CollectionDriver` prepares.
package protocol PreparingCluster: SearchCluster, InstanceLoading {
    /// - Throws: `UnsupportedError` or `QueryError` if the settings do not fit.
    func driver(of module: ModuleDescriptor) throws -> any CollectionDriver
}

extension PreparingCluster {
    public func plan(
        for modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan {
        var planned: [PreparationPlan.Module] = []
        for driver in try modules.map(driver) {
            if let plan = try await driver.plan(filling, restarting: restarting) { planned.append(plan) }
        }
        return PreparationPlan(planned)
    }

    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        try await driver(of: module).loadingPlace(replacing: replacing, resuming: resuming)
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {
        try await driver(of: module).putLive(place)
    }
}

extension SearchRequest {
    /// The request without its page, order, fields and other options that do not affect which items match, for a
    /// deletion.
    package var forAllItems: SearchRequest {
        var request = forWriting
        request.page = .all
        request.removeSort()
        request.fields = []
        request.include = []
        request.facets = []
        return request
    }
}

/// The initial content of a new collection, before it goes live.
public enum ClusterFilling: Sendable {
    /// The content of the module's live collection, if there is one. If the module was renamed, the content of the
    /// collection under its former name.
    case copying
    /// All items of the module in another engine, for example a store.
    case engine(any ContentEngine)
    /// Nothing. Fill it afterwards, for example with an `EngineIndexer`.
    case nothing
}

extension ClusterFilling {
    /// The number of items that a new collection gets.
    ///
    /// - Parameter copied: The number of items in the collection that would be copied.
    package func itemCount(of module: ModuleDescriptor, copied: Int) async throws -> Int {
        switch self {
        case .copying: copied
        case .engine(let engine):
            try await ContentClient(engine: engine).count(SearchRequest(module: module))
        case .nothing: 0
        }
    }
}

/// The progress of filling a new collection.
public struct PreparationProgress: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The number of stored items.
    public var stored: Int
    /// The total number of items, if it is known.
    public var total: Int?

    public init(module: String, stored: Int, total: Int? = nil) {
        self.module = module
        self.stored = stored
        self.total = total
    }
}

/// An engine that stores many complete instances. `quire load` fills search clusters through it.
///
/// A load requests a collection, fills it batch by batch, and makes it live. If the collection is live already, this
/// changes nothing.
package protocol InstanceLoading: ContentEngine {
    /// Returns the collection to load a module into: the live one if it was created from the same schema, otherwise
    /// one that is not live yet.
    ///
    /// - Parameters:
    ///   - replacing: Whether to use a new collection even if the live one matches, so that items that are not loaded
    ///     are gone afterwards.
    ///   - resuming: Whether to continue with a collection that an earlier load created from the same schema and did
    ///     not finish. Otherwise, it is removed and a new one is created.
    /// - Throws: The engine's errors.
    func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace

    /// Stores complete instances, each replacing one with the same id. Values, metadata (including `updatedAt` and
    /// `createdBy`) and unknown keys are kept. Loading is idempotent.
    ///
    /// - Returns: For each instance, in order, `nil` if the engine has stored it, otherwise the failure.
    /// - Throws: The engine's errors if the result of every instance is unknown. The batch may then be sent again.
    func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?]

    /// Atomically makes the collection live, and removes the previous one.
    func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws
}

/// A collection, or index, that a load fills.
package struct LoadingPlace: Sendable, Hashable {
    /// The name of the collection itself, not of an alias.
    package var name: String
    /// Distinguishes the collection from an earlier one with the same name, for example its creation time or the
    /// engine's internal id.
    package var identity: String
    /// Whether searches use it.
    package var isLive: Bool

    package init(name: String, identity: String, isLive: Bool) {
        self.name = name
        self.identity = identity
        self.isLive = isLive
    }
}

/// An engine that keeps more beside an item's values than other programs write, and can correct it.
///
/// ```swift
/// let count = try await engine.repair(ContentSchema.self) { print($0.stored) }
/// ```
/// The engines' own documentation says what other programs leave wrong, and which requests correct it. Call it after
/// another program has written into a prepared collection.
public protocol RepairableEngine: ContentEngine {
    /// Compares all items of modules with what Quire would write, and writes those that differ.
    ///
    /// - Parameters:
    ///   - modules: The modules whose items are compared. Their collections must be prepared.
    ///   - onProgress: Called after each batch of items.
    /// - Returns: The number of items that were corrected.
    func repair(
        _ modules: [ModuleDescriptor], onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws -> Int
}

extension RepairableEngine {
    /// Compares all items of a schema's modules with what Quire would write, and writes those that differ.
    ///
    /// - Returns: The number of items that were corrected.
    @discardableResult
    public func repair<Schema: SchemaDescription>(
        _ schema: Schema.Type, onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        try await repair(schema.modules, onProgress: onProgress)
    }
}
