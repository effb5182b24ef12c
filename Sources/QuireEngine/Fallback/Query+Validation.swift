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

extension SearchRequest {
    /// Checks the queries of included relations, before any I/O.
    ///
    /// - Throws: `UnsupportedError` if the engine does not support them, `QueryError` if one is invalid.
    func checkIncludedQueries(on engine: any ContentEngine) throws {
        for path in include {
            guard let query = path.query else { continue }
            let name = path.fields.joined(separator: ".")
            guard engine.capabilities.queriesIncludes else {
                throw UnsupportedError(
                    engine: engine.capabilities.name, node: "include(\"\(name)\") with a query",
                    hint:
                        "include the whole relation, or query \"\(query.module.name)\" with the ids of the relation"
                )
            }
            let isWhole =
                query.page == .standard || query.limit.map { query.page == .page(1, size: $0) } == true
            guard isWhole, query.facets.isEmpty, query.fallback == nil else {
                throw QueryError(
                    .incompatibleOperation, module: module.name, node: "the query of include(\"\(name)\")",
                    expected: "conditions, an order, a limit(…) and included relations only")
            }
            try query.validate(on: engine)
        }
    }
}
