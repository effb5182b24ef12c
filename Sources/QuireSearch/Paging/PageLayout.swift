import QuireCore
import QuireText

/// The loaded positions of a result and the items shown there: a `PageMap` without the items.
struct PageLayout: Sendable {
    struct Page: Sendable {
        var ids: [ExactText]
        var rejected: [ContentDecodingError]

        var isEmpty: Bool { ids.isEmpty && rejected.isEmpty }
    }

    /// A position that shows nothing.
    struct Hidden: Sendable {
        var id: ExactText
        /// The page that shows the same item, or `nil` if the item was removed.
        var page: Int?
    }

    let pageSize: Int
    var total: Int?
    /// The pages by number, counted from 1.
    var pages: [Int: Page] = [:]
    /// The position of each shown item.
    var places: [ExactText: Int] = [:]
    var hidden: [Int: Hidden] = [:]
    var removed: Set<ExactText> = []
    /// The last page, if a short or empty page has revealed it.
    var end: Int?

    /// The number of pages that the server reports, if it differs from the one computed from the total.
    var reportedPages: Int?

    init(pageSize: Int) { self.pageSize = min(max(1, pageSize), Self.bound) }

    /// The upper limit of page numbers and sizes, so that products cannot overflow.
    static let bound = Int(Int32.max)

    /// The last page of the result, counted from 1. 0 for an empty result, `nil` if unknown.
    var lastPage: Int? {
        var counted = total.map { $0 <= 0 ? 0 : ($0 - 1) / pageSize + 1 }
        if let reportedPages { counted = min(max(counted ?? 0, reportedPages), Self.bound) }
        guard let counted, let end else { return counted ?? end }
        return min(counted, end)
    }

    /// The last loaded page.
    var highest: Int? { pages.keys.max() }

    var loadedPages: [Int] { pages.keys.sorted() }

    /// The invalid items of all loaded pages.
    var rejected: [ContentDecodingError] { loadedPages.flatMap { pages[$0]?.rejected ?? [] } }

    /// The number of positions: the total if it is known, otherwise the end of the loaded pages.
    var count: Int {
        var end = total ?? 0
        if let lastPage { end = min(end, lastPage * pageSize) }
        if let last = pages.filter({ !$0.value.isEmpty }).max(by: { $0.key < $1.key }) {
            end = max(end, firstIndex(of: last.key) + last.value.ids.count + last.value.rejected.count)
        }
        return max(0, end)
    }

    func page(of index: Int) -> Int { min(max(0, index), .max - 1) / pageSize + 1 }

    func firstIndex(of page: Int) -> Int { (page - 1) * pageSize }

    /// Whether all items of a page are shown.
    func showsAll(of page: Int) -> Bool {
        guard !hidden.isEmpty, let count = pages[page]?.ids.count else { return true }
        let first = firstIndex(of: page)
        return (first..<first + count).allSatisfy { hidden[$0] == nil }
    }
}

extension PageLayout {
    /// Inserts or replaces a page. An item that is already shown elsewhere is hidden here.
    ///
    /// - Parameter received: The number of received items, including invalid ones and those beyond the page.
    /// - Returns: Whether the page's items can be appended to the list of all items.
    mutating func insert(
        _ number: Int, _ ids: [ExactText], rejected: [ContentDecodingError], received: Int,
        info: PageInfo
    ) -> Bool {
        let isNew = pages[number] == nil
        take(number)
        let isLast = pages.keys.allSatisfy { $0 < number }
        pages[number] = Page(ids: ids, rejected: rejected)
        places.reserveCapacity(places.count + ids.count)
        let first = firstIndex(of: number)
        var hasNews = false
        for (offset, id) in ids.enumerated() {
            let index = first + offset
            if removed.contains(id) {
                hidden[index] = Hidden(id: id, page: nil)
            } else if let place = places[id] {
                hidden[index] = Hidden(id: id, page: page(of: place))
            } else {
                places[id] = index
                hasNews = true
            }
        }
        learn(number, received: received, hasNews: hasNews, info)
        let isRevealing = reveal(of: number)
        return isNew && isLast && !isRevealing
    }

    /// Removes a page. Items that it hides elsewhere stay hidden, so that an eviction never makes items appear.
    mutating func take(_ number: Int) {
        guard let page = pages.removeValue(forKey: number) else { return }
        let first = firstIndex(of: number)
        for (offset, id) in page.ids.enumerated() where hidden.removeValue(forKey: first + offset) == nil {
            places[id] = nil
        }
    }

    /// Hides an item, on this and later pages. Returns whether it was shown.
    mutating func remove(_ id: ExactText) -> Bool {
        removed.insert(id)
        guard let index = places.removeValue(forKey: id) else { return false }
        hidden[index] = Hidden(id: id, page: nil)
        return true
    }

    /// Shows a removed item again. Returns whether it is on a loaded page.
    mutating func restore(_ id: ExactText) -> Bool {
        removed.remove(id)
        let all = hidden.filter { $0.value.page == nil && $0.value.id == id }.keys.sorted()
        for index in all {
            if let place = places[id] {
                hidden[index] = Hidden(id: id, page: page(of: place))
            } else {
                hidden[index] = nil
                places[id] = index
            }
        }
        return !all.isEmpty
    }

    /// Shows items that were hidden because of a page that no longer has them. Returns whether there were any.
    private mutating func reveal(of number: Int) -> Bool {
        var isAny = false
        for (index, place) in hidden.sorted(by: { $0.key < $1.key }) where place.page == number {
            if let itemPlace = places[place.id] {
                let page = page(of: itemPlace)
                hidden[index]?.page = page
            } else {
                hidden[index] = nil
                places[place.id] = index
                isAny = true
            }
        }
        return isAny
    }

    /// Learns the end of the result from a page. Without a total or a number of pages, a short page is the last one.
    /// So is a page without new items, as sent by a server that ignores the page number.
    private mutating func learn(_ number: Int, received: Int, hasNews: Bool, _ info: PageInfo) {
        if let total = info.totalItems { self.total = min(max(0, total), Int.max / 4) }
        reportedPages = info.reportedPages
        if received > 0, total == nil, info.isLast || info.totalPages != nil {
            end = info.isLast ? number : nil
        } else if received == 0 {
            end = min(end ?? .max, number - 1)
        } else if self.total == nil, received < pageSize || (!hasNews && pages.count > 1) {
            end = number
        } else if let end, number >= end {
            self.end = nil
        }
    }
}
