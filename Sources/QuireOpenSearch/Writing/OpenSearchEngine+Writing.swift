import Foundation
public import Quire

extension OpenSearchEngine: WritableEngine {
    /// Carries out a batch, each kind of operation in one bulk request.
    ///
    /// ```
    /// POST /_mget   {"docs":[{"_index":"shop-books","_id":"57ea","_source":["stored"]}]}
    /// POST /_bulk?refresh=wait_for
    /// {"index":{"_index":"shop-books-9c01…","_id":"57ea","if_seq_no":4,"if_primary_term":1}}
    /// ```
    /// An operation is decided on the item as it is read, and written only over that. Where another writer was faster, or
    /// the index is being replaced, it is decided anew, until `NodeSettings.writePatience` is over.
    ///
    /// - Throws: `UnsupportedError`, `EmptyBatchError` before any I/O; `OpenSearchError`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        var runner = try WriteRunner(batch, connection, settings)
        return try await runner.run()
    }

    /// Removes all items that a search finds, in any number.
    ///
    /// ```swift
    /// let count = try await engine.delete(Books.query().where(\.age < 3))
    /// // POST /shop-books/_delete_by_query?refresh=true&conflicts=proceed
    /// // {"query":{"range":{"v_age_n":{"lte":2}}}}
    /// ```
    /// - Returns: How many were removed.
    /// - Throws: `UnsupportedError` for a query with a page, which would not be kept to, and for one that finds everything:
    ///   `ContentClient.truncate` is for that. `OpenSearchError`.
    @discardableResult
    public func delete<Module>(_ query: Query<Module>) async throws -> Int {
        try await delete(query.request)
    }

    /// The same for a request.
    @discardableResult
    public func delete(_ request: SearchRequest) async throws -> Int {
        switch request.page {
        case .standard, .all: break
        case .page, .offset, .cursor:
            throw UnsupportedError(
                engine: Self.name, node: "the removal of a page",
                hint: "leave the page out; all that is found goes")
        }
        guard request.text?.toleratesTypos != true else {
            throw UnsupportedError(
                engine: Self.name, node: "the removal of what tolerates typos", hint: "search for whole words"
            )
        }
        let search = try CompiledSearch(request, settings)
        if search.findsNothing { return 0 }
        guard !search.findsEverything else {
            throw UnsupportedError(
                engine: Self.name, node: "the removal of all items", hint: "use truncate, which says so")
        }
        return try await Removal(connection: connection, settings: settings)
            .run(search.condition, in: search.alias, request.module.name)
    }
}
