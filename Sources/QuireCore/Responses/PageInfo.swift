/// The position of a page in the whole result.
public struct PageInfo: Sendable, Hashable {
    /// The number of the page, counted from 1.
    public var page: Int
    public var limit: Int
    public var offset: Int
    /// The total number of items, or `nil` if it was not counted.
    public var totalItems: Int?
    /// `.engine` if something in the page followed the server's own meaning: a condition, the full-text search, or
    /// parameters that were passed on. See ``Query/meaning(_:)``.
    public var meaning = Meaning.exact
    /// The number of pages that the server reports, if it differs from the one computed from the total and the limit.
    package private(set) var reportedPages: Int?
    /// Whether the page is the last one, if the numbers do not show it.
    private var knownLast: Bool?

    /// - Parameters:
    ///   - page: The number of the page, counted from 1.
    ///   - limit: The maximum number of items on a page.
    ///   - offset: The number of items before the page.
    ///   - totalItems: The number of items in the result, or `nil` if it is unknown.
    ///   - totalPages: The number of pages that the server reports. `nil` computes it from the total and the limit.
    public init(page: Int, limit: Int, offset: Int, totalItems: Int?, totalPages: Int? = nil) {
        self.page = page
        self.limit = limit
        self.offset = offset
        self.totalItems = totalItems
        if totalPages != self.totalPages { reportedPages = totalPages }
    }

    /// The same position with the knowledge whether the page is the last one.
    package func known(isLast: Bool) -> PageInfo {
        var info = self
        info.knownLast = nil
        if info.isLast != isLast { info.knownLast = isLast }
        return info
    }

    /// Whether this is the first page.
    public var isFirst: Bool { page <= 1 }

    /// Whether this is the last page, which is the opposite of `Page.hasNext`.
    public var isLast: Bool { knownLast ?? totalPages.map { page >= $0 } ?? false }

    /// Whether this page is the whole result.
    public var isOnly: Bool { isFirst && isLast }

    /// The number of pages that the server reports, or that follows from total and limit. `nil` without a total.
    public var totalPages: Int? {
        reportedPages ?? totalItems.map { PageInfo.pages(of: $0, limit) }
    }

    /// The number of pages that a number of items fill. It cannot overflow, because both numbers come from outside.
    package static func pages(of total: Int, _ limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        return total / limit + (total % limit > 0 ? 1 : 0)
    }
}

/// The position of a page in the whole result, and the next page to request. Combines the server's numbers with the
/// request.
///
/// The server's numbers are trusted. A page may be shorter than its limit and still have a next page. If a server caps
/// the page size, the following pages are requested in the capped size. If the numbers contradict the request or each
/// other, continuing would lose items, so that is an error.
package struct PagePosition: Sendable, Hashable {
    package var pageInfo: PageInfo
    /// The number of items in the page, including those that do not fit.
    package var received: Int
    /// The next page, or `nil` at the end.
    package var next: PageRequest?
    /// Whether the server sends no paging information, so that it may have omitted items without notice.
    package var isUnpaged = false

    package init(pageInfo: PageInfo, received: Int, next: PageRequest? = nil, isUnpaged: Bool = false) {
        self.pageInfo = pageInfo
        self.received = received
        self.next = next
        self.isUnpaged = isUnpaged
    }
}
