import QuireCore

/// Counts the items of consecutive pages to detect items that a server counts but never sends.
///
/// Items that do not fit the schema count as received. A server without a total, or with only an estimate (its engine
/// then reports no total), cannot be checked. With cursors, the engine says where the pages end.
package struct ReceivedItems: Sendable {
    /// The start of the first page.
    private(set) var start = 0
    private var count = 0
    private var isEmpty = true

    package init() {}

    /// Adds the next page.
    mutating func add(_ position: PagePosition) {
        if isEmpty { start = position.pageInfo.offset }
        isEmpty = false
        count += position.received
    }

    /// The error for a last page after which fewer items were received than the server counts, or `nil`.
    func missing(at position: PagePosition, _ request: SearchRequest) -> PagingError? {
        if case .cursor = request.page { return nil }
        guard position.next == nil, let total = position.pageInfo.totalItems, count < total - start else {
            return nil
        }
        return request.contradiction(.missingItems, "\(count) of \(total - start) items on all its pages")
    }
}
