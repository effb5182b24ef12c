import QuireCore

/// Which places of a result are loaded, and which of them show which item: all of a `PageMap` but the items.
struct PageLayout: Sendable {
    struct Page: Sendable {
        var ids: [ItemKey]
        var rejected: [ContentDecodingError]

        var isEmpty: Bool { ids.isEmpty && rejected.isEmpty }
    }

    /// A place that shows nothing.
    struct Hidden: Sendable {
        var id: ItemKey
        /// The page that shows the same item; `nil` where the item was removed.
        var page: Int?
    }

    let pageSize: Int
    var total: Int?
    /// By number, counted from 1.
    var pages: [Int: Page] = [:]
    /// Where each item is shown.
    var places: [ItemKey: Int] = [:]
    var hidden: [Int: Hidden] = [:]
    var removed: Set<ItemKey> = []
    /// The last page, where a short or an empty one has shown it.
    var end: Int?

    /// The number of pages that the server reports, where its total gives another one.
    var reportedPages: Int?

    init(pageSize: Int) { self.pageSize = min(max(1, pageSize), Self.bound) }

    /// Page numbers and sizes above this are cut, so that no product of them overflows.
    static let bound = Int(Int32.max)

    /// The last page of the result, counted from 1; 0 for an empty result, `nil` where it is not known.
    var lastPage: Int? {
        var counted = total.map { $0 <= 0 ? 0 : ($0 - 1) / pageSize + 1 }
        if let reportedPages { counted = min(max(counted ?? 0, reportedPages), Self.bound) }
        guard let counted, let end else { return counted ?? end }
        return min(counted, end)
    }

    /// The last page that is loaded.
    var highest: Int? { pages.keys.max() }

    var loadedPages: [Int] { pages.keys.sorted() }

    /// Items that could not be read, of all pages that are loaded.
    var rejected: [ContentDecodingError] { loadedPages.flatMap { pages[$0]?.rejected ?? [] } }

    /// The number of places: the total where it is known, else the end of what is loaded.
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

    /// Whether every item of a page is shown.
    func showsAll(of page: Int) -> Bool {
        guard !hidden.isEmpty, let count = pages[page]?.ids.count else { return true }
        let first = firstIndex(of: page)
        return (first..<first + count).allSatisfy { hidden[$0] == nil }
    }
}
