import QuireCore

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
