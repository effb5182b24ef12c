import QuireCore

extension SessionMachine {
    /// Loads the page after the last one that is loaded. Nothing before there are results, while a newer search is
    /// under way, at the end, and while that page is on its way.
    mutating func loadMore() {
        guard let results, isOpen(results), let highest = results.pages.highest else { return }
        self.results?.keepsAll = true
        guard results.pages.hasMore else { return }
        load(highest + 1)
    }

    /// Loads a page, with the same guards.
    mutating func loadPage(_ page: Int) {
        guard let results, isOpen(results), page >= 1, page <= results.pages.lastPage ?? PageLayout.bound
        else { return }
        self.results?.shown.insert(page)
        load(page)
    }

    /// A place of the result is on the screen: loads the pages around it that are not there yet.
    ///
    /// A page that failed is left to `retry()`: the screen shows the failure, and would ask for it again for ever.
    mutating func shown(_ index: Int) {
        guard let results, !results.pages.isEmpty else { return }
        let index = min(max(0, index), results.pages.count - 1)
        self.results?.shown.insert(results.pages.page(of: index))
        loadPages(around: index)
    }

    /// An item of the list is on the screen: the same, but nothing is ever evicted.
    mutating func shown(_ id: ContentID<Module>) {
        guard let index = results?.pages.index(of: id) else { return }
        results?.keepsAll = true
        loadPages(around: index)
    }

    /// Loads what was asked for by showing it while a search was under way that has brought nothing.
    mutating func loadShownPages() {
        guard let results, isOpen(results) else { return }
        for page in results.shown.union(results.shownBefore).sorted() {
            guard page <= farthest(results.pages), results.failedPages[page] == nil else { continue }
            load(page)
        }
    }

    /// Takes pages out that are far from what was looked at lately, but for one.
    ///
    /// Only when a page arrives: then a list draws itself anew and tells of its rows again, and what it shows must
    /// not be taken from it, however few pages are to be retained.
    mutating func evict(keeping kept: Int) {
        guard let results else { return }
        let looked = results.shown.union(results.shownBefore)
        if !results.shown.isEmpty {
            self.results?.shownBefore = results.shown
            self.results?.shown = []
        }
        guard let retained = options.retainedPages, !results.keepsAll, !looked.isEmpty else { return }
        // What was loaded ahead must not be taken out again before it is shown.
        let least = max(Self.leastRetainedItems, distance)
        let reach = max(retained, (least - 1) / results.pages.pageSize + 1)
        let far = results.pages.loadedPages.filter { page in
            page != kept && looked.allSatisfy { abs($0 - page) > reach }
        }
        self.results?.pages.evict(far)
    }

    /// Around what is shown no fewer items than this are retained on each side: rows that are on the screen together
    /// must be retained together.
    static var leastRetainedItems: Int { 50 }

    /// Whether pages can be loaded: no newer search is under way, and the source has not changed.
    func isOpen(_ results: Results) -> Bool { !isSearching && results.source == source }

    /// Sends the request for a page, unless it is there or on its way.
    mutating func load(_ page: Int) {
        guard let results, !results.pages.isLoaded(page), !loadingPages.contains(page)
        else { return }
        self.results?.failedPages[page] = nil
        var draft = results.request.draft
        // A server that caps pages numbers them in its own size.
        let size = results.pages.pageSize
        if draft.value.pageSize != size, !draft.value.loadsEverything { draft.value.pageSize = size }
        start(
            Request(
                number: nextNumber(), search: results.request.number, page: page,
                draft: draft, tag: results.request.tag,
                isTyped: results.request.isTyped, origin: results.answer.origin))
    }

    private var distance: Int { min(max(0, options.prefetchDistance), 1_000) }

    private mutating func loadPages(around index: Int) {
        guard let results, isOpen(results) else { return }
        let pages = results.pages
        let last = min(pages.page(of: index + distance), farthest(pages))
        let first = min(pages.page(of: index - distance), last)
        for page in first...last where results.failedPages[page] == nil { load(page) }
    }

    /// The last page that makes sense to ask for: where the end is not known, the one after the last that is loaded.
    private func farthest(_ pages: PageMap<Module>) -> Int {
        let highest = pages.highest ?? 1
        return max(1, pages.lastPage ?? (highest < PageLayout.bound ? highest + 1 : highest))
    }
}
