#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireToolbox

/// The embedded engine: content in an SQLite file, in tables made from the schema.
///
/// ```swift
/// let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
/// try await store.load(Books.self, from: .file("books.ndjson"))
/// let content = ContentClient(engine: store)
/// let page = try await content.fetch(Books.query().where(\.age >= 18))
/// ```
/// Filters have the same results as with every engine. Any number of tasks may read while one writes. Readers see the
/// last committed state, and completed writes survive if the process is killed. A file may be open in several
/// processes.
///
/// Opening a file that was made with an earlier schema migrates it; ``schemaChanges`` lists the changes.
public final class Store: Sendable {
    /// Where a store is located.
    public enum Location: Sendable, Hashable {
        /// A path. Opening creates the file if there is none.
        case file(String)
        /// In memory: the content is lost when the store is deallocated.
        case memory
    }

    public let location: Location
    /// What opening the store changed in the file.
    public let schemaChanges: [SchemaChange]
    let layouts: [ExactName: ModuleLayout]
    let readers: ConnectionPool
    let writer: StoreWriter
    let options: StoreOptions
    let text: TextContext
    /// Whether the SQLite library has FTS5.
    let hasFullText: Bool
    let embedding: TextEmbedding
    let selections = RowSelections()
    /// The plans of searches by their shapes. Most searches of an app differ only in their values, and planning takes as
    /// long as reading a few rows. Searches that are made from what a user enters may have any number of shapes.
    let plans = BoundedCache<SearchShape, PreparedSearch>(limit: 512)
    /// Sends the changes of commits to live queries.
    let commits: CommitHub
    let otherWriters: OtherWriters

    /// Opens a store, creating or migrating its tables.
    ///
    /// ```swift
    /// let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self) { progress in
    ///     show(progress.fraction)
    /// }
    /// ```
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - schema: The generated schema, `ContentSchema.self`.
    ///   - options: How the file is opened and migrated.
    ///   - migrationProgress: Receives the progress of a migration. An error that it throws, or the task's
    ///     cancellation, ends the migration.
    /// - Throws: `StoreError` if the file cannot be used; the file is left unchanged. `CancellationError`.
    public convenience init(
        _ location: Location, schema: any SchemaDescription.Type, options: StoreOptions = StoreOptions(),
        migrationProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) async throws {
        try await self.init(
            location, modules: schema.modules, options: options, migrationProgress: migrationProgress)
    }

    /// Opens a store for modules that are defined at run time.
    public init(
        _ location: Location, modules: [ModuleDescriptor], options: StoreOptions = StoreOptions(),
        migrationProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) async throws {
        let opening = try StoreOpening(
            location, modules: modules, options: options, progress: migrationProgress)
        let readers = opening.readers
        self.location = location
        self.options = options
        self.readers = readers
        embedding = TextEmbedding(options.embedder)
        text = opening.text
        hasFullText = opening.hasFullText
        layouts = opening.layouts
        schemaChanges = opening.changes
        writer = StoreWriter(opening.writers)
        commits = opening.commits
        otherWriters = opening.otherWriters
    }

    /// Closes the file once running requests and transactions have finished. Later requests throw `StoreError`.
    ///
    /// In the closure of a transaction of this store, it would wait for that transaction: close the store after it.
    public func close() async {
        await readers.close()
        await writer.close()
        // Live queries end with the error of their next read.
        commits.send(.unknown)
    }

    /// The layout of a module.
    func layout(_ module: String, action: String) throws -> ModuleLayout {
        if let layout = layouts.named(module) { return layout }
        let known = layouts.keys.map { "\"\($0.text)\"" }.sorted().joined(separator: ", ")
        throw StoreError(
            .unknownModule, action: action, location: location.description,
            reason: "the store's schema has no module \"\(module)\"; it has \(known)",
            advice: "Open the store with the schema that the query was generated from.")
    }

    /// Throws an error if the store is read-only.
    func checkWritable(_ action: String) throws {
        guard options.isReadOnly else { return }
        throw StoreError(
            .readOnly, action: action, location: location.description,
            reason: "the store was opened read-only",
            advice: "Open it without `isReadOnly`.")
    }
}

extension Store.Location: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let path): path
        case .memory: "memory"
        }
    }
}
#endif
