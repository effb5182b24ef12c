import QuireCore
import QuireText

/// Reads a result from its first page to its last: decides which page comes next and which items are new.
///
/// Content may change while its pages are read. An item that moves to a later page appears a second time and is
/// skipped. If the total shrinks, items move to pages that were already read, so the walk goes back and reads those
/// again. It cannot detect an item that moves to an earlier page while the total stays the same. Engines with cursors
/// do not have this gap.
package struct PageWalk: Sendable {
    /// The next request, or `nil` at the end.
    package private(set) var next: SearchRequest?

    /// The parts of a page that are new.
    package struct News: Sendable {
        package var items: [Bool]
        package var rejected: [Bool]
    }

    /// Exact, because composed and decomposed "é" are different ids.
    private var seen: Set<ExactText> = []
    private var seenRejected: Set<ExactText> = []
    private var cursors: Set<Cursor> = []
    private var lastKeys: [ExactText] = []
    private var hadNews = true
    private var lastTotal: Int?
    private var smallestTotal: Int?
    private var received = ReceivedItems()
    /// Pages that start before this item are read a second time. `nil` if there are none.
    private var secondTimeBefore: Int?

    /// The reason why the walk missed items although it has read all pages.
    private var missing: PagingError?

    package init(_ request: SearchRequest) { next = request }

    /// Ends the walk after an error. There is no next page.
    package mutating func stop() { next = nil }

    /// Requests the next page in another size.
    mutating func ask(_ request: SearchRequest) { next = request }

    /// Checks after the last page whether all items that the server counts were received.
    ///
    /// - Throws: `PagingError`, once.
    package mutating func finish() throws(PagingError) {
        guard let missing else { return }
        self.missing = nil
        throw missing
    }

    /// Processes the response to the last request and keeps only new items in it.
    ///
    /// - Throws: `PagingError`.
    package mutating func take<Item>(
        _ response: inout SearchResponse<Item>, id: (Item) -> String
    ) throws(PagingError) {
        let news = try news(in: response, id: id)
        if news.items.contains(false) {
            response.items = zip(response.items, news.items).filter(\.1).map(\.0)
        }
        if news.rejected.contains(false) {
            response.rejected = zip(response.rejected, news.rejected).filter(\.1).map(\.0)
        }
    }

    /// Processes the response to the last request and returns which parts are new.
    ///
    /// - Throws: `PagingError`.
    package mutating func news<Item>(
        in response: SearchResponse<Item>, id: (Item) -> String
    ) throws(PagingError) -> News {
        guard let request = next else {
            return News(
                items: response.items.map { _ in true }, rejected: response.rejected.map { _ in true })
        }
        // After an error, there is no next page.
        next = nil
        let position = try request.position(of: response)
        let keys = response.items.map { ExactText(id($0)) }
        let rejectedKeys = response.rejected.map(\.walkKey)
        let news = News(
            items: keys.map { seen.insert($0).inserted },
            rejected: rejectedKeys.map { !seenRejected.contains($0) })
        seenRejected.formUnion(rejectedKeys)
        let hasNews = news.items.contains(true) || news.rejected.contains(true)
        try check(request, position, keys: keys + rejectedKeys, hasNews: hasNews)
        received.add(position)
        if let page = page(behind: position, request) {
            var following = request
            following.side = response.side
            following.page = page
            next = following
        }
        return news
    }

    /// Ensures progress: the walk never reads the same page endlessly.
    private mutating func check(
        _ request: SearchRequest, _ position: PagePosition, keys: [ExactText], hasNews: Bool
    ) throws(PagingError) {
        if case .cursor(let cursor, _) = request.page {
            if let cursor { cursors.insert(cursor) }
            if case .cursor(let next?, _) = position.next, cursors.contains(next) {
                throw request.contradiction(.repeatedPage, "a cursor to a page that was read before")
            }
            // A cursor that counts items is never the same. One page may consist of items that have moved behind it.
            defer { hadNews = hasNews || keys.isEmpty }
            guard hasNews || hadNews || keys.isEmpty || position.next == nil else {
                throw request.contradiction(.repeatedPage, "items that it had sent before")
            }
            return
        }
        let total = position.pageInfo.totalItems
        let hasGrown = lastTotal.map { $0 < total ?? 0 } ?? false
        defer { (lastKeys, lastTotal, hadNews) = (keys, total, hasNews || keys.isEmpty) }
        let isSecondTime = secondTimeBefore.map { position.pageInfo.offset < $0 } ?? false
        guard !keys.isEmpty, !hasGrown, !isSecondTime else { return }
        // A page with a single item may repeat because two items have swapped positions.
        if (keys == lastKeys && keys.count > 1) || (!hasNews && !hadNews) {
            throw request.contradiction(.repeatedPage, "items that it had sent before")
        }
    }

    /// The next page, or an earlier one if items have moved to it.
    private mutating func page(
        behind position: PagePosition, _ request: SearchRequest
    ) -> PageRequest? {
        if case .cursor = request.page { return position.next }
        let info = position.pageInfo
        let first = received.start
        guard let total = info.totalItems else { return position.next }
        let smallest = smallestTotal ?? total
        smallestTotal = min(smallest, total)
        if total < smallest, info.offset > first, info.limit > 0 {
            secondTimeBefore = max(secondTimeBefore ?? 0, info.offset + info.limit)
            let pages = PageInfo.pages(of: smallest - total, info.limit)
            let back = max(first, info.offset - min(pages * info.limit, info.offset))
            if case .offset = request.page { return .offset(back, limit: info.limit) }
            return .page(back / info.limit + 1, size: info.limit)
        }
        if secondTimeBefore == nil { missing = received.missing(at: position, request) }
        return position.next
    }
}

extension ContentDecodingError {
    /// Distinguishes an item that does not fit from others.
    fileprivate var walkKey: ExactText { ExactText(id.map { "\(module) \($0)" } ?? description) }
}

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
