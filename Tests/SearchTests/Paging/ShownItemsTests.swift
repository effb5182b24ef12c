import Quire
import QuireSearch
import SampleModules
import Testing
import TransportDoubles

/// Pages that are loaded when their items are on screen, and evicted when they are far away.
@Suite struct ShownItemsTests {
    private static func script(
        of total: Int, size: Int = 10, distance: Int = 5, retained: Int? = 3
    ) -> MachineScript {
        var script = MachineScript(
            SearchDraft(),
            .init(pacing: .immediate, prefetchDistance: distance, retainedPages: retained))
        script.edit { $0.pageSize = size }
        script.search("a")
        script.response(1, "a", of: total)
        return script
    }

    private static func pages(_ script: MachineScript) -> [Int] {
        script.pending.compactMap { script.sent[$0]?.page }.sorted()
    }

    @Test(
        "Showing an item loads the pages within the distance around it",
        arguments: [
            (0, []), (4, []), (5, [2]), (14, [2]), (15, [2, 3]), (25, [3, 4]), (95, [10]), (50, [5, 6]),
        ] as [(Int, [Int])])
    func around(_ index: Int, _ pages: [Int]) {
        var script = Self.script(of: 96)
        script.shown(index)
        #expect(Self.pages(script) == pages)
    }

    @Test("The distance is clamped to the result", arguments: [-5, 0, 11, 12, 5_000])
    func clipped(_ index: Int) {
        var script = Self.script(of: 12)
        script.shown(index)
        #expect(Self.pages(script) == (index <= 0 ? [] : [2]))
    }

    @Test("Without a known total, only the page after the last loaded one is requested")
    func unknownTotal() {
        var script = MachineScript(SearchDraft(), .init(pacing: .immediate, prefetchDistance: 50))
        script.edit { $0.pageSize = 10 }
        script.search("a")
        script.response(1, (0..<10).map { "a\($0)" }, total: nil)
        script.shown(9)
        script.shown(9_000)
        #expect(Self.pages(script) == [2])
        script.response(2, ["a10"], total: nil)
        script.shown(10)
        #expect(Self.pages(script).isEmpty)
    }

    @Test("Reporting visible rows again requests nothing twice")
    func repeated() {
        var script = Self.script(of: 96)
        for _ in 0..<10 { for index in 0..<10 { script.shown(index) } }
        #expect(Self.pages(script) == [2])
        script.response(2, "a", of: 96)
        #expect(Self.pages(script).isEmpty)
    }

    /// The list that broke its predecessors: it reports every visible row on every change.
    @Test(
        "A list that reports all its rows on every change settles",
        arguments: [
            (1, 5, 40, 0), (2, 5, 20, 1), (2, 5, 120, 3), (3, 10, 180, 0), (20, 5, 25, 3), (20, 100, 30, 1),
            (1, 60, 10, 0),
        ])
    func redrawing(_ size: Int, _ distance: Int, _ visible: Int, _ retained: Int) {
        var script = Self.script(of: 1_000, size: size, distance: distance, retained: retained)
        var random = SeededGenerator(seed: Seed.current)
        for first in [0, 300, 960, 0] {
            let rows = first..<min(first + visible, 1_000)
            var drawn = -1
            var draws = 0
            while drawn != script.states, draws < 600 {
                drawn = script.states
                draws += 1
                for row in rows { script.shown(row) }
                if let number = script.pending.randomElement(using: &random) {
                    script.response(number, "a", of: 1_000)
                }
            }
            #expect(draws < 600, "rows \(rows) were drawn endlessly, seed \(Seed.current)")
            #expect(script.pending.isEmpty)
            #expect(rows.allSatisfy { script.state.pages[$0] != nil })
        }
        let asked = script.sent.count
        for row in 0..<min(visible, 1_000) { script.shown(row) }
        #expect(script.sent.count == asked)
    }

