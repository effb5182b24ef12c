import QuireCore
import QuireEngine
import QuireRemote

/// Search parameters of Typesense that a query passes on. Names and values are those of the server's documentation.
///
/// ```swift
/// Books.query().search("emma").parameters(
///     TypesenseParameters(pinnedHits: ["b7": 1], other: ["drop_tokens_threshold": .integer(0)]))
/// // {"searches":[{"q":"emma","pinned_hits":"b7:1","drop_tokens_threshold":0,…}]}
/// ```
/// They apply where the server searches itself: on collections that other programs made, and with
/// `Query.meaning(_:)` on prepared ones. `TypesenseSettings.parameters` are the defaults. Other engines ignore them.
/// Pages with parameters have `PageInfo.meaning == .engine`.
///
/// Run with 0.24.1: `pinnedHits`, `hiddenHits`, `numTypos` and `other`. The others follow the documentation.
public struct TypesenseParameters: EngineParameters {
    /// Where the server looks inside words (`infix`). Fields need `"infix": true` in the collection.
    public enum Infix: String, Sendable, Hashable { case off, always, fallback }

    /// Whether items that match the query exactly come first (`prioritize_exact_match`).
    public var prioritizesExactMatch: Bool?
    /// The positions of items by id, counted from 1 (`pinned_hits`), whether or not they match.
    public var pinnedHits: [String: Int]
    /// The ids of items to leave out (`hidden_hits`).
    public var hiddenHits: [String]
    /// The name of a preset on the server (`preset`). The query's own conditions replace those of the preset.
    public var preset: String?
    public var infix: Infix?
    /// A vector search (`vector_query`): `embedding:([…], k: 100)`.
    public var vectorQuery: String?
    /// The most typos in a word, 0 to 2 (`num_typos`).
    public var numTypos: Int?
    /// Other parameters by name. Names that Quire sets, such as `q` and `filter_by`, throw a `QueryError`.
    public var other: [String: JSONValue]
    /// Whether `Page.serverResponses` has the server's responses. Of the defaults, this one is not used.
    public var keepsResponse: Bool

    public init(
        prioritizesExactMatch: Bool? = nil, pinnedHits: [String: Int] = [:], hiddenHits: [String] = [],
        preset: String? = nil, infix: Infix? = nil, vectorQuery: String? = nil, numTypos: Int? = nil,
        other: [String: JSONValue] = [:], keepsResponse: Bool = false
    ) {
        self.prioritizesExactMatch = prioritizesExactMatch
        self.pinnedHits = pinnedHits
        self.hiddenHits = hiddenHits
        self.preset = preset
        self.infix = infix
        self.vectorQuery = vectorQuery
        self.numTypos = numTypos
        self.other = other
        self.keepsResponse = keepsResponse
    }
}

extension TypesenseParameters {
    private static let reserved = ReservedParameters(
        engine: "Typesense",
        [
            "collection", "q", "query_by", "query_by_weights", "prefix", "filter_by", "sort_by",
            "include_fields", "exclude_fields", "facet_by", "facet_query", "max_facet_values", "page",
            "per_page", "offset", "limit", "limit_hits", "enable_overrides", "group_by", "group_limit",
            "highlight_fields", "highlight_full_fields", "highlight_start_tag", "highlight_end_tag",
            "enable_highlight_v1", "prioritize_exact_match", "pinned_hits", "hidden_hits", "preset", "infix",
            "vector_query", "num_typos", "x-typesense-api-key",
        ])

    /// Whether Quire sets none of a request's other parameters itself.
    static func areAllowed(in request: SearchRequest) -> Bool {
        reserved.allows((request.parameters(Self.self) ?? Self()).other.keys)
    }

    /// Whether the server gets anything.
    var isEmpty: Bool { members.isEmpty }

    /// The parameters for one search, by name.
    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        let pinned = pinnedHits.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        add("prioritize_exact_match", prioritizesExactMatch.map(JSONValue.boolean))
        add(
            "pinned_hits",
            pinned.isEmpty ? nil : .string(pinned.map { "\($0.key):\($0.value)" }.joined(separator: ",")))
        add("hidden_hits", hiddenHits.isEmpty ? nil : .string(hiddenHits.joined(separator: ",")))
        add("preset", preset.map(JSONValue.string))
        add("infix", infix.map { .string($0.rawValue) })
        add("vector_query", vectorQuery.map(JSONValue.string))
        add("num_typos", numTypos.map { .integer(Int64($0)) })
        for (name, value) in other.sorted(by: { $0.key < $1.key }) { add(name, value) }
        return members
    }

    /// The request's parameters with those of the settings where the request has none.
    ///
    /// - Throws: `QueryError` for names that Quire sets, and for ids that the server would split.
    init(of request: SearchRequest, defaults: TypesenseParameters) throws(QueryError) {
        var own = request.parameters(Self.self) ?? Self()
        own.prioritizesExactMatch = own.prioritizesExactMatch ?? defaults.prioritizesExactMatch
        if own.pinnedHits.isEmpty { own.pinnedHits = defaults.pinnedHits }
        if own.hiddenHits.isEmpty { own.hiddenHits = defaults.hiddenHits }
        own.preset = own.preset ?? defaults.preset
        own.infix = own.infix ?? defaults.infix
        own.vectorQuery = own.vectorQuery ?? defaults.vectorQuery
        own.numTypos = own.numTypos ?? defaults.numTypos
        own.other.merge(defaults.other) { own, _ in own }
        try Self.reserved.check(own.other.keys, module: request.module.name)
        for id in Array(own.pinnedHits.keys) + own.hiddenHits where id.contains(where: { ",:".contains($0) })
        {
            throw QueryError(
                .incompatibleOperand, module: request.module.name,
                node: "\"\(id)\" in the pinned or hidden hits",
                expected: "an id without commas and colons, which the server would split")
        }
        self = own
    }
}
