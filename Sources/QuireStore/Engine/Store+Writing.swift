#if SQLite
import Foundation
import QuireCore
import QuireEngine

extension Store {
    /// Loads a module's items from NDJSON, with one instance in HALO's format per line.
    ///
    /// ```swift
    /// let summary = try await store.load(Books.self, from: .file("books.ndjson")) { progress in
    ///     print("\(Int(progress.fraction * 100)) %")
    /// }
    /// for line in summary.rejected { print(line) }
    /// ```
    /// Lines that typed code could not read are rejected: with a member of an object of another type, without a required
    /// one, or with a value that is not in a closed list.
    ///
    /// A line replaces the stored item of the same id. Lines are streamed, so a file may be larger than memory.
    /// Cancelling the task stops at the next line; committed batches stay, and another load can resume from the last
    /// progress's
    /// `position`.
    ///
    /// - Parameters:
    ///   - module: The module of the items.
    ///   - source: A file, or its bytes.
    ///   - options: How lines are read, and whether invalid ones end the load.
    ///   - progress: Called after each committed batch, on the writing thread; an error from it ends the load. To reach
    ///     the main actor: `{ progress in Task { @MainActor in self.fraction = progress.fraction } }`.
    /// - Throws: `StoreError`; `RejectedLineError` in a strict load; `CancellationError`; errors of `progress`.
    @discardableResult
    public func load<Module: ContentModule>(
        _ module: Module.Type, from source: LoadSource, options: LoadOptions = LoadOptions(),
        progress: (@Sendable (LoadProgress) throws -> Void)? = nil
    ) async throws -> LoadSummary {
        try await load(module.descriptor.name, from: source, options: options, progress: progress)
    }

    /// Loads a module's items, the module by its wire name.
    @discardableResult
    public func load(
        _ module: String, from source: LoadSource, options: LoadOptions = LoadOptions(),
        progress: (@Sendable (LoadProgress) throws -> Void)? = nil
    ) async throws -> LoadSummary {
        let layout = try layout(module, action: "load \"\(module)\"")
        try checkWritable("load \"\(module)\"")
        return try await writer.load(layout, source, options, text, progress)
    }

    /// Inserts items, or replaces those with the same id. Stores either all of them or none.
    ///
    /// A replaced item keeps its unknown values, for example those of a later schema, that the new item does not set.
    ///
    /// - Parameters:
    ///   - items: The items to store.
    ///   - onlyNewer: Skips items that are older than the stored ones: HALO's rule for syncing.
    ///   - checksConstraints: Whether items that break constraints of the schema are refused. Pass `false` for content
    ///     that a server has accepted.
    /// - Returns: How many were inserted, updated and skipped.
    /// - Throws: `WriteError` for an item with a value that cannot be stored exactly or breaks a constraint, with nothing
    ///   stored;
    ///   `StoreError`.
    @discardableResult
    public func upsert<Module: ContentModule>(
        _ items: [Content<Module>], onlyNewer: Bool = false, checksConstraints: Bool = true
    ) async throws -> LoadSummary {
        let name = Module.descriptor.name
        _ = try layout(name, action: "write to \"\(name)\"")
        let instances = try items.map { try $0.exactInstance() }
        return try await transaction("write to \"\(name)\"") { transaction in
            var summary = LoadSummary()
            for (index, instance) in instances.enumerated() {
                if index & 0xFF == 0xFF { try Task.checkCancellation() }
                do {
                    switch try transaction.upsert(
                        instance, into: name, onlyNewer: onlyNewer, keepingUnknownValuesExcept: [],
                        checking: checksConstraints ? .all : .none)
                    {
                    case .inserted: summary.inserted += 1
                    case .updated: summary.updated += 1
                    case .skipped: summary.skipped += 1
                    }
                } catch let error as ConstraintError {
                    let operation = WriteOperation(.createOrUpdate, Module.descriptor, id: error.id)
                    throw WriteError(error.violations, operation)
                }
            }
            return summary
        }
    }

    /// Deletes items by their ids, all in one transaction.
    ///
    /// - Returns: How many items were deleted.
    @discardableResult
    public func delete<Module: ContentModule>(_ ids: [ContentID<Module>]) async throws -> Int {
        try await delete(ids.map(\.rawValue), from: Module.descriptor.name)
    }

    /// Deletes items by their ids, the module by its wire name.
    @discardableResult
    public func delete(_ ids: [String], from module: String) async throws -> Int {
        let action = "delete from \"\(module)\""
        _ = try layout(module, action: action)
        return try await transaction(action) { transaction in
            try ids.reduce(into: 0) { count, id in
                if try transaction.delete(id, from: module) { count += 1 }
            }
        }
    }

    /// Deletes all items of a module.
    ///
    /// - Returns: How many items were deleted.
    @discardableResult
    public func deleteAll<Module: ContentModule>(_ module: Module.Type) async throws -> Int {
        try await deleteAll(from: module.descriptor.name)
    }

    /// Deletes all items of a module, the module by its wire name.
    @discardableResult
    public func deleteAll(from module: String) async throws -> Int {
        let action = "delete all of \"\(module)\""
        _ = try layout(module, action: action)
        return try await transaction(action) { try $0.deleteAll(from: module) }
    }

    /// How many items of a module are stored.
    public func count<Module: ContentModule>(_ module: Module.Type) async throws -> Int {
        try await count(of: module.descriptor.name)
    }

    /// How many items of a module are stored, the module by its wire name.
    public func count(of module: String) async throws -> Int {
        let layout = try layout(module, action: "count \"\(module)\"")
        return try await readers.withConnection { connection in
            Int(try connection.integer("SELECT count(*) FROM \(SQLite.quoted(layout.table))") ?? 0)
        }
    }
}
#endif
