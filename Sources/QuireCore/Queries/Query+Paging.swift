extension Query {
    /// Requests a page by its number, counted from 1.
    ///
    /// ```swift
    /// Books.query().page(2, size: 25)
    /// // "pagination":{"page":2,"limit":25,"skip":"false"}
    /// ```
    public func page(_ number: Int, size: Int) -> Self { paged(.page(number, size: size)) }

    /// Requests the first items of the query's order, at most this many.
    ///
    /// ```swift
    /// let newest = try await content.fetch(Books.query().sort(by: \.released, .descending).limit(5))
    /// // "pagination":{"page":1,"limit":5,"skip":"false"}
    /// ```
    /// `ContentClient.all` and `ids` stop after them too, over as many pages as it takes. `count` counts all items that
    /// match.
    public func limit(_ count: Int) -> Self {
        var query = paged(.page(1, size: count))
        query.request.limit = count
        return query
    }

    /// Requests a number of items after skipping others.
    public func offset(_ offset: Int, limit: Int) -> Self { paged(.offset(offset, limit: limit)) }

    /// Requests a number of items after a cursor from an earlier page (`Page.nextCursor`). `nil` starts at the
    /// beginning.
    ///
    /// A page after a cursor costs the same at any depth. HALO does not support cursors.
    public func cursor(_ cursor: Cursor?, limit: Int) -> Self { paged(.cursor(cursor, limit: limit)) }

    /// Requests the whole result in one response.
    ///
    /// ```swift
    /// Books.query().onePage()
    /// // "pagination":{"skip":"true"}
    /// ```
    /// Use it for small results only. `ContentClient.all` reads any number of items page by page.
    public func onePage() -> Self { paged(.all) }

    /// Omits the total, so that the engine need not count.
    public func skipTotal() -> Self {
        var query = self
        query.request.countsTotal = false
        return query
    }

    private func paged(_ page: PageRequest) -> Self {
        var query = self
        query.request.page = page
        query.request.limit = nil
        return query
    }
}
