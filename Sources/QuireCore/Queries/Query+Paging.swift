extension Query {
    /// The page of that number, counted from 1.
    ///
    /// ```swift
    /// Books.query().page(2, size: 25)
    /// // "pagination":{"page":2,"limit":25,"skip":"false"}
    /// ```
    public func page(_ number: Int, size: Int) -> Self { paged(.page(number, size: size)) }

    /// So many items, after leaving out the first ones.
    public func offset(_ offset: Int, limit: Int) -> Self { paged(.offset(offset, limit: limit)) }

    /// So many items after a cursor that an earlier page gave (`Page.nextCursor`); `nil` starts.
    ///
    /// A page after a cursor costs the same at any depth. HALO has no cursors.
    public func cursor(_ cursor: Cursor?, limit: Int) -> Self { paged(.cursor(cursor, limit: limit)) }

    /// Everything in one answer.
    ///
    /// ```swift
    /// Books.query().onePage()
    /// // "pagination":{"skip":"true"}
    /// ```
    /// For what is known to be small; `ContentClient.all` reads any amount, page by page.
    public func onePage() -> Self { paged(.all) }

    /// Says that the total is not wanted, which saves an engine from counting.
    public func withoutTotal() -> Self {
        var query = self
        query.request.countsTotal = false
        return query
    }

    private func paged(_ page: PageRequest) -> Self {
        var query = self
        query.request.page = page
        return query
    }
}
