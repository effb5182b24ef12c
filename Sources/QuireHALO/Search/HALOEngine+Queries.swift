import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

extension HALOEngine {
    /// Runs an untyped search over any modules.
    ///
    /// ```swift
    /// let page = try await halo.search(HALOQuery(moduleNames: ["books", "authors"]))
    /// // POST …/generalcontent/instance/search  {"moduleNames":["books","authors"],"segmentMode":"partial"}
    /// let more = try await page.next()
    /// ```
    /// - Throws: `UnsupportedError` and `QueryError` before anything is sent; `HALOError`, `TransportError`,
    ///   `ContentDecodingError`, `PagingError`.
    public func search(_ query: HALOQuery) async throws -> Page<AnyContent> {
        try await search(query, after: ReceivedItems())
    }

    private func search(
        _ query: HALOQuery, after received: ReceivedItems
    ) async throws -> Page<AnyContent> {
        let request = SearchRequest(pagedBy: query.page)
        var response = try request.placing(
            try await page(
                of: try HALOSearch(query), AnyContent.decoder, .after(settings.timeout)))
        try request.checkCompleteness(of: response)
        let fetchNext = try request.fetchingNext(after: &response, received) { request, received in
            var next = query
            next.page = request.page
            return try await self.search(next, after: received)
        }
        return Page(
            items: response.items, rejected: response.rejected, pageInfo: response.pageInfo,
            nextCursor: nil, fetchNext: fetchNext)
    }

    /// Runs an untyped search and returns the server's bytes.
    public func searchData(_ query: HALOQuery) async throws -> Data {
        try await data(of: try HALOSearch(query))
    }

    /// Describes the request for a search in readable form, without the device's tags.
    public func explain(_ query: HALOQuery) throws -> String { text(of: try HALOSearch(query)) }
}

extension SearchRequest {
    init(pagedBy page: PageRequest) {
        self.init(module: .anyModule)
        self.page = page
    }
}
