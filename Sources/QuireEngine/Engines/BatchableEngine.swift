public import Foundation
import QuireCore
import QuireText

/// An engine that runs requests over any modules in one call and reports their failures separately, so that several
/// sessions can share a call (`BatchedEngine`).
public protocol BatchableEngine: ContentEngine {
    /// Runs independent requests, all together if they fit into one call.
    ///
    /// A request that fails has its error at its position in the result. The others still get their responses.
    /// - Returns: One result per request, in their order.
    /// - Throws: Errors that affect all requests: an outage, a cancellation, or an unreadable response.
    func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>]
}

/// An engine's response to one request, before its items are decoded.
public struct EngineResponse: Sendable {
    /// The page in HALO's format, as returned by `ContentEngine.searchData`.
    public var page: Data {
        get {
            switch content {
            case .page(let data): data
            case .instances(let page): page.json
            }
        }
        set { content = .page(newValue) }
    }
    public var pageInfo: PageInfo
    /// The cursor of the next page. `nil` at the end, or if the engine does not support cursors.
    public var nextCursor: Cursor?
    /// Details of the full-text search, or `nil` if the request has none.
    public var text: TextSearchInfo?
    /// The facets, in the order of the request.
    public var facets: [FacetResult]

    /// The server's own responses, if the request's parameters keep them.
    public var serverResponses: [Data] = []

    private var content: Content

    private enum Content: Sendable {
        case page(Data)
        case instances(ClusterPage)
    }

    public init(
        page: Data, pageInfo: PageInfo, nextCursor: Cursor? = nil, text: TextSearchInfo? = nil,
        facets: [FacetResult] = []
    ) {
        self.init(.page(page), pageInfo: pageInfo, nextCursor: nextCursor, text: text, facets: facets)
    }

    /// Creates a response that assembles its page only on demand.
    package init(
        _ page: ClusterPage, nextCursor: Cursor? = nil, text: TextSearchInfo? = nil,
        facets: [FacetResult] = []
    ) {
        self.init(.instances(page), pageInfo: page.info, nextCursor: nextCursor, text: text, facets: facets)
    }

    private init(
        _ content: Content, pageInfo: PageInfo, nextCursor: Cursor?, text: TextSearchInfo?,
        facets: [FacetResult]
    ) {
        self.content = content
        self.pageInfo = pageInfo
        self.nextCursor = nextCursor
        self.text = text
        self.facets = facets
    }

    /// Decodes the items of the page.
    ///
    /// - Throws: `ContentDecodingError` for an item that does not fit, unless the options are lenient.
    public func response<Item: Sendable>(
        reading decoder: ItemDecoder<Item>, _ options: DecodingOptions
    ) throws(ContentDecodingError) -> SearchResponse<Item> {
        if let response = directResponse(reading: decoder, options) { return response }
        // Decoding the page reports the error and its location.
        return completed(try decoder.decodePage(page, options: options))
    }

    /// Decodes instances in place. Returns `nil` if one does not fit, or if the response came as a page.
    package func directResponse<Item: Sendable>(
        reading decoder: ItemDecoder<Item>, _ options: DecodingOptions
    ) -> SearchResponse<Item>? {
        guard case .instances(let page) = content, let items = page.items(reading: decoder, options) else {
            return nil
        }
        return completed(SearchResponse(items: items, pageInfo: pageInfo))
    }

    private func completed<Item>(_ response: SearchResponse<Item>) -> SearchResponse<Item> {
        var response = response
        response.pageInfo = pageInfo
        response.nextCursor = nextCursor
        response.text = text
        response.facets = facets
        response.serverResponses = serverResponses
        return response
    }
}
