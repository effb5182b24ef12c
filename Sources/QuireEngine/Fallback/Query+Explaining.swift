import QuireCore

extension Query {
    /// What the engine would send or run for the query, for people to read. Relations behind relations, which the client
    /// fetches by further searches, are not in it.
    ///
    /// - Throws: `UnsupportedError` or `QueryError` where the engine would refuse the query.
    public func explain(on engine: some ContentEngine) throws -> String {
        try request.explanation(on: engine)
    }
}

extension Selection {
    /// What the engine would send or run for the selection, for people to read.
    public func explain(on engine: some ContentEngine) throws -> String {
        try request.explanation(on: engine)
    }
}

extension SearchRequest {
    /// What an engine would send or run for the request, and what would be done here after it.
    package func explanation(on engine: any ContentEngine) throws -> String {
        switch try ClientSideSearch.way(of: askingEngine(engine.capabilities), on: engine) {
        case .engine(let request): try engine.explain(request)
        case .scan(let search): try search.explanation()
        }
    }
}
