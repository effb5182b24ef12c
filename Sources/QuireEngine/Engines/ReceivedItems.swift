import QuireCore

/// Counts the items of the pages that were read one after the other, to notice those that a server counts and never
/// sends.
///
/// Items that do not fit the schema count as received. A server that counts nothing, or only estimates (its engine then
/// reports no total), cannot be short. Pages by cursor end where the engine says so.
package struct ReceivedItems: Sendable {
    /// Where the first page starts.
    private(set) var start = 0
    private var count = 0
    private var isEmpty = true

    package init() {}

    /// Counts the page after those that were counted.
    mutating func add(_ position: PagePosition) {
        if isEmpty { start = position.pageInfo.offset }
        isEmpty = false
        count += position.received
    }

    /// The error of a last page after which fewer items came than the server counts; `nil` where nothing is missing.
    func missing(at position: PagePosition, _ asked: SearchRequest) -> PagingError? {
        if case .cursor = asked.page { return nil }
        guard position.next == nil, let total = position.pageInfo.totalItems, count < total - start else {
            return nil
        }
        return asked.contradiction(.missingItems, "\(count) of \(total - start) items on all its pages")
    }
}
