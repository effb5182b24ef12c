import BookshopContent
import Quire
import QuireSearch
import QuireTerminal
import Testing

@testable import Bookshop

@Suite("Completions and the search in facet values on the screen of browse")
struct CompletingTests {
    private func firstLine(_ browser: Browser) -> String { browser.frame().lines[0] }

    @Test("The first suggestion that continues the text is shown dimmed, and ^E or ^F accepts it")
    func completion() {
        for key in [Key.control("e"), .control("f")] {
            var browser = SampleSearch.browser(text: "mob")
            browser.show(SampleSearch.suggestions("mob", "A Mobile Life", "Moby Dick", "Mobs"))
            let frame = browser.frame()
            #expect(frame.lines[0] == " Search  moby Dick")
            #expect(frame.text(row: 0, where: \.isDim) == "y Dick")
            #expect(frame.cursor == .init(column: 12, row: 0))
            #expect(frame.lines.last?.hasPrefix(" ^E complete") == true)
            #expect(browser.handle(key) == [.type("Moby Dick"), .submit])
            #expect(browser.line == EditedLine("Moby Dick"))
            #expect(firstLine(browser) == " Search  Moby Dick")
        }
    }

    @Test("Nothing is suggested for outdated text, inside the text, or without a matching suggestion")
    func noCompletion() {
        var browser = SampleSearch.browser(text: "mob")
        browser.show(SampleSearch.suggestions("mo", "Moby Dick"))
        #expect(firstLine(browser) == " Search  mob")
        browser.show(SampleSearch.suggestions("mob", "A Mobile Life"))
        #expect(firstLine(browser) == " Search  mob")
        browser.show(SampleSearch.suggestions("mob", "Moby Dick"))
        _ = browser.handle(.control("b"))
        #expect(firstLine(browser) == " Search  mob")
        #expect(browser.handle(.control("e")) == [], "it moves the cursor")
        #expect(firstLine(browser) == " Search  moby Dick")
        #expect(browser.handle(.text("x")) == [.type("mobx")])
        #expect(firstLine(browser) == " Search  mobx")
        browser = SampleSearch.browser(text: "dick mo")
        browser.show(SampleSearch.suggestions("dick mo", "Moby Dick", "Dick Moby"))
        #expect(firstLine(browser) == " Search  dick moby", "the words in their order")
        browser = SampleSearch.browser()
        browser.show(SampleSearch.suggestions("", "Moby Dick"))
        #expect(firstLine(browser) == " Search  words of titles and names")
        browser = SampleSearch.browser(columns: 30, rows: 8, text: "moby ")
        browser.show(SampleSearch.suggestions("moby ", "Moby Dick, or the Whale that was white"))
        #expect(firstLine(browser) == " Search  moby Dick, or the W…")
    }

    private func facets() -> Browser {
        var search = SampleSearch.books(40)
        search.facets = SampleSearch.facets
        var browser = SampleSearch.browser(search)
        _ = browser.handle(.tab)
        return browser
    }

    @Test("A slash searches the values of the selected facet; Enter chooses one, and Escape returns")
    func values() {
        var browser = facets()
        _ = browser.handle(.right)
        #expect(browser.handle(.text("/")) == [.findValues(.genre, "")])
        #expect(firstLine(browser) == " Genre  words of it")
        #expect(browser.handle(.text("f")) == [.findValues(.genre, "f")])
        #expect(browser.handle(.control("a")) == [] && browser.handle(.control("e")) == [])
        #expect(browser.line.text == "", "the search field is unchanged")
        let entries = SampleSearch.facets[1].entries
        browser.show(.values([]), of: .genre, matching: "")
        #expect(browser.valueSearch?.result == .pending, "that was an earlier text")
        browser.show(.values(entries), of: .genre, matching: "f")
        let lines = browser.frame().lines
        #expect(lines[0] == " Genre  f" && lines.last == " Enter choose  ↑↓ select  Esc back  ^C leave")
        #expect(lines[2].contains("Genre") && lines[3].contains("▌  fantasy") && lines[3].hasSuffix(" 4"))
        #expect(!lines.joined().contains("English"))
        #expect(browser.handle(.down) == [] && browser.handle(.down) == [])
        #expect(browser.handle(.enter) == [.toggle(.genre(.crime))])
        #expect(browser.valueSearch == nil && browser.pane == .facets)
        #expect(browser.handle(.enter) == [.toggle(.genre(.crime))], "the chosen value is selected")

        _ = browser.handle(.text("/"))
        #expect(browser.handle(.enter) == [], "nothing is loaded yet")
        #expect(browser.handle(.escape) == [] && browser.valueSearch == nil)
        #expect(browser.handle(.escape) == [.leave])
    }

    @Test("If no value matches, a message explains why")
    func said() {
        var browser = facets()
        _ = browser.handle(.text("/"))
        #expect(browser.frame().lines[3].contains("…"))
        browser.show(.values([]), of: .language, matching: "")
        #expect(browser.frame().lines[3].contains("nothing"))
        browser.show(.failed("The engine is away."), of: .language, matching: "")
        #expect(browser.frame().lines[3].contains("The engine is away."))
        #expect(browser.handle(.control("c")) == [.leave])
    }

    @Test("In the results, a slash is part of the text")
    func slash() {
        var browser = SampleSearch.browser()
        #expect(browser.handle(.text("/")) == [.type("/")])
    }
}
