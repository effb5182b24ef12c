import QuireCore

/// The loaded positions of a result and the items shown there: a `PageMap` without the items.
struct PageLayout: Sendable {
    struct Page: Sendable {
        var ids: [ItemKey]
        var rejected: [ContentDecodingError]

        var isEmpty: Bool { ids.isEmpty && rejected.isEmpty }
    }

    /// A position that shows nothing.
    struct Hidden: Sendable {
        var id: ItemKey
        /// The page that shows the same item, or `nil` if the item was removed.
        var page: Int?
    }

    let pageSize: Int
    var total: Int?
    /// The pages by number, counted from 1.
    var pages: [Int: Page] = [:]
    /// The position of each shown item.
    var places: [ItemKey: Int] = [:]
    var hidden: [Int: Hidden] = [:]
    var removed: Set<ItemKey> = []
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
