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
