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

    /// Sets how many items a condition across a relation may look up, on an engine that cannot test related items.
    ///
    /// ```swift
    /// let books = try await content.fetch(
    ///     Books.query().where(\.author.fullName == "Jane Austen").relatedItems(upTo: 5_000))
    /// // First the ids of the authors, {"operation":"=","property":"fullName","value":"Jane Austen","type":"string"},
    /// // then the books, {"operation":"in","property":"author","value":["a1"],"type":"string"}
    /// ```
    /// The client first searches for the related items, and then sends their ids. If more items match a condition, the
    /// search throws a `RelationLimitError` before the main request. The default is 1,000. The store and the in-memory
    /// engine test related items themselves and ignore the limit.
    public func relatedItems(upTo maximum: Int) -> Self { changed { $0.maximumRelatedItems = maximum } }
}
