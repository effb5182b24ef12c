import QuireCore

extension Query {
    /// Throws the errors that fetching the query would throw before any I/O. Returns if the engine can run it.
    ///
    /// ```swift
    /// func isAvailable(_ query: Query<Books>, on engine: some ContentEngine) -> Bool {
    ///     (try? query.validate(on: engine)) != nil
    /// }
    /// ```
    /// Nothing is sent. A query with a fallback is valid if the fallback can run it. Whether the server is available,
    /// and has the module, is only known after running the query.
    ///
    /// - Throws: `UnsupportedError` with an alternative if the engine cannot express the query; `QueryError` if the query
    ///   is invalid on every engine.
    public func validate(on engine: some ContentEngine) throws {
        try request.validate(on: engine)
    }
}

extension Selection {
    /// Throws the errors that fetching the selection would throw before any I/O. Returns if the engine can run it.
    ///
    /// - Throws: `UnsupportedError` if the engine cannot express it, `QueryError` if it is invalid.
    public func validate(on engine: some ContentEngine) throws {
        try request.validate(on: engine)
    }
}

extension RelationPlan {
    /// Throws the errors of the lookups and of the main request, as far as they are known before any I/O.
    package func validate(on engine: any ContentEngine) throws {
        for lookup in lookups { try lookup.request(on: engine).validate(on: engine) }
        try example.validate(on: engine)
    }
}

extension SearchRequest {
    /// Throws the errors that the client would throw for the request before any I/O.
    package func validate(on engine: any ContentEngine) throws {
        try checkIncludedQueries(on: engine)
        if let plan = try RelationPlan(self, on: engine) { return try plan.validate(on: engine) }
        switch try ClientSideSearch.plan(for: askingEngine(engine.capabilities), on: engine) {
        case .engine(let request): try engine.validate(request)
        case .scan(let search): try search.validate()
        }
    }
}
