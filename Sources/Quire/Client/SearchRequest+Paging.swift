extension SearchRequest {
    /// The request for the page after an answer to this one; `nil` at the end.
    package func following<Item>(_ response: SearchResponse<Item>) -> SearchRequest? {
        let received = response.items.count + response.rejected.count
        var request = self
        request.side = response.side
        switch page {
        case .all: return nil
        case .cursor(_, let limit):
            guard let cursor = response.nextCursor else { return nil }
            request.page = .cursor(cursor, limit: limit)
        case .standard:
            let info = response.pageInfo
            guard info.limit > 0, hasMore(received, response, end: info.page * info.limit, size: info.limit)
            else {
                return nil
            }
            request.page = .page(info.page + 1, size: info.limit)
        case .page(let number, let size):
            guard hasMore(received, response, end: number * size, size: size) else { return nil }
            request.page = .page(number + 1, size: size)
        case .offset(let offset, let limit):
            guard hasMore(received, response, end: offset + limit, size: limit) else { return nil }
            request.page = .offset(offset + limit, limit: limit)
        }
        return request
    }

    /// A full page goes on, unless the total says that it was the last.
    private func hasMore<Item>(_ received: Int, _ response: SearchResponse<Item>, end: Int, size: Int) -> Bool
    {
        guard received >= size else { return false }
        return response.pageInfo.totalItems.map { end < $0 } ?? true
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
