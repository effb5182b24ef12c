import QuireCore
import QuireText

/// The relations to include, by field, starting at a module.
struct IncludeTree: Sendable, Hashable {
    private(set) var branches: [String: IncludeTree] = [:]
    /// The query for the items of the relation that leads here; `nil` includes all of them.
    private(set) var query: SearchRequest?

    init(_ paths: [IncludePath]) {
        for path in paths { add(path.fields[...], path.query) }
    }

    private init() {}

    private mutating func add(_ path: ArraySlice<String>, _ query: SearchRequest?) {
        guard let field = path.first else {
            self.query = query ?? self.query
            return
        }
        branches[field, default: IncludeTree()].add(path.dropFirst(), query)
    }

    /// The length of the longest path.
    var depth: Int { branches.values.map { $0.depth + 1 }.max() ?? 0 }
}

extension SearchRequest {
    /// The request for the engine: it includes relations of the module itself, if it supports that. The client fetches
    /// the relations behind them and those in objects, and fields of related items where the engine does not join
    /// modules. Where the engine returns whole objects, decoders read the selected members from them.
    func askingEngine(_ engine: EngineCapabilities) -> SearchRequest {
        var request = engine.selectsAcrossRelations ? self : leavingRelatedFields()
        if !engine.selectsMembers { request = request.selectingObjects() }
        guard !include.isEmpty else { return request }
        request.include = []
        guard engine.includes else { return request }
        // A query decides which items a relation has, so the engine must not fill it in.
        let queried = include.filter { $0.query != nil && $0.fields.count == 1 }.map(\.fields)
        for path in include where !queried.contains(Array(path.fields.prefix(1))) {
            let first = IncludePath(Array(path.fields.prefix(1)))
            if let name = first.fields.first, module.fields[path: name]?.isMember == true { continue }
            if !request.include.contains(first) { request.include.append(first) }
        }
        return request
    }

    /// The request without fields of related items, but with the relations that lead to them.
    func leavingRelatedFields() -> SearchRequest {
        guard !relatedFields.isEmpty else { return self }
        var request = self
        request.relatedFields = []
        guard var fields = fields else { return request }
        for name in relatedFields.compactMap(\.steps.first?.relation)
        where !fields.contains(name) {
            fields.append(name)
        }
        request.fields = fields
        return request
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
