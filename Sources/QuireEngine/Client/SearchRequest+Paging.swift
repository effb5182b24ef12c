import QuireCore

extension SearchRequest {
    /// Implements `Page.next()` after a response to this request. Returns `nil` at the end.
    ///
    /// Throws after the last page if the server counts items that it sent on no page. In that case, `pageInfo` does not
    /// call the page the last one either.
    /// - Parameters:
    ///   - received: The items of the pages so far.
    ///   - fetch: Fetches a page. It receives the items of all pages before it.
    /// - Throws: `PagingError` if the server contradicts itself.
    package func fetchingNext<Item: Sendable>(
        after response: inout SearchResponse<Item>, _ received: ReceivedItems,
        _ fetch: @escaping @Sendable (SearchRequest, ReceivedItems) async throws -> Page<Item>
    ) throws(PagingError) -> (@Sendable () async throws -> Page<Item>)? {
        let position = try position(of: response)
        var received = received
        received.add(position)
        if let missing = received.missing(at: position, self) {
            response.pageInfo = position.pageInfo.known(isLast: false)
            return { throw missing }
        }
        guard let next = try following(response) else { return nil }
        return { [received] in try await fetch(next, received) }
    }

    /// The same request, prepared for reading the whole result page by page.
    package func paging(on engine: any ContentEngine) -> SearchRequest {
        var request = self
        let capabilities = engine.capabilities
        // A scan has cursors on any engine. With page numbers, each page would start from the beginning.
        var hasCursors = capabilities.supportsCursors
        if case .scan? = try? ClientSideSearch.plan(for: askingEngine(capabilities), on: engine) {
            hasCursors = true
        }
        let usual = min(100, capabilities.maximumPageSize ?? .max)
        switch page {
        case .page(1, let size) where limit != nil && size >= 1:
            request.page =
                hasCursors ? .cursor(nil, limit: min(size, usual)) : .page(1, size: min(size, usual))
        case .standard: request.page = hasCursors ? .cursor(nil, limit: usual) : .page(1, size: usual)
        case .page(1, let size) where hasCursors: request.page = .cursor(nil, limit: size)
        case .offset(0, let limit) where hasCursors: request.page = .cursor(nil, limit: limit)
        case .page, .offset, .cursor, .all: break
        }
        request.countsTotal = false
        request.facets = []
        return request
    }
}

extension SearchResponse {
    /// Removes the items beyond a limit. Returns how many more may follow.
    mutating func cut(to limit: Int?) -> Int? {
        guard let limit else { return nil }
        if items.count > limit { items.removeLast(items.count - limit) }
        return limit - items.count
    }
}
