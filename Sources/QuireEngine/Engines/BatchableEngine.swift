public import Foundation
import QuireCore
import QuireText

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
    /// Where the next page starts; `nil` at the end, or where the engine has no cursors.
    public var nextCursor: Cursor?
    /// What a full-text search came to; `nil` where the request has none.
    public var text: TextOutcome?
    /// In the order in which they were asked for.
    public var facets: [FacetResult]

    private var content: Content

    private enum Content: Sendable {
        case page(Data)
        case instances(ClusterPage)
    }

    public init(
        page: Data, pageInfo: PageInfo, nextCursor: Cursor? = nil, text: TextOutcome? = nil,
        facets: [FacetResult] = []
    ) {
        self.init(.page(page), pageInfo, nextCursor, text, facets)
    }

    /// An answer whose page is put together only where somebody asks for it.
    package init(
        _ page: ClusterPage, nextCursor: Cursor? = nil, text: TextOutcome? = nil, facets: [FacetResult] = []
    ) {
        self.init(.instances(page), page.info, nextCursor, text, facets)
    }

    private init(
        _ content: Content, _ pageInfo: PageInfo, _ nextCursor: Cursor?, _ text: TextOutcome?,
        _ facets: [FacetResult]
    ) {
        self.content = content
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
        if let response = directResponse(reading: decoder, options) { return response }
        // The page says what does not fit, and where.
        return completed(try decoder.decodePage(page, options: options))
    }

    /// Makes items of instances that all fit; `nil` where one does not, or the answer came as a page.
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
        return response
    }
}
