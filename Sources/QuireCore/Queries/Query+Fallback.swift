extension Query {
    /// What to do where the engine cannot express a part of the filter; without it the query is refused.
    ///
    /// ```swift
    /// let page = try await content.fetch(
    ///     Books.query().where(\.age >= 18).where(\.title, contains: "war").fallback(.clientSide(maxScanned: 5_000)))
    /// page.scanned      // how many items were looked at here; nil where the engine could do it all
    /// ```
    /// The engine gets what it can express of the filter, the items come page by page, and the rest is tested here. The
    /// total is unknown then. The search fails with a `ScanLimitError` where more items would have to be looked at for a
    /// page, a count or all items in one answer. Everything but the filter is left to the engine as ever: an order or
    /// full text that it does not have is refused.
    public func fallback(_ fallback: Fallback?) -> Self { changed { $0.fallback = fallback } }
}
