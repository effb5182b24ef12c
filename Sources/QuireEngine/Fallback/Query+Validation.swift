import QuireCore

extension Query {
    /// Throws what fetching the query would throw before any I/O; returns where the engine can run it.
    ///
    /// ```swift
    /// func isAvailable(_ query: Query<Books>, on engine: some ContentEngine) -> Bool {
    ///     (try? query.validate(on: engine)) != nil
    /// }
    /// ```
    /// Nothing is sent. A query with a fallback is valid where the fallback can run it. Whether the server is there,
    /// and whether it knows the module, only running the query tells.
    ///
    /// - Throws: `UnsupportedError` for what the engine cannot express, with what to write instead; `QueryError` for
    ///   what makes no sense on any engine.
    public func validate(on engine: some ContentEngine) throws {
        try request.validate(on: engine)
    }
}

extension Selection {
    /// Throws what fetching the selection would throw before any I/O; returns where the engine can run it.
    ///
    /// - Throws: `UnsupportedError` for what the engine cannot express, `QueryError` for what makes no sense.
    public func validate(on engine: some ContentEngine) throws {
        try request.validate(on: engine)
    }
}

extension SearchRequest {
    /// Throws what the client would throw for the request before any I/O.
    package func validate(on engine: any ContentEngine) throws {
        switch try ClientSideSearch.way(of: askingEngine(engine.capabilities), on: engine) {
        case .engine(let request): try engine.validate(request)
        case .scan(let search): try search.validate()
        }
    }
}
