import QuireCore
import QuireEngine
import QuireRemote

/// Parts of OpenSearch's query language that a query passes on, as JSON of the server's documentation.
///
/// ```swift
/// Books.query().search("emma").parameters(
///     OpenSearchParameters(should: [.object([.init("term", .object([.init("tags", .string("classic"))]))])]))
/// // {"query":{"bool":{"must":[…],"should":[{"term":{"tags":"classic"}}]}},…}
/// ```
/// `filter` works on every index. `should` and `functionScore` change the server's own ranking, so they need a full-text
/// search, without a sort, of an index that Quire did not prepare. `OpenSearchSettings.parameters` are the defaults of such
/// searches. Other engines ignore them. Pages with parameters have `PageInfo.meaning == .engine`.
///
/// Run with osmem: `filter`, `should` and `other`. `functionScore` follows the documentation.
public struct OpenSearchParameters: EngineParameters {
    /// A clause that items must meet, beside the query's own conditions: `{"term":{"tags":"classic"}}`.
    public var filter: JSONValue?
    /// Clauses that raise the rank of the items that meet them.
    public var should: [JSONValue]
    /// The members of a `function_score` query around the search, without its `query`.
    public var functionScore: JSONValue?
    /// Other members of the request's body by name. Names that Quire sets, such as `query` and `from`, throw a
    /// `QueryError`.
    public var other: [String: JSONValue]
    /// Whether `Page.serverResponses` has the server's responses. Of the defaults, this one is not used.
    public var keepsResponse: Bool

    public init(
        filter: JSONValue? = nil, should: [JSONValue] = [], functionScore: JSONValue? = nil,
        other: [String: JSONValue] = [:], keepsResponse: Bool = false
    ) {
        self.filter = filter
        self.should = should
        self.functionScore = functionScore
        self.other = other
        self.keepsResponse = keepsResponse
    }
}

extension OpenSearchParameters {
    private static let reserved = ReservedParameters(
        engine: "OpenSearch",
        [
            "query", "from", "size", "sort", "search_after", "_source", "track_total_hits", "aggs",
            "aggregations", "post_filter", "highlight", "pit", "collapse", "fields", "stored_fields", "knn",
            "suggest",
        ])

    /// Whether Quire sets none of a request's other parameters itself.
    static func areAllowed(in request: SearchRequest) -> Bool {
        reserved.allows((request.parameters(Self.self) ?? Self()).other.keys)
    }

    /// Whether the server gets anything.
    var isEmpty: Bool { filter == nil && should.isEmpty && functionScore == nil && other.isEmpty }
    private var changesRanking: Bool { !should.isEmpty || functionScore != nil }

    /// The request's parameters, with those of the settings where the server ranks and the request has none.
    ///
    /// - Parameter isRankedByServer: Whether the server ranks the items of a full-text search.
    /// - Throws: `QueryError` for names that Quire sets, `UnsupportedError` for a ranking that nothing uses.
    init(of request: SearchRequest, defaults: OpenSearchParameters, isRankedByServer: Bool) throws {
        var own = request.parameters(Self.self) ?? Self()
        if isRankedByServer {
            own.filter = own.filter ?? defaults.filter
            if own.should.isEmpty { own.should = defaults.should }
            own.functionScore = own.functionScore ?? defaults.functionScore
            own.other.merge(defaults.other) { own, _ in own }
        }
        try Self.reserved.check(own.other.keys, module: request.module.name)
        guard isRankedByServer || !own.changesRanking else {
            throw UnsupportedError(
                node: "should and functionScore",
                hint:
                    "they rank a full-text search of an index that Quire did not prepare; leave them out, or leave "
                    + "out the sort")
        }
        guard own.functionScore.map({ $0.members != nil && $0["query"] == nil }) ?? true else {
            throw QueryError(
                .incompatibleOperand, module: request.module.name, node: "functionScore",
                expected: "an object without \"query\", which is the query's own")
        }
        self = own
    }

    /// A search inside the clauses that rank it.
    func ranked(_ query: JSONValue) -> JSONValue {
        var query = query
        if !should.isEmpty {
            query = .of(["bool": .of(["must": .array([query]), "should": .array(should)])])
        }
        guard let members = functionScore?.members else { return query }
        return .of(["function_score": .object(members + [.init("query", query)])])
    }
}
