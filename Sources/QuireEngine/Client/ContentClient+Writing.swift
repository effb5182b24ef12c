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

extension ContentClient {
    /// Applies the same changes to all items that a query matches.
    ///
    /// ```swift
    /// let archived = try await content.update(Books.query().where(\.year < 1950)) { $0.status = .set(.archived) }
    /// ```
    /// The store changes all of them in one transaction, or none. Other engines get the ids first, then a batch of up to a
    /// hundred updates at a time. If one of these fails, the earlier ones remain, and a second call continues. Items that
    /// are deleted meanwhile are skipped. A full-text search requires all words as typed here, or in any form after
    /// `search("…", mode: .allWords)`: items that only share one stay.
    /// - Parameters:
    ///   - query: The items to change. Its page has no effect, but its `limit(_:)` has.
    ///   - change: Sets the values. It runs once, immediately, on the caller's actor.
    /// - Returns: The number of changed items. If the draft has no changes, 0.
    /// - Throws: ``QueryWriteError`` if the engine rejects the change of an item; otherwise the errors of `fetch` and
    ///   `update(_:with:)`.
    @discardableResult
    public func update<Module>(
        _ query: Query<Module>, isolation: isolated (any Actor)? = #isolation,
        _ change: (inout ContentDraft<Module>) throws -> Void
    ) async throws -> Int {
        var draft = ContentDraft<Module>()
        try change(&draft)
        if draft.isEmpty { return 0 }
        return try await write(WriteOperation(.update, draft, id: nil), toItemsOf: query)
    }

    /// Deletes all items that a query matches.
    ///
    /// ```swift
    /// let deleted = try await content.delete(Books.query().where(\.status == .draft))
    /// ```
    /// The store deletes all of them in one transaction, or none. Other engines get the ids first, then a batch of up to a
    /// hundred deletions at a time. If one of these fails, the earlier ones remain, and a second call continues. To delete
    /// all items of a module, call `delete(all:)`. A full-text search requires all words as typed here, or in any form
    /// after `search("…", mode: .allWords)`: items that only share one stay.
    /// - Returns: The number of deleted items.
    /// - Throws: ``QueryWriteError`` if the engine rejects a deletion; otherwise the errors of `fetch` and `delete`.
    @discardableResult
    public func delete<Module>(_ query: Query<Module>) async throws -> Int {
        try await write(WriteOperation(.delete, Module.descriptor), toItemsOf: query)
    }

    private func write<Module>(
        _ operation: WriteOperation, toItemsOf query: Query<Module>
    ) async throws -> Int {
        guard let engine = engine as? any WritableEngine else {
            throw UnsupportedError(
                engine: engine.capabilities.name, node: "writing",
                hint: "it can be read only; use a store or a content server")
        }
        var query = query.request.limit == nil ? query.page(1, size: 100) : query
        query.request = query.request.forWriting
        var checked = operation
        checked.id = "any"
        try WriteBatch([checked]).check(
            for: engine.capabilities.name, modifies: engine.capabilities.modifiesFields)
        var request = recorded(query.request)
        request.fields = []
        request.include = []
        request.facets = []
        try Task.checkCancellation()
        if let engine = engine as? any QueryWritingEngine {
            return try await engine.write(operation, toItemsOf: request)
        }
        var written = 0
        let ids = try await ids(query)
        for start in stride(from: 0, to: ids.count, by: 100) {
            let batch = WriteBatch(
                ids[start..<min(start + 100, ids.count)].map { id in
                    var one = operation
                    one.id = id.rawValue
                    return one
                })
            let result = try await write(batch)
            let failures = result.failures.filter { $0.reason != .notFound }
            written += batch.operations.count - result.failures.count
            if let first = failures.first {
                throw QueryWriteError(written: written, matched: ids.count, failure: first)
            }
        }
        return written
    }
}

extension ContentClient {
    /// Runs several reads and writes as one: all of them, or none.
    ///
    /// ```swift
    /// try await content.transaction { content in
    ///     let book = try await content.item(id)
    ///     var draft = Books.Draft()
    ///     draft.rank = .set((book.rank ?? 0) + 1)
    ///     try await content.update(book, with: draft)
    ///     try await content.delete(Books.query().where(\.status == .draft))
    /// }
    /// // BEGIN IMMEDIATE; SELECT …; UPDATE …; DELETE …; COMMIT
    /// ```
    /// The closure receives a client that sees its own writes. Others see them when the closure has returned. If it throws
    /// an error, or is cancelled, nothing is written. The closure runs on the caller's actor, so it may use its state.
    ///
    /// Other writers of the store wait until the closure ends, so do not wait for a network or a person in it. Inside the
    /// closure, use only the client that it receives: reads of another client do not see its writes, and writes throw an
    /// error, because they would wait for the transaction.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error; `UnsupportedError` if the engine has no transactions; the error of a write that may
    ///   have done a part of its work, even if the closure has caught it.
    public func transaction<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (ContentClient) async throws -> Result
    ) async throws -> Result {
        guard let engine = engine as? any TransactionalEngine else {
            throw UnsupportedError(
                engine: engine.capabilities.name, node: "transactions",
                hint: "use a store, or write a batch, whose operations succeed or fail one by one")
        }
        try Task.checkCancellation()
        return try await engine.transaction(isolation: isolation) { engine in
            try await body(ContentClient(engine: engine, locale: locale, recorder: recorder))
        }
    }
}
