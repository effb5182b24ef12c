import QuireCore

extension SearchRequest {
    /// The request for the page after a response to this one; `nil` at the end.
    ///
    /// - Throws: `PagingError` where the server contradicts itself.
    package func following<Item>(
        _ response: SearchResponse<Item>
    ) throws(PagingError) -> SearchRequest? {
        guard let page = try position(of: response).next else { return nil }
        var request = self
        request.side = response.side
        request.page = page
        return request
    }

    /// What `Page.next()` does after a response to this request; `nil` at the end.
    ///
    /// After the last page it throws where the server counts items that it sent on none of its pages. Such a page is not
    /// the last one by its `pageInfo` either.
    /// - Parameters:
    ///   - received: The items of the pages before.
    ///   - fetch: Fetches a page, with the items of all pages before it.
    /// - Throws: `PagingError` where the server contradicts itself.
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

    /// The response with its place in the result, checked against this request.
    ///
    /// - Throws: `PagingError` where the server contradicts itself.
    package func placing<Item>(
        _ response: SearchResponse<Item>
    ) throws(PagingError) -> SearchResponse<Item> {
        var response = response
        let position = try position(of: response)
        response.pageInfo = position.pageInfo
        response.position = position
        return response
    }

    /// Makes sure that an answer that should have everything has everything.
    package func checkCompleteness<Item>(of response: SearchResponse<Item>) throws(PagingError) {
        guard page == .all, try position(of: response).next != nil else { return }
        let total = response.pageInfo.totalItems.map { " of \($0)" } ?? ""
        throw contradiction(.incomplete, "\(response.items.count + response.rejected.count)\(total) items")
    }

    /// The same request, ready to be read from its start to its end, page by page.
    package func paging(on engine: any ContentEngine) -> SearchRequest {
        var request = self
        let capabilities = engine.capabilities
        // A scan has cursors on any engine: its pages would start from the beginning each.
        var hasCursors = capabilities.cursors
        if case .scan? = try? ClientSideSearch.way(of: askingEngine(capabilities), on: engine) {
            hasCursors = true
        }
        let usual = min(100, capabilities.maximumPageSize ?? .max)
        switch page {
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
