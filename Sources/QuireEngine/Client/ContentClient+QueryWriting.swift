import QuireCore

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
