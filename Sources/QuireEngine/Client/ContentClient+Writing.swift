import Foundation
import QuireCore

extension ContentClient {
    /// Creates an item with the values of the draft.
    ///
    /// ```swift
    /// var draft = Books.Draft()
    /// draft.metadata.name = .set("Emma")
    /// draft.title = .set("Emma")
    /// let book = try await content.create(draft)
    /// // POST …/instance  {"module":"…","name":"Emma","createdAt":1718000000000,"values":{"title":"Emma"},"tags":[]}
    /// ```
    /// - Parameters:
    ///   - draft: The values to set.
    ///   - id: The id of the new item. If `nil`, the engine assigns one.
    /// - Returns: The item as it is stored.
    /// - Throws: `WriteError` with the reason `invalid`, before anything is sent, for values that cannot be written
    ///   exactly, required fields without a value, and invalid ids; `WriteError` if the engine rejects the item;
    ///   `UnsupportedError` if the engine is read-only; the engine's errors.
    @discardableResult
    public func create<Module>(
        _ draft: ContentDraft<Module>, id: ContentID<Module>? = nil
    ) async throws -> Content<Module> {
        try await stored { $0.create(draft, id: id) }
    }

    /// Creates an item with its existing id.
    @discardableResult
    public func create<Module>(_ item: Content<Module>) async throws -> Content<Module> {
        try await stored { $0.create(item) }
    }

    /// Creates an item from a draft that may lack required fields, as content systems allow it, and returns its id.
    ///
    /// Until these fields have values, strict queries that match the item throw, and lenient ones reject it.
    /// ```swift
    /// let id = try await content.create(incomplete: draft)
    /// ```
    /// - Throws: The errors of `create`, except those about required fields.
    @discardableResult
    public func create<Module>(
        incomplete draft: ContentDraft<Module>, id: ContentID<Module>? = nil
    ) async throws -> ContentID<Module> {
        do {
            return try await stored { $0.create(incomplete: draft, id: id) }.id
        } catch let item as UnreadableItemError {
            guard case .string(let id)? = try? JSONValue(parsing: item.instance).member("id") else {
                throw item
            }
            return ContentID(id)
        }
    }

    /// Applies a draft to an item, regardless of changes since it was read.
    ///
    /// ```swift
    /// var draft = Books.Draft()
    /// draft.rank = .set(3)
    /// draft.registration = .clear
    /// try await content.update("57ea6aa4", with: draft)
    /// // PUT …/instance/57ea6aa4  {"id":"57ea6aa4","module":"…","values":{"registration":null,"rank":3}}
    /// ```
    @discardableResult
    public func update<Module>(
        _ id: ContentID<Module>, with draft: ContentDraft<Module>
    ) async throws -> Content<Module> {
        try await stored { $0.update(id, with: draft) }
    }

    /// Applies a draft to an item, unless the item was updated since it was read.
    ///
    /// - Throws: `WriteConflictError` with the newer item; otherwise the errors of `create`.
    @discardableResult
    public func update<Module>(
        _ item: Content<Module>, with draft: ContentDraft<Module>
    ) async throws -> Content<Module> {
        try await stored { $0.update(item, with: draft) }
    }

    /// Replaces a stored item by this one, unless it was updated since it was read.
    ///
    /// Fields without a value are cleared. Values that are not in the schema are written if the item contains them
    /// (`Query.keepUnknownValues`). `update(_:with:)` never changes them.
    /// - Throws: `WriteConflictError` with the newer item; otherwise the errors of `create`.
    @discardableResult
    public func save<Module>(_ item: Content<Module>) async throws -> Content<Module> {
        try await stored { $0.update(item) }
    }

    /// Writes a complete item, new or existing. An existing item must not have been updated since it was read.
    @discardableResult
    public func createOrUpdate<Module>(_ item: Content<Module>) async throws -> Content<Module> {
        try await stored { $0.createOrUpdate(item) }
    }

    /// Deletes an item, regardless of changes since it was read.
    ///
    /// ```swift
    /// try await content.delete(book)
    /// // DELETE …/instance/57ea6aa4
    /// ```
    /// - Throws: `WriteError` if there is no item with this id; the engine's errors.
    public func delete<Module>(_ item: Content<Module>) async throws { try await delete(item.id) }

    /// Deletes the item with an id.
    public func delete<Module>(_ id: ContentID<Module>) async throws {
        var batch = WriteBatch()
        batch.delete(id)
        for failure in try await write(batch).failures { throw failure }
    }

    /// Deletes all items of a module.
    ///
    /// - Returns: The number of deleted items, or `nil` if the engine does not report it.
    @discardableResult
    public func delete<Module: ContentModule>(all module: Module.Type) async throws -> Int? {
        var batch = WriteBatch()
        let entry = batch.delete(all: module)
        switch try await write(batch).outcome(of: entry) {
        case .truncated(let count): return count
        case .failed(let failure): throw failure
        default: return nil
        }
    }
}

extension ContentClient {
    /// Performs several writes together. Each succeeds or fails on its own.
    ///
    /// ```swift
    /// let result = try await content.batch { $0.create(draft); $0.update(book); $0.delete(other) }
    /// for failure in result.failures { print(failure) }
    /// ```
    /// The closure runs immediately on the caller's actor, so it may access the actor's state.
    /// - Throws: `UnsupportedError` or, for an operation that no engine accepts, `WriteError`, both before any
    ///   operation is performed; the engine's errors if the result of every operation is unknown. An operation that
    ///   the engine rejects does not throw. It is in the result.
    @discardableResult
    public func batch(
        isolation: isolated (any Actor)? = #isolation, _ fill: (inout WriteBatch) throws -> Void
    ) async throws -> BatchResult {
        var batch = WriteBatch()
        try fill(&batch)
        return try await write(batch)
    }

    /// Performs a batch. An empty batch throws, and nothing is sent.
    @discardableResult
    public func write(_ batch: WriteBatch) async throws -> BatchResult {
        guard !batch.isEmpty else { throw EmptyBatchError() }
        guard let engine = engine as? any WritableEngine else {
            throw UnsupportedError(
                engine: engine.capabilities.name, node: "writing",
                hint: "it can be read only; use a store or a content server")
        }
        try batch.check(for: engine.capabilities.name, modifies: engine.capabilities.modifiesFields)
        try Task.checkCancellation()
        let results = try await engine.write(batch)
        guard results.count == batch.operations.count else {
            throw ResponseCountError(
                engine: engine.capabilities.name, requested: batch.operations.count, returned: results.count)
        }
        return BatchResult(batch: batch, results: results)
    }

    /// Resolves a conflict.
    ///
    /// ```swift
    /// let book = try await content.resolve(conflict, by: .keepMine)
    /// ```
    /// - Returns: The item after the resolution, or `nil` if it was deleted.
    /// - Throws: Another `WriteConflictError` if the item was updated again.
    @discardableResult
    public func resolve<Module>(
        _ conflict: WriteConflictError<Module>, by resolution: ConflictResolution<Module>
    ) async throws -> Content<Module>? {
        guard let operation = try conflict.operation(resolving: resolution) else { return conflict.theirs }
        let outcome = try await write(WriteBatch([operation])).outcome(of: BatchEntry<Module>(position: 0))
        if case .deleted = outcome { return nil }
        return try outcome.item
    }

    private func stored<Module>(
        _ fill: (inout WriteBatch) -> BatchEntry<Module>
    ) async throws -> Content<Module> {
        var batch = WriteBatch()
        let entry = fill(&batch)
        return try await write(batch).item(entry)
    }
}
