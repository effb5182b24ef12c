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

extension RelationPlan {
    /// Describes the lookups of ids, followed by the main request.
    func explanation(on engine: any ContentEngine) throws -> String {
        var parts = try lookups.map { lookup in
            let ids = lookup.relation.map { "the ids in \"\($0)\"" } ?? "the ids"
            return """
                -- first, \(ids) of at most \(lookup.request.maximumRelatedItems) items of \(lookup.request.module.name)
                \(try lookup.request(on: engine).explanation(on: engine))
                """
        }
        parts.append("-- then, with these ids\n\(try example.explanation(on: engine))")
        return parts.joined(separator: "\n")
    }
}

extension SearchRequest {
    /// Describes what an engine would send or run for the request, and what the client would do afterwards.
    package func explanation(on engine: any ContentEngine) throws -> String {
        try checkIncludedQueries(on: engine)
        if let plan = try RelationPlan(self, on: engine) { return try plan.explanation(on: engine) }
        return switch try ClientSideSearch.plan(for: askingEngine(engine.capabilities), on: engine) {
        case .engine(let request): try engine.explain(request)
        case .scan(let search): try search.explanation()
        }
    }
}
