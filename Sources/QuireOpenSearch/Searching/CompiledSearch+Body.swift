import QuireCore
import QuireEngine
import QuireRemote

/// The request body of a search.
extension CompiledSearch {
    /// The body of a search.
    ///
    /// - Parameters:
    ///   - after: The position to continue from, instead of the request's own.
    ///   - size: The maximum number of documents, instead of the request's own.
    func body(after: JSONValue? = nil, size: Int? = nil) -> JSONValue {
        let isDisjunctive = countsDisjunctively
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { members.append(.init(name, value)) }
        add("query", parameters.ranked(query(filter: isDisjunctive ? filter : everyFilter)))
        if isDisjunctive {
            add("post_filter", Clause.all(refinements.map(\.clause)).distinct.json())
        }
        if after == nil, !search.facets.isEmpty { add("aggs", facets.json) }
        var own = Self.step
        switch window {
        case .slice(let offset, let limit):
            add("from", .count(offset))
            own = Self.size(offset: offset, limit: limit)
        case .after(_, _, let limit): own = Self.size(offset: 0, limit: limit)
        case .everything: break
        }
        add("size", .count(size ?? own))
        add("sort", order.json)
        if let after {
            add("search_after", after)
        } else if case .after(let place, _, _) = window {
            add("search_after", place)
        }
        add("_source", source)
        members += passed
        add("track_total_hits", .boolean(after == nil && countsHits))
        return .object(members)
    }

    /// The number of documents per request when everything is read.
    static let step = 2000

    /// One item more than requested tells whether there is a next page, if the result window has room for it.
    private static func size(offset: Int, limit: Int) -> Int {
        offset + limit < IndexLimits.window ? limit + 1 : limit
    }

    /// Whether the server counts all hits: if the total is requested, or is needed to tell whether there are more.
    private var countsHits: Bool {
        switch window {
        case .slice(let offset, let limit):
            request.countsTotal || Self.size(offset: offset, limit: limit) == limit
        case .after: request.countsTotal
        case .everything: true
        }
    }

    private var source: JSONValue {
        guard let fields = search.fields else {
            return state.existing == nil ? WalkedDocument.source : .boolean(true)
        }
        return .texts(layout.document.names(of: fields))
    }

    private func query(filter: Clause) -> JSONValue {
        guard hasWords else { return filter.json() }
        // A search with a sort order needs no ranking.
        guard search.isRanked else { return Clause.all([filter, textClause]).distinct.json() }
        let words = textClause.json(isScored: true)
        guard case .everything = filter else {
            return .of(["bool": .of(["must": .array([words]), "filter": .array([filter.json()])])])
        }
        return words
    }
}
