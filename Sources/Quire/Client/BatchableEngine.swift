public import Foundation

/// An engine that takes requests over any modules in one go, and tells their failures apart: several sessions can share
/// its calls (`BatchedEngine`).
public protocol BatchableEngine: ContentEngine {
    /// Runs requests that have nothing to do with each other, all together where they fit into one call.
    ///
    /// A request that is refused, by the engine or before it, has its failure in its place, and the others are answered.
    /// - Returns: As many as there are requests, in their order.
    /// - Throws: What hits all of them: an outage, a cancellation, an answer that cannot be read.
    func answers(to requests: [SearchRequest]) async throws -> [Result<EngineAnswer, any Error>]
}

/// What an engine answers to one request, before items are made of it.
public struct EngineAnswer: Sendable {
    /// The page in HALO's form, as `ContentEngine.searchData` gives it.
    public var page: Data
    public var pageInfo: PageInfo
    /// Where the next page starts; `nil` at the end, or where the engine has no cursors.
    public var nextCursor: Cursor?
    /// What a full-text search came to; `nil` where the request has none.
    public var text: TextOutcome?
    /// In the order in which they were asked for.
    public var facets: [FacetResult]

    public init(
        page: Data, pageInfo: PageInfo, nextCursor: Cursor? = nil, text: TextOutcome? = nil,
        facets: [FacetResult] = []
    ) {
        self.page = page
        self.pageInfo = pageInfo
        self.nextCursor = nextCursor
        self.text = text
        self.facets = facets
    }

    /// Makes items of the page.
    ///
    /// - Throws: `ContentDecodingError` at an item that does not fit, unless the options are lenient.
    public func response<Item: Sendable>(
        reading decoder: ItemDecoder<Item>, _ options: DecodingOptions
    ) throws(ContentDecodingError) -> SearchResponse<Item> {
        var response = try decoder.decodePage(page, options: options)
        response.pageInfo = pageInfo
        response.nextCursor = nextCursor
        response.text = text
        response.facets = facets
        return response
    }
}
