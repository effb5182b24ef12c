import QuireCore

extension SearchRequest {
    /// Returns the position of a response to this request, and the next page.
    ///
    /// - Throws: `PagingError` if the server contradicts itself.
    func position<Item>(of response: SearchResponse<Item>) throws(PagingError) -> PagePosition {
        if let position = response.position { return position }
        var position = try unmarkedPosition(of: response)
        position.pageInfo.meaning = response.pageInfo.meaning
        return position
    }

    private func unmarkedPosition<Item>(
        of response: SearchResponse<Item>
    ) throws(PagingError) -> PagePosition {
        let received = response.items.count + response.rejected.count
        if case .cursor(let cursor, let limit) = page {
            return try position(
                after: cursor, limit: limit, of: response.nextCursor, received, response.pageInfo)
        }
        var reported = response.reported ?? ReportedPaging(response.pageInfo)
        if reported.isEmpty { return try unpagedPosition(of: received) }
        // The total does not count the items that only a meaning finds, which are on the last pages.
        guard let similar = response.text?.meaning?.similarItems, let total = reported.totalItems else {
            return try position(of: received, reported)
        }
        reported.totalItems = total + similar
        var position = try position(of: received, reported)
        let isLast = position.pageInfo.isLast
        position.pageInfo.totalItems = total
        position.pageInfo = position.pageInfo.known(isLast: isLast)
        return position
    }

    /// Cursors: the engine provides the start of the next page.
    private func position(
        after cursor: Cursor?, limit: Int, of next: Cursor?, _ received: Int, _ info: PageInfo
    ) throws(PagingError) -> PagePosition {
        if let next {
            guard next != cursor else {
                throw contradiction(
                    .repeatedPage, "the cursor of the next page equals the requested one")
            }
            guard received > 0 else { throw contradiction(.emptyPage, "no items, but a cursor to more") }
        }
        return PagePosition(
            pageInfo: info.known(isLast: next == nil), received: received,
            next: next.map { .cursor($0, limit: limit) })
    }

    /// A bare array without paging information: a short one is the end, and one longer than requested is everything.
    private func unpagedPosition(of received: Int) throws(PagingError) -> PagePosition {
        let start = page.offset
        guard let size = page.size, start > 0 || received <= size else {
            return PagePosition(
                pageInfo: PageInfo(page: 1, limit: received, offset: 0, totalItems: received)
                    .known(isLast: true), received: received, isUnpaged: true)
        }
        guard received <= size else {
            throw contradiction(.tooManyItems, "\(received) items and no page numbers")
        }
        let hasMore = received == size
        let total = hasMore || (received == 0 && start > 0) ? nil : start + received
        let info = PageInfo(page: start / size + 1, limit: size, offset: start, totalItems: total)
        return PagePosition(
            pageInfo: info.known(isLast: !hasMore), received: received,
            next: hasMore ? try page(from: start + size, size) : nil, isUnpaged: true)
    }

    /// Numbered pages and offsets.
    private func position(
        of received: Int, _ reported: ReportedPaging
    ) throws(PagingError) -> PagePosition {
        let start = page.offset
        try check(reported, against: start, received)
        let limit = reported.limit.flatMap { $0 > 0 ? $0 : nil } ?? page.size ?? max(received, 1)
        let number = page.size.map { start / $0 + 1 } ?? 1
        let hasMore = hasMore(
            after: number, start: start, limit: limit, received: received, reported: reported)
        if hasMore, received == 0 {
            throw contradiction(
                .emptyPage,
                "no items, but \(reported.totalPages.map { "\($0) pages" } ?? "more items") in all")
        }
        let info = PageInfo(
            page: reported.page ?? number, limit: reported.limit ?? limit, offset: start,
            totalItems: reported.totalItems, totalPages: reported.totalPages)
        return PagePosition(
            pageInfo: info.known(isLast: !hasMore), received: received,
            next: hasMore ? try page(from: start + limit, limit) : nil)
    }

