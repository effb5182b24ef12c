import BookshopContent
import Quire
import QuireTerminal
import Testing
import TransportDoubles

@testable import Bookshop

@Suite("Keys on the screen of browse")
struct BrowserTests {
    /// Presses keys in order, and returns the requested actions.
    private func press(_ keys: Key..., on browser: inout Browser) -> [Browser.Action] {
        keys.flatMap { browser.handle($0) }
    }

    @Test("Every change of the text starts a search; other keys do not")
    func typing() {
        var browser = SampleSearch.browser()
        #expect(press(.text("w"), .text("a"), on: &browser) == [.type("w"), .type("wa")])
        #expect(press(.control("a"), .backspace, .control("k"), on: &browser) == [.type("")])
        #expect(press(.backspace, .delete, .control("w"), .control("u"), on: &browser) == [])
        #expect(
            press(.paste("war and peace"), .control("w"), on: &browser) == [
                .type("war and peace"), .type("war and "),
            ])
        // A combining mark changes the text, although both count as one character.
        #expect(press(.control("u"), .text("e"), .text("\u{301}"), on: &browser).count == 3)
    }

    @Test("Up and down move the selection within the results and turn pages")
    func selecting() {
        // 26 rows of body, two lines each: 13 books a page.
        var browser = SampleSearch.browser()
        #expect(browser.visibleRange == 0..<13 && browser.page == 1 && browser.pages == 4)
        #expect(press(.up, on: &browser) == [] && browser.selected == 0)
        for _ in 0..<12 { #expect(press(.down, on: &browser) == []) }
        #expect(press(.down, on: &browser) == [.see(13..<26)])
        #expect(browser.selected == 13 && browser.page == 2)
        #expect(press(.end, on: &browser) == [.see(39..<40)] && browser.selected == 39)
        #expect(press(.down, on: &browser) == [] && browser.selected == 39)
        #expect(press(.home, on: &browser) == [.see(0..<13)])
    }

    @Test("Left, right and the page keys turn pages")
    func paging() {
        var browser = SampleSearch.browser()
        #expect(press(.right, on: &browser) == [.see(13..<26)])
        #expect(press(.pageDown, on: &browser) == [.see(26..<39)])
        #expect(press(.right, .right, on: &browser) == [.see(39..<40)])
        #expect(press(.left, on: &browser) == [.see(26..<39)])
        #expect(press(.pageUp, .left, .left, on: &browser) == [.see(13..<26), .see(0..<13)])
        #expect(browser.selected == 0)
    }

    @Test("A new search resets the selection; more results of the same search keep it")
    func selection() {
        var browser = SampleSearch.browser(SampleSearch.books(40, loaded: 20))
        _ = press(.right, .down, on: &browser)
        #expect(browser.selected == 14)
        #expect(browser.show(SampleSearch.books(40)) == [.see(13..<26)])
        #expect(browser.selected == 14)
        #expect(browser.show(SampleSearch.books(5)) == [.see(0..<5)])
        #expect(browser.selected == 4, "fewer than before")
        _ = browser.show(SampleSearch.books(40, number: 2))
        #expect(browser.selected == 0)
        #expect(browser.show(SampleSearch.books(0, number: 3)) == [])
    }

    @Test("Tab switches to the facets and back; arrows select values, and Enter chooses one")
    func facets() {
        var search = SampleSearch.books(40)
        search.facets = SampleSearch.facets
        var browser = SampleSearch.browser(search)
        _ = press(.tab, on: &browser)
        #expect(browser.pane == .facets)
        #expect(press(.enter, on: &browser) == [.toggle(.language(.english))])
        #expect(press(.down, .enter, on: &browser) == [.toggle(.language(.french))])
        #expect(press(.right, .enter, on: &browser) == [.toggle(.genre(.fantasy))])
        #expect(press(.end, .enter, on: &browser) == [.toggle(.genre(.crime))])
        #expect(press(.left, .left, .enter, on: &browser) == [.toggle(.language(.english))])
        #expect(press(.up, .enter, on: &browser) == [.toggle(.language(.english))])
        #expect(press(.text("x"), on: &browser) == [.type("x")], "typing goes to the field from everywhere")
        #expect(press(.control("x"), on: &browser) == [.clearFacets])
        _ = press(.backTab, on: &browser)
        #expect(browser.pane == .results)
    }

    @Test(
        "The selected value stays selected when the list is reordered; if it disappears, its neighbor is selected"
    )
    func movedValues() {
        var search = SampleSearch.books(40)
        search.facets = SampleSearch.facets
        var browser = SampleSearch.browser(search)
        _ = press(.tab, .down, on: &browser)
        search.facets[0].entries.reverse()
        _ = browser.show(search)
        #expect(browser.facetIndex == 0 && press(.enter, on: &browser) == [.toggle(.language(.french))])
        search.facets.removeFirst()
        _ = browser.show(search)
        #expect(press(.enter, on: &browser) == [.toggle(.genre(.fantasy))])
        search.facets = []
        _ = browser.show(search)
        _ = press(.enter, on: &browser)
        #expect(browser.pane == .results, "no value is left to select")
    }

    @Test("Without facets, Tab does nothing")
    func noFacets() {
        var browser = SampleSearch.browser()
        #expect(press(.tab, .control("x"), on: &browser) == [.see(0..<13)] && browser.pane == .results)
    }

    @Test(
        "Enter opens the selected book; its page scrolls within itself, and Escape closes it without leaving")
    func opening() {
        var browser = SampleSearch.browser()
        #expect(press(.down, .enter, on: &browser) == [.open("Book 1")])
        let details = (0..<60).compactMap { Detail("Line \($0)", "text") }
        browser.show(.loaded([.init(heading: "Another", details: details)]), of: "Book 7")
        #expect(browser.book?.content == .loading, "that was another book")
        browser.show(.loaded([.init(heading: "Book 1", details: details)]), of: "Book 1")
        #expect(press(.down, .pageDown, .up, on: &browser) == [] && browser.book?.scrolled == 25)
        _ = press(.end, .pageDown, on: &browser)
        #expect(browser.book?.scrolled == browser.bookLines.count - browser.bookRows.count)
        _ = press(.home, .up, on: &browser)
        #expect(browser.book?.scrolled == 0)
        #expect(press(.text("x"), on: &browser) == [] && browser.line.text == "")
        #expect(press(.escape, on: &browser) == [] && browser.book == nil && browser.selected == 1)
        #expect(press(.escape, on: &browser) == [.leave])
    }

    @Test("Enter on a result that is not loaded searches immediately")
    func enterOnNothing() {
        var browser = SampleSearch.browser(SampleSearch.books(0))
        #expect(press(.enter, on: &browser) == [.submit])
    }

    @Test("Ctrl-C and Ctrl-D always quit; Ctrl-Z suspends the program")
    func leaving() {
        var browser = SampleSearch.browser()
        #expect(
            press(.control("c"), .control("d"), .control("z"), on: &browser) == [.leave, .leave, .suspend])
        #expect(press(.enter, .control("c"), on: &browser) == [.open("Book 0"), .leave])
    }

    @Test("Earlier searches can be recalled, and the typed text is kept")
    func recalling() {
        var browser = SampleSearch.browser(text: "wh")
        #expect(press(.control("p"), .control("n"), on: &browser) == [], "there are none")
        browser.history = ["whale", "war", "peace"]
        #expect(
            press(.control("p"), on: &browser) == [.type("whale"), .submit] && browser.line.text == "whale")
        _ = press(.control("p"), .control("p"), on: &browser)
        #expect(browser.line.text == "peace" && press(.control("p"), on: &browser) == [], "there are no more")
        _ = press(.control("n"), .control("n"), on: &browser)
        #expect(browser.line.text == "whale")
        #expect(press(.control("n"), on: &browser) == [.type("wh"), .submit] && browser.line.text == "wh")
        #expect(press(.control("n"), on: &browser) == [])
        _ = press(.control("p"), .text("s"), .control("p"), on: &browser)
        #expect(browser.line.text == "whale", "it starts over after typing")
        #expect(
            press(.control("p"), on: &browser).first == .type("war"), "the current text is not a step")
    }

    @Test("A key accepts the suggested correction if there is one")
    func meant() {
        var search = SampleSearch.books(0)
        var browser = SampleSearch.browser(search, text: "solinjer")
        #expect(press(.control("y"), on: &browser) == [])
        search.meant = "salinger"
        _ = browser.show(search)
        #expect(press(.control("y"), on: &browser) == [.type("salinger"), .submit])
        #expect(browser.line == EditedLine("salinger"))
    }

    @Test("The sort order cycles; without words, the best match means sorting by title")
    func order() {
        var browser = SampleSearch.browser()
        let keys = Array(repeating: Key.control("s"), count: BookOrder.allCases.count)
        #expect(
            keys.flatMap { browser.handle($0) } == [
                .order(.title), .order(.newest), .order(.rating), .order(.relevance),
            ])
        var engine = EngineCapabilities(
            name: "test", operations: [], sortsByValue: true, supportsNullOrdering: true,
            supportsCursors: false,
            countsTotal: true,
            fullText: true, facets: true, includes: false)
        let titles = BookOrder.title.keys(text: "war", on: engine)
        #expect(BookOrder.relevance.keys(text: "war", on: engine).isEmpty)
        #expect(BookOrder.relevance.keys(text: " - ", on: engine) == titles)
        #expect(BookOrder.newest.keys(text: "war", on: engine).first?.nulls == .last)
        engine.supportsNullOrdering = false
        engine.fullText = false
        #expect(BookOrder.newest.keys(text: "war", on: engine).allSatisfy { $0.nulls == nil })
        #expect(BookOrder.relevance.keys(text: "war", on: engine) == titles)
    }

    @Test(
        "Random keys, sizes and results: the selection is always within, and the screen can always be drawn")
    func random() {
        var generator = SeededGenerator(seed: 606)
        let keys: [Key] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab, .escape,
            .text("é"), .text("日"), .paste("war  and"), .backspace, .delete, .control("a"), .control("k"),
            .control("s"), .control("x"), .control("r"), .control("w"), .control("p"), .control("n"),
            .control("y"), .control("e"), .text("/"),
        ]
        var browser = SampleSearch.browser()
        browser.history = ["whale", "日本", "war"]
        for number in 0..<2_000 {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0:
                _ = browser.resize(
                    ScreenSize(
                        columns: .random(in: 0...120, using: &generator),
                        rows: .random(in: 0...40, using: &generator)))
            case 1:
                let total = Int.random(in: 0...60, using: &generator)
                var search = SampleSearch.books(
                    total, loaded: .random(in: 0...total, using: &generator), number: number / 40)
                if Bool.random(using: &generator) { search.facets = SampleSearch.facets }
                if Bool.random(using: &generator) { search.failure = "The engine is away." }
                _ = browser.show(search)
            case 3:
                browser.show(
                    SampleSearch.suggestions(browser.line.text, browser.line.text + "日本 and more"))
                guard let search = browser.valueSearch else { break }
                let entries = SampleSearch.facets.flatMap(\.entries)
                let found: [ValueSearch.Found] = [
                    .pending, .failed("The engine is away."), .values([]), .values(entries),
                ]
                browser.show(
                    found.randomElement(using: &generator) ?? .pending, of: search.facet,
                    matching: search.line.text)
            case 2:
                let details = [Detail("Note", String(repeating: "日本 word ", count: 30))].compactMap(\.self)
                browser.show(.loaded([.init(heading: "Book", details: details)]), of: browser.book?.id ?? "")
            default: _ = browser.handle(keys.randomElement(using: &generator) ?? .up)
            }
            #expect(browser.selected >= 0 && browser.selected < max(1, browser.search.count))
            #expect(browser.search.count == 0 || browser.visibleRange.contains(browser.selected))
            let frame = browser.frame()
            #expect(frame.lines.allSatisfy { DisplayWidth.of($0) <= browser.size.columns })
            if let cursor = frame.cursor {
                #expect(cursor.column < browser.size.columns && cursor.row < browser.size.rows)
            }
        }
    }
}
