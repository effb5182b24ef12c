import QuireCore

extension SessionMachine {
    /// Loads the next page. Does nothing before the first results, while a newer search is in flight, at the end, and
    /// while the page is being loaded.
    mutating func loadMore() {
        guard let results, isOpen(results), let highest = results.pages.highest else { return }
        self.results?.keepsAll = true
        guard results.pages.hasMore else { return }
        load(highest + 1)
    }

    /// Loads a page, under the same conditions.
    mutating func loadPage(_ page: Int) {
        guard let results, isOpen(results), page >= 1, page <= results.pages.lastPage ?? PageLayout.bound
        else { return }
        self.results?.visiblePages.insert(page)
        load(page)
    }

    /// Handles a visible position: loads the pages around it that are missing.
    ///
    /// A failed page waits for `retry()`. Otherwise, the screen, which shows the failure, would request it endlessly.
    mutating func shown(_ index: Int) {
        guard let results, !results.pages.isEmpty else { return }
        let index = min(max(0, index), results.pages.count - 1)
        self.results?.visiblePages.insert(results.pages.page(of: index))
        loadPages(around: index)
    }

    /// Handles a visible item of the list. Nothing is evicted.
    mutating func shown(_ id: ContentID<Module>) {
        guard let index = results?.pages.index(of: id) else { return }
        results?.keepsAll = true
        loadPages(around: index)
    }

    /// Loads pages that became visible while a search was in flight that brought no results.
    mutating func loadShownPages() {
        guard let results, isOpen(results) else { return }
        for page in results.visiblePages.union(results.visiblePagesBefore).sorted() {
            guard page <= farthest(results.pages), results.failedPages[page] == nil else { continue }
            load(page)
        }
    }

    /// Evicts pages that are far from the recently visible ones, except one.
    ///
    /// Runs only when a page arrives. A list then redraws and reports its rows again, and its visible rows must
    /// not be evicted, however few pages are retained.
    mutating func evict(keeping number: Int) {
        guard let results else { return }
        let looked = results.visiblePages.union(results.visiblePagesBefore)
        if !results.visiblePages.isEmpty {
            self.results?.visiblePagesBefore = results.visiblePages
            self.results?.visiblePages = []
        }
        guard let retained = options.retainedPages, !results.keepsAll, !looked.isEmpty else { return }
        // Prefetched pages must not be evicted before they are shown.
        let least = max(Self.leastRetainedItems, distance)
        let reach = max(retained, (least - 1) / results.pages.pageSize + 1)
        let far = results.pages.loadedPages.filter { page in
            page != number && looked.allSatisfy { abs($0 - page) > reach }
        }
        self.results?.pages.evict(far)
    }

    /// The minimum number of items to retain on each side of the visible ones, so that rows on the same screen are
    /// retained together.
    static var leastRetainedItems: Int { 50 }

    /// Whether pages can be loaded: no newer search is in flight, and the source has not changed.
    func isOpen(_ results: Results) -> Bool { !isSearching && results.source == source }

    /// Requests a page, unless it is loaded or in flight.
    mutating func load(_ page: Int) {
        guard let results, !results.pages.isLoaded(page), !loadingPages.contains(page)
        else { return }
        self.results?.failedPages[page] = nil
        var draft = results.request.draft
        // A server that caps pages numbers them by its own page size.
        let size = results.pages.pageSize
        if draft.value.pageSize != size, !draft.value.loadsEverything { draft.value.pageSize = size }
        start(
            Request(
                number: nextNumber(), search: results.request.number, page: page,
                draft: draft, tag: results.request.tag,
                isTyped: results.request.isTyped, origin: results.response.origin))
    }

    private var distance: Int { min(max(0, options.prefetchDistance), 1_000) }

    private mutating func loadPages(around index: Int) {
        guard let results, isOpen(results) else { return }
        let pages = results.pages
        let last = min(pages.page(of: index + distance), farthest(pages))
        let first = min(pages.page(of: index - distance), last)
        for page in first...last where results.failedPages[page] == nil { load(page) }
    }

    /// The last page that can be requested. If the end is unknown, the page after the last loaded one.
    private func farthest(_ pages: PageMap<Module>) -> Int {
        let highest = pages.highest ?? 1
        return max(1, pages.lastPage ?? (highest < PageLayout.bound ? highest + 1 : highest))
    }
}
