/// The numbers that a server reports about a page; any of them may be missing.
///
/// A `PageInfo` has a value for each of them, so it no longer tells what the server has said.
package struct ReportedPaging: Sendable, Hashable {
    package var page: Int?
    package var limit: Int?
    package var offset: Int?
    package var totalItems: Int?
    package var totalPages: Int?

    package init() {}

    /// What an engine reports that fills in all numbers itself.
    package init(_ info: PageInfo) {
        page = info.page
        limit = info.limit
        offset = info.offset
        totalItems = info.totalItems
        totalPages = info.reportedPages
    }

    /// Whether the server says nothing about the page, as a bare array does.
    package var isEmpty: Bool { self == ReportedPaging() }
}
