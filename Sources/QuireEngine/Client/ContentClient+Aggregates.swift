import QuireCore

extension ContentClient {
    /// Computes functions over all items that a query matches.
    ///
    /// ```swift
    /// let (count, average, newest) = try await content.aggregate(
    ///     Books.query().where(\.language == .english), .count, .average(\.rating), .max(\.year))
    /// // Int, Double?, Int?
    /// ```
    /// The page, limit and order of the query have no effect.
    /// - Throws: `UnsupportedError` before any I/O if the engine computes no aggregates and the query has no fallback;
    ///   `QueryError`; ``AggregateError`` if a sum exceeds its type; `ScanLimitError` if a fallback would read too many
    ///   items; the engine's errors.
    public func aggregate<Module, each Value>(
        _ query: Query<Module>, _ aggregates: repeat Aggregate<Module, each Value>
    ) async throws -> (repeat each Value) {
        let response = try await response(query.aggregates(repeat each aggregates))
        let row = response.rows.first ?? .init(key: .null, results: [])
        var results = ResultReader(row, module: Module.descriptor.name)
        return (repeat try (each aggregates).value(&results))
    }

    /// Computes functions for each group of items.
    ///
    /// ```swift
    /// let groups = Books.query().group(by: \.language).sort(by: .count, .descending).limit(10)
    /// for (language, count, rating) in try await content.aggregate(groups, .count, .average(\.rating)) { … }
    /// // Language?, Int, Double?
    /// ```
    /// - Returns: The key of each group, followed by the results. The key is `nil` for the items without a value.
    /// - Throws: `ContentDecodingError` if a key does not fit its type, for example a choice that is not in the schema;
    ///   the errors of the same call with a query.
    public func aggregate<Module, Key, each Value>(
        _ groups: GroupedQuery<Module, Key>, _ aggregates: repeat Aggregate<Module, each Value>
    ) async throws -> [(Key?, repeat each Value)] {
        let response = try await response(groups.request(repeat each aggregates))
        var rows: [(Key?, repeat each Value)] = []
        for row in response.rows {
            let key = try groups.key.key(of: row, module: Module.descriptor.name)
            var results = ResultReader(row, module: Module.descriptor.name)
            rows.append((key, repeat try (each aggregates).value(&results)))
        }
        return rows
    }

    /// Counts the items for each value of a field, the most frequent values first.
    ///
    /// ```swift
    /// for (language, count) in try await content.count(Books.query(), by: \.language) { … }
    /// // Language?, Int
    /// ```
    /// Values with equal counts are in ascending order. The items without a value are counted with the key `nil`.
    public func count<Module, F: GroupField>(
        _ query: Query<Module>, by field: KeyPath<AggregateFields<Module>, F>
    ) async throws -> [(F.Value.Unwrapped?, Int)] where F.Value: FilterOperand {
        try await aggregate(query.group(by: field).sort(by: .count, .descending), .count)
    }

    /// Returns the different values of a field among the items that a query matches, in ascending order.
    ///
    /// ```swift
    /// let languages = try await content.values(of: \.language, in: Books.query().where(\.year > 2000))
    /// // [.english, .german]
    /// ```
    /// A list contributes each of its elements. Items without a value are skipped.
    public func values<Module, F: GroupField>(
        of field: KeyPath<AggregateFields<Module>, F>, in query: Query<Module>
    ) async throws -> [F.Value.Unwrapped] where F.Value: FilterOperand {
        let groups = query.group(by: field)
        return try await response(groups.request()).rows.compactMap { row in
            try groups.key.key(of: row, module: Module.descriptor.name)
        }
    }

    /// Runs an untyped request.
    package func response(_ request: AggregateRequest) async throws -> AggregateResponse {
        var request = request
        request.search = recorded(request.search)
        try request.checkMeaning()
        if let search = try await withRelatedIDs(request.search) { request.search = search }
        try Task.checkCancellation()
        let fallback = request.search.fallback
        request.search.fallback = nil
        let path = request.relatedGrouping
        let capabilities = engine.capabilities
        if let engine = engine as? any AggregatingEngine, path == nil || capabilities.groupsAcrossRelations {
            do {
                if fallback != nil { try engine.validate(request) }
                return try await engine.aggregate(request)
            } catch is UnsupportedError where fallback != nil {
                // The client computes them.
            }
        }
        var evaluation = try AggregateEvaluation(request)
        var items = request.items
        items.fields = evaluation.fieldNames
        items.relatedFields = []
        items.fallback = fallback
        let part = path.map { "groups by \"\($0.joinedName)\", across relations" } ?? "aggregates"
        let instances = try await ClientSideSearch.instances(of: items, on: engine, for: part)
        let related = try await RelatedFieldSearch.items(
            behind: evaluation.groupedValue, from: instances, like: items, with: self)
        for instance in instances { evaluation.add(instance, find: related) }
        return try evaluation.response()
    }
}
