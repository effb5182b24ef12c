/// The numbers that a server reports about a page. Any of them may be missing.
///
/// A `PageInfo` has a value for each of them, so it no longer shows which numbers the server sent.
package struct ReportedPaging: Sendable, Hashable {
    package var page: Int?
    package var limit: Int?
    package var offset: Int?
    package var totalItems: Int?
    package var totalPages: Int?
    package var meaning = Meaning.exact

    package init() {}

    /// Creates the numbers of an engine that provides all of them.
    package init(_ info: PageInfo) {
        page = info.page
        limit = info.limit
        offset = info.offset
        totalItems = info.totalItems
        totalPages = info.reportedPages
        meaning = info.meaning
    }

    /// Whether the server sent no paging information, as with a bare array.
    package var isEmpty: Bool { self == ReportedPaging() }
}
