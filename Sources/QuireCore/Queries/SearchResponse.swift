import QuireText

/// What an engine answers.
public struct SearchResponse<Item: Sendable>: Sendable {
    public var items: [Item]
    /// Items that could not be decoded, in a lenient request; empty in a strict one.
    public var rejected: [ContentDecodingError] = []
    public var pageInfo: PageInfo { didSet { reported = nil } }
    /// What a server says about the page, read from JSON; `nil` where an engine has set `pageInfo` itself.
    package var reported: ReportedPaging?
    /// Where the page lies and what follows it, once it was checked against the request.
    package var position: PagePosition?
    /// Where the next page starts; `nil` at the end, or where the engine has no cursors.
    public var nextCursor: Cursor?
    public var origin = Origin.network
    /// Whether the engine on this device answered, where there are two; see `MirroredEngine`.
    public var answeredLocally: Bool {
        get { side == .local }
        set { side = newValue ? .local : .remote }
    }
    /// Which engine answered, where there are two: the page after this one is asked of the same.
    package var side: EngineSide?
    /// What a full-text search came to; `nil` where the request has none.
    public var text: TextOutcome?
    /// In the order in which they were asked for.
    public var facets: [FacetResult] = []
    /// How many items were looked at here, where the engine could not express the whole filter; the total is unknown then.
    public var scanned: Int?

    public init(
        items: [Item], rejected: [ContentDecodingError] = [], pageInfo: PageInfo, nextCursor: Cursor? = nil
    ) {
        self.items = items
        self.rejected = rejected
        self.pageInfo = pageInfo
        self.nextCursor = nextCursor
    }
}

/// One of two engines that stand for each other: the one over the network, or its mirror on this device.
package enum EngineSide: Sendable, Hashable { case remote, local }

/// Where a page lies in the whole result.
public struct PageInfo: Sendable, Hashable {
    /// Counted from 1.
    public var page: Int
    public var limit: Int
    public var offset: Int
    /// `nil` where the total was not counted.
    public var totalItems: Int?
    /// The number of pages that the server reports, where the total and the limit give another one.
    package private(set) var reportedPages: Int?
    /// Whether the page is the last one, where the numbers do not tell.
    private var knownLast: Bool?

    /// - Parameters:
    ///   - page: The number of the page, counted from 1.
    ///   - limit: The maximum number of items on a page.
    ///   - offset: How many items of the result come before the page.
    ///   - totalItems: How many items the result has; `nil` where that is unknown.
    ///   - totalPages: What the server reports; `nil` computes it from the total and the limit.
    public init(page: Int, limit: Int, offset: Int, totalItems: Int?, totalPages: Int? = nil) {
        self.page = page
        self.limit = limit
        self.offset = offset
        self.totalItems = totalItems
        if totalPages != self.totalPages { reportedPages = totalPages }
    }

    /// The same place, known to be the last page or not.
    package func known(isLast: Bool) -> PageInfo {
        var info = self
        info.knownLast = nil
        if info.isLast != isLast { info.knownLast = isLast }
        return info
    }

    /// Whether no page comes before this one.
    public var isFirst: Bool { page <= 1 }

    /// Whether no page follows this one; the opposite of `Page.hasNext`.
    public var isLast: Bool { knownLast ?? totalPages.map { page >= $0 } ?? false }

    /// Whether this page is the whole result.
    public var isOnly: Bool { isFirst && isLast }

    /// How many pages there are: as the server reports, else as the total and the limit say; `nil` without a total.
    public var totalPages: Int? {
        reportedPages ?? totalItems.map { PageInfo.pages(of: $0, limit) }
    }

    /// How many pages so many items fill. It cannot overflow: both numbers come from outside.
    package static func pages(of total: Int, _ limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        return total / limit + (total % limit > 0 ? 1 : 0)
    }
}
