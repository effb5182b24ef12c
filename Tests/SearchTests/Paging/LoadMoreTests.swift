import Quire
import QuireSearch
import SampleModules
import Testing

/// A growing list (A17 to A21, and the defects of its predecessors).
@Suite struct LoadMoreTests {
    private static func loaded(of total: Int = 9) -> MachineScript {
        var script = MachineScript()
        script.edit { $0.pageSize = 2 }
        script.search("a")
        script.response(1, "a", of: total)
        return script
    }

    @Test("Before there are results, nothing is loaded and nothing traps")
    func noResults() {
        var script = MachineScript()
        script.loadMore()
        script.loadPage(1)
        script.shown(0)
        script.shown(ContentID("x"))
        script.retry()
        #expect(script.log.isEmpty)
        script.search("a")
        script.loadMore()
        #expect(script.pending == [1])
        script.fail(1)
        script.loadMore()
        #expect(script.pending.isEmpty)
    }

    @Test("While a newer search is running, no pages are loaded")
    func newerSearch() {
        var script = Self.loaded()
        script.search("b")
        script.loadMore()
        script.shown(1)
        #expect(script.pending == [2])
    }

    @Test("At the end of the results, nothing is loaded")
    func end() {
        var script = Self.loaded(of: 4)
        script.loadMore()
        script.response(2, "a", of: 4)
        #expect(!script.state.hasMore)
        script.loadMore()
        script.loadPage(3)
        #expect(script.pending.isEmpty)
        #expect(script.ids == ["a0", "a1", "a2", "a3"])
    }

    @Test("A page that is being loaded is not requested again")
    func onItsWay() {
        var script = Self.loaded()
        for _ in 0..<5 { script.loadMore() }
        script.loadPage(2)
        #expect(script.pending == [2])
        #expect(script.state.isLoadingMore)
        #expect(script.state.loadingPages == [2])
        #expect(script.state.phase.word == "loaded")
    }

    @Test("A failed page is requested again next: no page is skipped")
    func failed() {
        var script = Self.loaded()
        script.loadMore()
        script.fail(2)
        #expect(script.state.failedPages.keys.sorted() == [2])
        #expect(script.state.phase.word == "loaded")
        #expect(script.ids == ["a0", "a1"])
        script.loadMore()
        #expect(script.sent[3]?.page == 2)
        #expect(script.state.failedPages.isEmpty)
        script.response(3, "a", of: 9)
        script.loadMore()
        #expect(script.sent[4]?.page == 3)
    }

    @Test("A cancelled page can be requested again without a new search")
    func cancelled() {
        var script = Self.loaded()
        script.loadMore()
        script.cancel(2)
        #expect(!script.state.isLoadingMore)
        #expect(script.pending.isEmpty)
        script.loadMore()
        #expect(script.sent[3]?.page == 2)
    }

    @Test("Failed pages are requested again only by retry")
    func retry() {
        var script = Self.loaded()
        script.loadMore()
        script.fail(2)
        script.shown(1)
        script.shown(2)
        #expect(script.pending.compactMap { script.sent[$0]?.page } == [3, 4])
        script.cancelPending()
        script.retry()
        let pages = script.pending.compactMap { script.sent[$0]?.page }
        #expect(pages == [2])
    }

    @Test(
        "The response to a new search ends the pages of the previous search, which never enter the new result"
    )
    func mixing() {
        var script = Self.loaded()
        script.loadMore()
        script.search("b")
        #expect(script.pending == [2, 3])
        script.log = []
        script.response(3, "b", of: 9)
        #expect(script.log == ["cancelled 2 superseded", "delivered 3"])
        script.response(2, "a", of: 9)
        #expect(script.ids == ["b0", "b1"])
        script.loadMore()
        #expect(script.sent[4]?.page == 2)
        #expect(script.sent[4]?.draft.text == "b")
    }

    @Test("A page of the old result that arrives during a newer search is added to the old result")
    func stalePage() {
        var script = Self.loaded()
        script.loadMore()
        script.search("b")
        script.response(2, "a", of: 9)
        #expect(script.ids == ["a0", "a1", "a2", "a3"])
        #expect(script.state.isStale)
        #expect(script.state.number == 1)
    }

    @Test("After a failed search, the old result can load more pages")
    func pagingAfterFailure() {
        var script = Self.loaded()
        script.search("b")
        script.fail(2)
        script.loadMore()
        #expect(script.sent[3]?.draft.text == "a")
        script.response(3, "a", of: 9)
        #expect(script.ids == ["a0", "a1", "a2", "a3"])
    }

    @Test("Pages of one search do not end each other, in any order of arrival")
    func parallelPages() {
        var script = Self.loaded()
        script.loadPage(2)
        script.loadPage(3)
        script.loadPage(4)
        script.response(4, "a", of: 9)
        script.response(2, "a", of: 9)
        script.fail(3)
        #expect(script.ids == ["a0", "a1", "a2", "a3", "a6", "a7"])
        #expect(script.state.pages.loadedPages == [1, 2, 4])
        #expect(script.log.filter { $0.hasPrefix("cancelled") }.isEmpty)
    }

    @Test("Pages do not count towards the limit of running searches")
    func crowd() {
        var script = Self.loaded()
        for page in 2...5 { script.loadPage(page) }
        script.search("b")
        #expect(script.pending == [2, 3, 4, 5, 6])
    }

    @Test("Further pages are requested from the first page's engine, and count no facets")
    func origin() {
        var script = Self.loaded()
        script.search("b")
        var local = MachineScript.response(["l0", "l1"], page: 1, size: 2, 9)
        local.origin = .local
        script.responded(2, local)
        script.loadMore()
        #expect(script.sent[2]?.origin == nil)
        #expect(script.sent[3]?.origin == .local)
        #expect(script.state.origin == .local)
    }

    @Test("Invalid page numbers are ignored", arguments: [0, -1, .min, .max, 6])
    func absurdPages(_ page: Int) {
        var script = Self.loaded()
        script.loadPage(page)
        #expect(script.pending.isEmpty)
    }

    @Test("Extreme sizes, offsets and totals do not trap")
    func absurdNumbers() {
        var script = MachineScript(
            SearchDraft(),
            .init(pacing: .immediate, prefetchDistance: .max, retainedPages: .max))
        for size in [Int.max, 0, -7] {
            script.edit {
                $0.pageSize = size
                $0.firstPage = .max
            }
            let number = script.search("a")
            let response = DraftResponse<Books>(
                items: [], pageInfo: PageInfo(page: .max, limit: size, offset: .max, totalItems: .max))
            script.responded(number, response)
            for index in [Int.min, -1, 0, .max] { script.shown(index) }
            #expect(script.state.pages[.max] == nil)
            #expect(script.state.pages[.min] == nil)
            #expect(!script.state.pages.isHidden(.min))
            #expect(script.state.pages.page(of: .min) == 1)
            script.loadMore()
            script.loadPage(.max)
            script.cancelPending()
        }
    }
}
