/// What an engine answers.
public struct SearchResponse<Item: Sendable>: Sendable {
    public var items: [Item]
    /// Items that could not be decoded, in a lenient request; empty in a strict one.
    public var rejected: [ContentDecodingError] = []
    public var pageInfo: PageInfo
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

    public init(page: Int, limit: Int, offset: Int, totalItems: Int?) {
        self.page = page
        self.limit = limit
        self.offset = offset
        self.totalItems = totalItems
    }

    /// Whether no page stands before it, and whether none is known to stand behind it.
    public var isFirst: Bool { page <= 1 }
    public var isLast: Bool { totalPages.map { page >= $0 } ?? false }
    public var isOnly: Bool { isFirst && isLast }

    public var totalPages: Int? { totalItems.map { limit > 0 ? ($0 + limit - 1) / limit : 1 } }
}
