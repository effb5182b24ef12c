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
    let layouts: [String: ModuleLayout]
    let readers: ConnectionPool
    let writer: StoreWriter
    let options: StoreOptions
    let text: TextContext
    /// Whether the SQLite library has FTS5.
    let hasFullText: Bool
    let embedding: TextEmbedding
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
        let names = layouts.keys.map { "\"\($0)\"" }.sorted().joined(separator: ", ")
        throw StoreError(
            .unknownModule, action: action, location: location.description,
            reason: "the store's schema has no module \"\(module)\"; it has \(names)",
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

/// Short texts stored with the content, for example the checkpoint of a sync.
///
/// They live in the table `quire_note` and belong to the transaction that writes them.
extension StoreTransaction {
    /// Stores a text under a key; `nil` removes it.
    package func setNote(_ text: String?, for key: String) throws {
        try StoreNotes.set(text, for: key, connection)
    }

    /// The text under a key; `nil` if there is none.
    package func note(_ key: String) throws -> String? { try StoreNotes.note(key, connection) }
}

extension Store {
    /// The text under a key; `nil` if there is none.
    package func note(_ key: String) async throws -> String? {
        try await readers.withConnection { try StoreNotes.note(key, $0) }
    }
}

extension Store {
    /// Compares a file with a schema, without changing the file.
    ///
    /// ```swift
    /// let difference = try await Store.schemaDifference(of: .file("content.sqlite"), schema: ContentSchema.self)
    /// guard !difference.isDowngrade else { return askForUpdate() }
    /// let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
    /// ```
    /// - Returns: What opening the file would migrate; empty if it matches the schema. An empty file lacks all modules.
    /// - Throws: `StoreError` if there is no file, or it is not a store.
    public static func schemaDifference(
        of location: Location, schema: any SchemaDescription.Type, options: StoreOptions = StoreOptions()
    ) async throws -> SchemaDifference {
        try await schemaDifference(of: location, modules: schema.modules, options: options)
    }

    /// Compares a file with modules that are defined at run time.
    public static func schemaDifference(
        of location: Location, modules: [ModuleDescriptor], options: StoreOptions = StoreOptions()
    ) async throws -> SchemaDifference {
        let text = TextContext(options.analyzer)
        let connection = try reading(location, options, text: text)
        return try text.readingAnyIndex {
            try SchemaUpgrade(connection, modules, options: options, text: text).difference()
        }
    }
}

extension Store {
    /// Finds the stored values that do not fit the schema that the store was opened with.
    ///
    /// ```swift
    /// let misfits = try await store.incompatibleValues(of: Books.self)
    /// print(misfits.counts)          // [FieldCount(field: "age", count: 3)]
    /// ```
    /// Reads the items that may have such values, and changes nothing.
    ///
    /// - Parameters:
    ///   - module: The module to check.
    ///   - limit: How many values of each field are returned besides the counts.
    /// - Throws: `StoreError`, `CancellationError`.
    public func incompatibleValues<Module: ContentModule>(
        of module: Module.Type, limit: Int = 100
    ) async throws -> IncompatibleValues {
        try await incompatibleValues(of: Module.descriptor.name, limit: limit)
    }

    /// Finds the stored values of a module that is defined at run time.
    public func incompatibleValues(of module: String, limit: Int = 100) async throws -> IncompatibleValues {
        let layout = try layout(module, action: "check the values of \"\(module)\"")
        return try await LongReads().run(readers) { connection in
            try connection.transaction(.deferred) {
                try StoredValues(layout, connection).incompatible(limit: limit)
            }
        }
    }
}

extension Store {
    /// Copies the store's file to a new one, while other tasks and processes may read and write.
    ///
    /// ```swift
    /// try await store.backUp(to: "content-2026-11-23.sqlite")
    /// ```
    /// The copy has one state of the store. It is checked before it gets its name.
    /// - Throws: `StoreError` (`exists`) if there is already a file, `CancellationError`.
    public func backUp(to path: String) async throws {
        try await Self.backUp(location, to: path, options: options)
    }

    /// Copies a store's file without opening it with a schema, so that nothing is migrated.
    ///
    /// ```swift
    /// try await Store.backUp(.file("content.sqlite"), to: "content-old.sqlite")
    /// ```
    /// - Throws: `StoreError` if there is no store, or already a file at `path`; `CancellationError`.
    public static func backUp(
        _ location: Location, to path: String, options: StoreOptions = StoreOptions()
    ) async throws {
        let source = try location.path(for: "back up the store")
        try StorePath(source).check(isReadOnly: true)
        try await LongReads().run { try StoreBackup(source, options).write(to: path) }
    }

    /// Replaces the content of a file with that of a backup, in one transaction.
    ///
    /// ```swift
    /// await store.close()
    /// try await Store.restore(.file("content.sqlite"), from: "content-2026-11-23.sqlite")
    /// let restored = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
    /// ```
    /// Close all stores of the file first. The backup stays as it is. If the file does not exist, it is created.
    /// - Throws: `StoreError` if the backup is not a sound store, or the file is another program's; `CancellationError`.
    public static func restore(
        _ location: Location, from backup: String, options: StoreOptions = StoreOptions()
    ) async throws {
        let path = try location.path(for: "restore the store")
        try await LongReads().run { try StoreBackup(backup, options).restore(to: path) }
    }
}

extension Store.Location {
    fileprivate func path(for action: String) throws -> String {
        guard case .file(let path) = self else {
            throw StoreError(
                .cannotOpen, action: action, location: description,
                reason: "a store in memory has no file", advice: "Open the store from a file.")
        }
        return path
    }
}
#endif
