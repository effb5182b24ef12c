extension Query {
    /// Sets what happens if the engine cannot express a part of the filter. Without a fallback, the query throws.
    ///
    /// ```swift
    /// let page = try await content.fetch(
    ///     Books.query().where(\.age >= 18).where(\.title, contains: "war").fallback(.clientSide(maxScanned: 5_000)))
    /// page.scanned      // how many items were looked at here; nil where the engine could do it all
    /// ```
    /// The engine gets the part of the filter that it can express. Quire reads the items page by page and tests the
    /// rest of the filter on the client. The total is then unknown. The search throws a `ScanLimitError` if it would
    /// have to scan more items for a page, a count or a complete result. The fallback covers only the filter: an
    /// unsupported order or full-text search still throws.
    public func fallback(_ fallback: Fallback?) -> Self { changed { $0.fallback = fallback } }
}