    /// The server's numbers decide. Without them, a full page has a next one, and a short page is the last.
    private func hasMore(
        after number: Int, start: Int, limit: Int, received: Int, reported: ReportedPaging
    ) -> Bool {
        let (end, isBeyond) = start.addingReportingOverflow(page == .all ? received : limit)
        if isBeyond { return false }
        if reported.totalPages != nil || reported.totalItems != nil {
            // For an offset between two pages, the page number is meaningless.
            let isBetween = reported.totalItems != nil && !start.isMultiple(of: limit)
            let pages = isBetween ? nil : reported.totalPages
            return (pages ?? 0) > number || (reported.totalItems ?? 0) > end
        }
        return page != .all && received >= limit
    }

    /// Compares the server's numbers with the request and with each other.
    private func check(
        _ reported: ReportedPaging, against start: Int, _ received: Int
    ) throws(PagingError) {
        let number = page.size.map { start / $0 + 1 } ?? 1
        if let page = reported.page, page != number { throw contradiction(.otherPage, "page \(page)") }
        if let offset = reported.offset, offset != start {
            throw contradiction(.otherPage, "items from offset \(offset) on")
        }
        let total = reported.totalItems
        if let total, total < (received > 0 ? start + received : 0) {
            throw contradiction(
                .wrongTotal, "\(received) items from offset \(start) on, but \(total) items in all")
        }
        // A complete response may exceed the limit that it repeats.
        let isWhole = start == 0 && total == received
        let limit = reported.limit.flatMap { $0 > 0 ? $0 : nil }
        if let limit = limit ?? page.size, received > limit, !isWhole {
            throw contradiction(.tooManyItems, "\(received) items, although a page has at most \(limit)")
        }
        guard let limit else { return }
        if let size = page.size, limit != size, start > 0, reported.offset == nil {
            throw contradiction(.otherPageSize, "page \(number) of size \(limit), which starts elsewhere")
        }
        if let total, let pages = reported.totalPages, !isWhole, pages < PageInfo.pages(of: total, limit) {
            throw contradiction(.wrongTotal, "\(total) items in \(pages) pages of at most \(limit)")
        }
    }

    /// The page that starts at an index, in the style of this request.
    private func page(from start: Int, _ size: Int) throws(PagingError) -> PageRequest {
        if case .offset = page { return .offset(start, limit: size) }
        guard start % size == 0 else {
            throw contradiction(.otherPageSize, "pages of size \(size)")
        }
        return .page(start / size + 1, size: size)
    }

    package func contradiction(_ reason: PagingError.Reason, _ response: String) -> PagingError {
        PagingError(reason, module: module.name, request: page, response: response)
    }
}

extension SearchRequest {
    /// Returns the request for the next page after a response, or `nil` at the end.
    ///
    /// - Throws: `PagingError` if the server contradicts itself.
    package func following<Item>(
        _ response: SearchResponse<Item>
    ) throws(PagingError) -> SearchRequest? {
        guard let page = try position(of: response).next else { return nil }
        var request = self
        request.side = response.side
        request.page = page
        return request
    }

    /// Returns the response with its position in the result, checked against this request.
    ///
    /// - Throws: `PagingError` if the server contradicts itself.
    package func placing<Item>(
        _ response: SearchResponse<Item>
    ) throws(PagingError) -> SearchResponse<Item> {
        var response = response
        let position = try position(of: response)
        response.pageInfo = position.pageInfo
        response.position = position
        return response
    }

    /// Throws if a response that should be complete is not.
    package func checkCompleteness<Item>(of response: SearchResponse<Item>) throws(PagingError) {
        guard page == .all, try position(of: response).next != nil else { return }
        let total = response.pageInfo.totalItems.map { " of \($0)" } ?? ""
        throw contradiction(.incomplete, "\(response.items.count + response.rejected.count)\(total) items")
    }
}
