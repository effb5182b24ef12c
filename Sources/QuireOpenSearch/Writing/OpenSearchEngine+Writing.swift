import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireRemote

extension OpenSearchEngine: WritableEngine {
    /// Carries out a batch. All operations on a module go into one bulk request, unless several change the same item.
    ///
    /// ```text
    /// POST /_mget   {"docs":[{"_index":"shop-books","_id":"57ea","_source":{"excludes":["q_*_*",…]}}]}
    /// POST /_bulk?refresh=wait_for
    /// {"index":{"_index":"shop-books-9c01…-writer","_id":"57ea","if_seq_no":4,"if_primary_term":1,"require_alias":true}}
    /// ```
    /// Each operation is checked against the stored item, and written only if the item has not changed since. If
    /// another writer was faster, or the index is being replaced, the operation is checked again, until
    /// `NodeSettings.writePatience` has passed.
    ///
    /// - Throws: `UnsupportedError` or `EmptyBatchError` before any I/O; `CollectionError` if there is no index, or
    ///   only one with another schema; `OpenSearchError`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: ClusterConnection.engineName)
        // All indices are looked at before anything is written.
        for module in Set(batch.operations.map(\.module)) {
            _ = try await descriptions.description(of: layout(of: module))
        }
        return try await batch.carryOut { module, operations in
            let layout = try layout(of: module)
            let state = try await descriptions.description(of: layout).state
            return try await IndexWriting(
                connection: connection, settings: settings, layout: layout, state: state
            ).write(operations)
        }
    }

    /// Deletes all items that match a request, regardless of its page and sort order.
    ///
    /// ```swift
    /// let count = try await engine.delete(Books.query().where(\.age < 3))
    /// // POST /shop-books/_delete_by_query?refresh=true&conflicts=proceed
    /// // {"query":{"range":{"q_age_n":{"lte":2}}}}
    /// ```
    /// - Returns: The number of deleted items.
    /// - Throws: `UnsupportedError`, `QueryError` before any I/O; `OpenSearchError`.
    @discardableResult
    public func delete(_ request: SearchRequest) async throws -> Int {
        try await describe([request])
        let request = request.forAllItems
        let words = try await TextRanking(self).words(of: request)
        let search = try compiled(ClusterQuery(request, words: words))
        if search.findsNothing { return 0 }
        if search.state.existing == nil { _ = try await administration.liveIndex(of: search.layout.names) }
        return try await Removal(connection: connection, settings: settings)
            .run(search.condition, in: search.alias, request.module.name)
    }
}