    @Test("A list whose pages all fail settles too")
    func failing() {
        var script = Self.script(of: 1_000, size: 2)
        for _ in 0..<50 {
            for row in 0..<20 { script.shown(row) }
            for number in script.pending { script.fail(number) }
        }
        // Rows 0 to 19 and five more: pages 2 to 13, each once.
        #expect(script.sent.count == 13)
        script.retry()
        #expect(Self.pages(script) == Array(2...13))
    }

    @Test("Pages far from the visible rows are evicted, read as nil, and are reloaded when shown")
    func eviction() {
        var script = Self.script(of: 1_000, size: 50, distance: 0, retained: 1)
        for page in 2...6 {
            script.shown((page - 1) * 50)
            script.response(script.lastNumber, "a", of: 1_000)
        }
        // The last two visible pages, 6 and 5, and one more on each side.
        #expect(script.state.pages.loadedPages == [4, 5, 6])
        #expect(script.state.pages[0] == nil)
        #expect(!script.state.pages.isHidden(0))
        #expect(script.state.pages[250]?.id.rawValue == "a250")
        #expect(script.state.pages.count == 1_000)
        script.shown(0)
        #expect(Self.pages(script) == [1])
        script.response(script.lastNumber, "a", of: 1_000)
        #expect(script.state.pages[0]?.id.rawValue == "a0")
    }

    @Test("Fifty items on each side stay loaded, however few pages are retained")
    func leastRetained() {
        var script = Self.script(of: 1_000, size: 2, distance: 0, retained: 0)
        for page in 2...60 {
            script.shown((page - 1) * 2)
            script.response(script.lastNumber, "a", of: 1_000)
        }
        let loaded = script.state.pages.loadedPages
        #expect(loaded == Array(34...60))
    }

    @Test(
        "Nothing is evicted if all pages are kept, if the list grows with loadMore, or if it reports item ids"
    )
    func kept() {
        var all = Self.script(of: 1_000, size: 50, retained: nil)
        var growing = Self.script(of: 1_000, size: 50, retained: 0)
        var byID = Self.script(of: 1_000, size: 50, retained: 0)
        growing.loadMore()
        growing.response(growing.lastNumber, "a", of: 1_000)
        for page in 1...9 {
            all.shown(page * 50 - 1)
            growing.shown(page * 50 - 1)
            byID.shown(ContentID("a\(page * 50 - 1)"))
            for number in all.pending { all.response(number, "a", of: 1_000) }
            for number in growing.pending { growing.response(number, "a", of: 1_000) }
            for number in byID.pending { byID.response(number, "a", of: 1_000) }
        }
        for script in [all, growing, byID] { #expect(script.state.pages.loadedPages == Array(1...10)) }
    }

    @Test("A page requested by number stays, even if it is far from the visible rows")
    func jump() {
        var script = Self.script(of: 1_000, size: 50, retained: 1)
        script.shown(0)
        script.loadPage(15)
        script.response(script.lastNumber, "a", of: 1_000)
        #expect(script.state.pages.loadedPages == [1, 15])
        script.loadMore()
        #expect(Self.pages(script) == [16])
    }

    @Test("Rows shown during a search that then fails are loaded after it")
    func afterFailure() {
        var script = Self.script(of: 96)
        script.search("b")
        script.shown(55)
        #expect(Self.pages(script) == [1])
        script.fail(2)
        #expect(Self.pages(script) == [6])
        script.search("c")
        script.shown(75)
        script.cancel(script.lastNumber)
        #expect(Self.pages(script) == [6, 8])
    }

    @Test("A removed item stays hidden in later searches, until the session is reset")
    func removed() {
        var script = Self.script(of: 3)
        script.remove(ExactText("a1"))
        #expect(script.ids == ["a0", "a2"])
        script.search("again")
        script.response(2, "a", of: 3)
        #expect(script.ids == ["a0", "a2"])
        script.reset()
        script.search("again")
        script.response(3, "a", of: 3)
        #expect(script.ids == ["a0", "a1", "a2"])
    }
}
