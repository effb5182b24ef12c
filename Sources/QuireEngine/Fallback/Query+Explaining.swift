import QuireCore

extension Query {
    /// Describes in readable form what the engine would send or run for the query. Nested relations, which the client
    /// fetches with further searches, are not included.
    ///
    /// - Throws: `UnsupportedError` or `QueryError` if the engine would reject the query.
    public func explain(on engine: some ContentEngine) throws -> String {
        try request.explanation(on: engine)
    }
}

extension Selection {
    /// Describes in readable form what the engine would send or run for the selection.
    public func explain(on engine: some ContentEngine) throws -> String {
        try request.explanation(on: engine)
    }
}

extension SearchRequest {
    /// Describes what an engine would send or run for the request, and what the client would do afterwards.
    package func explanation(on engine: any ContentEngine) throws -> String {
        switch try ClientSideSearch.plan(for: askingEngine(engine.capabilities), on: engine) {
        case .engine(let request): try engine.explain(request)
        case .scan(let search): try search.explanation()
        }
    }
}
