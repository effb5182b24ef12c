extension HALOEngine {
    /// Runs calls and returns the status and headers of their responses along with the result.
    ///
    /// ```swift
    /// let (page, responses) = try await halo.recordingResponses { halo in
    ///     try await ContentClient(engine: halo).fetch(Books.query())
    /// }
    /// print(responses[0].status, responses[0].headers["ETag"] ?? "no ETag")
    /// ```
    /// The closure runs on the caller's actor and receives the same engine, which records every call: fetches,
    /// writes, syncs, logins, and those of ``send(_:_:query:headers:body:isRepeatable:)``. Each call has one entry,
    /// for its last response. Retries and token requests have none. A result that needed no call, such as one from a
    /// store, has no entry either.
    ///
    /// - Returns: The closure's result, and the responses in the order in which they arrived.
    /// - Throws: The errors of the closure. A `HALOError` contains status and headers itself.
    public func recordingResponses<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (HALOEngine) async throws -> Result
    ) async rethrows -> (result: Result, responses: [HALOResponse]) {
        let recorder = ResponseRecorder()
        var engine = self
        engine.connection.recorders.append(recorder)
        let result = try await body(engine)
        return (result, recorder.responses)
    }
}
