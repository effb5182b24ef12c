import QuireCore
import QuireEngine
import QuireRemote

/// Search parameters of Algolia that a query passes on. Names and values are those of the service's documentation.
///
/// ```swift
/// Books.query().search("emma").parameters(
///     AlgoliaParameters(analyticsTags: ["ios"], other: ["getRankingInfo": .boolean(true)], keepsResponse: true))
/// // {"params":"analyticsTags=%5B%22ios%22%5D&getRankingInfo=true&query=emma&…"}
/// ```
/// `AlgoliaSettings.parameters` are the defaults. Other engines ignore them. Pages whose items the parameters may have
/// changed (`ruleContexts`, `other`) have `PageInfo.meaning == .engine`.
///
/// They follow the documentation, and were run against the tests' own server only.
public struct AlgoliaParameters: EngineParameters {
    /// Tags of the search in the service's analytics.
    public var analyticsTags: [String]
    /// Whether the response has a `queryID` for click events. It is in `Page.serverResponses`.
    public var clickAnalytics: Bool?
    /// The user that analytics count.
    public var userToken: String?
    /// The contexts in which the service's rules apply. They need an index with `text: .engine`.
    public var ruleContexts: [String]
    /// Other parameters by name. Names that Quire sets, such as `query` and `filters`, throw a `QueryError`.
    public var other: [String: JSONValue]
    /// Whether `Page.serverResponses` has the service's responses. Of the defaults, this one is not used.
    public var keepsResponse: Bool

    public init(
        analyticsTags: [String] = [], clickAnalytics: Bool? = nil, userToken: String? = nil,
        ruleContexts: [String] = [], other: [String: JSONValue] = [:], keepsResponse: Bool = false
    ) {
        self.analyticsTags = analyticsTags
        self.clickAnalytics = clickAnalytics
        self.userToken = userToken
        self.ruleContexts = ruleContexts
        self.other = other
        self.keepsResponse = keepsResponse
    }
}

extension AlgoliaParameters {
    private static let reserved = ReservedParameters(
        engine: "Algolia",
        [
            "query", "queryType", "advancedSyntax", "removeWordsIfNoResults", "typoTolerance", "enableRules",
            "restrictSearchableAttributes", "decompoundQuery", "filters", "facetFilters", "numericFilters",
            "tagFilters", "page", "hitsPerPage", "offset", "length", "attributesToRetrieve", "responseFields",
            "attributesToHighlight", "highlightPreTag", "highlightPostTag", "facets", "maxValuesPerFacet",
            "analytics", "params", "cursor", "indexName", "distinct", "analyticsTags", "clickAnalytics",
            "userToken", "ruleContexts",
        ])

    /// Whether the parameters may change what a page holds.
    var changesPage: Bool { !ruleContexts.isEmpty || !other.isEmpty }

    /// The request's parameters with those of the settings where the request has none.
    ///
    /// - Throws: `QueryError` for names that Quire sets, `UnsupportedError` for what nothing would use.
    init(of request: SearchRequest, _ settings: AlgoliaSettings) throws {
        let defaults = settings.parameters
        var own = request.parameters(Self.self) ?? Self()
        guard own.ruleContexts.isEmpty || settings.text == .engine && request.text != nil else {
            throw UnsupportedError(
                node: "ruleContexts",
                hint: "rules apply to the service's own full-text search; make the engine with text: .engine")
        }
        guard !own.keepsResponse || request.page != .all else {
            throw UnsupportedError(node: "the responses of a whole result", hint: "use .page(1, size: …)")
        }
        if own.analyticsTags.isEmpty { own.analyticsTags = defaults.analyticsTags }
        own.clickAnalytics = own.clickAnalytics ?? defaults.clickAnalytics
        own.userToken = own.userToken ?? defaults.userToken
        if request.page != .all {
            if own.ruleContexts.isEmpty, settings.text == .engine, request.text != nil {
                own.ruleContexts = defaults.ruleContexts
            }
            own.other.merge(defaults.other) { own, _ in own }
        }
        try Self.reserved.check(own.other.keys, module: request.module.name)
        self = own
    }
}
