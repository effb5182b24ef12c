import BookshopContent
import Quire
import QuireSearch
import QuireTerminal
import Testing

@testable import Bookshop

@Suite("The screen of browse")
struct BrowserFrameTests {
    private func search() -> ShownSearch {
        var search = ShownSearch()
        search.number = 1
        search.total = 2
        let highlighter = TextHighlighter("left sal")
        search.rows = [
            ShownSearch.Row(
                id: "a", title: TableCell(highlighter.highlight("The Left Hand of Darkness")),
                authors: TableCell(highlighter.highlight("Ursula K. Le Guin")), year: "1969",
                below: TableCell("A winter planet.")),
            ShownSearch.Row(
                id: "b", title: TableCell("源氏物語"),
                authors: TableCell(highlighter.highlight("Jerome Salinger")),
                year: "1008",
                below: TableCell("")),
        ]
        search.facets = SampleSearch.facets
        search.milliseconds = 4
        return search
    }

    @Test("A wide screen shows the search field, results, facets, the total and the keys")
    func wide() {
        let frame = SampleSearch.browser(columns: 80, rows: 20, search(), text: "left sal").frame()
        #expect(
            frame.lines == [
                " Search  left sal",
                "─────────────────────────────────────────────────────┬──────────────────────────",
                "▌ The Left Hand of Darkness                     1969 │ Language",
                "▌ Ursula K. Le Guin  ·  A winter planet.             │ ✓ English             12",
                "  源氏物語                                      1008 │   French               3",
                "  Jerome Salinger                                    │",
                "                                                     │ Genre",
                "                                                     │   fantasy              4",
                "                                                     │   crime                0",
            ] + Array(repeating: "                                                     │", count: 9) + [
                " 2 books · 4 ms",
                " ↑↓ select  ←→ page  Enter open  Tab facets  ^S order: best match  Esc leave",
            ])
        #expect(frame.cursor == .init(column: 17, row: 0))
        #expect(frame.text(row: 2, where: \.isUnderlined) == "Left")
        #expect(frame.text(row: 5, where: \.isUnderlined) == "Salinger")
        #expect(frame.text(row: 3, where: \.isBold).contains("English"))
    }

    @Test("A screen of 40×10 shows one line per result, and facets on a separate page")
    func small() {
        var browser = SampleSearch.browser(columns: 40, rows: 10, search())
        #expect(
            browser.frame().lines == [
                " Search  words of titles and names", String(repeating: "─", count: 40),
                "▌ The Left Hand of Darkness  Urs…  1969", "  源氏物語  Jerome Salinger        1008", "", "", "",
                "",
                " 2 books · 4 ms", " ↑↓ select  ←→ page  Enter open  Tab fa…",
            ])
        _ = browser.handle(.tab)
        #expect(
            browser.frame().lines == [
                " Search  words of titles and names", String(repeating: "─", count: 40), " Language",
                "▌✓ English                           12", "   French                             3", "",
                " Genre",
                "   fantasy                            4", " 2 books · 4 ms",
                " Enter choose  Tab results  ↑↓ select  …",
            ])
        _ = browser.handle(.end)
        #expect(browser.frame().lines.contains("▌  crime                              0"), "scrolled to it")
    }

    @Test("A screen that is too small shows a message and no cursor")
    func tooSmall() {
        for size in [ScreenSize(columns: 29, rows: 20), ScreenSize(columns: 80, rows: 7)] {
            let frame = SampleSearch.browser(columns: size.columns, rows: size.rows, search()).frame()
            #expect(
                frame.lines[0] == "Too small:" && frame.lines[1] == "30×8 is the least."
                    && frame.cursor == nil)
        }
        #expect(SampleSearch.browser(columns: 4, rows: 1, search()).frame().lines == ["Too…"])
        #expect(SampleSearch.browser(columns: 0, rows: 0, search()).frame().lines == [])
    }

    @Test("During a search, a mark is shown and earlier results are dimmed")
    func pending() {
        var search = search()
        #expect(!SampleSearch.browser(search).frame().lines.joined().contains("searching"))
        search.isPending = true
        search.isStale = true
        let frame = SampleSearch.browser(columns: 80, rows: 20, search).frame()
        #expect(frame.lines[18].hasSuffix("searching…"))
        #expect(frame.text(row: 2, where: \.isDim).contains("The Left Hand of Darkness"))
        #expect(frame.text(row: 4, where: \.isDim).contains("French"))
    }

    @Test("An error is shown on a separate line, and earlier results remain")
    func failure() {
        var search = search()
        search.failure = "The engine\nis away."
        let lines = SampleSearch.browser(columns: 80, rows: 20, search).frame().lines
        #expect(lines[17] == " ^R tries again: The engine is away." && lines[2].contains("The Left Hand"))
        search.failure = nil
        search.notes = ["No results for 'salnger'; showing 'salinger'."]
        #expect(
            SampleSearch.browser(columns: 80, rows: 20, search).frame().lines[17] == " " + search.notes[0])
    }

    @Test("An empty result explains possible reasons, but only after the response")
    func nothing() {
        #expect(!SampleSearch.browser(ShownSearch()).frame().lines.joined().contains("No books"))
        var search = ShownSearch()
        search.total = 0
        search.facets = SampleSearch.facets
        let text = SampleSearch.browser(search, text: "xyzzy").frame().lines.joined(separator: "\n")
        #expect(text.contains("No books.") && text.contains("Every word must") && text.contains("^X forgets"))
        #expect(text.contains(" no books\n"))
    }

    @Test("Results that are not loaded have placeholders, and pages depend on the screen's size")
    func places() {
        var browser = SampleSearch.browser(columns: 40, rows: 10, SampleSearch.books(40, loaded: 8))
        _ = browser.handle(.right)
        let lines = browser.frame().lines
        #expect(lines[3].hasPrefix("  Book 7") && lines[4] == "  …")
        #expect(lines[8] == " 40 books · page 2 of 7")
    }

    @Test("An open book replaces the lists, its texts are wrapped, and the cursor is hidden")
    func book() {
        var browser = SampleSearch.browser(columns: 60, rows: 12, search())
        _ = browser.handle(.enter)
        #expect(browser.frame().lines[3] == "  …")
        let details = [
            Detail("Authors", "Ursula K. Le Guin (1929–2018)"),
            Detail("Note", String(repeating: "winter ", count: 12)),
        ]
        browser.show(.loaded([.init(heading: "The Left Hand", details: details.compactMap(\.self))]), of: "a")
        let frame = browser.frame()
        #expect(frame.cursor == nil)
        #expect(
            Array(frame.lines[2...5]) == [
                " The Left Hand", "  Authors  Ursula K. Le Guin (1929–2018)",
                "  Note     winter winter winter winter winter winter winter",
                "           winter winter winter winter winter",
            ])
        browser.show(.failed("The engine is away."), of: "a")
        #expect(browser.frame().lines[3] == "  The engine is away.")
    }

    @Test("Control characters in content do not reach the screen")
    func hostile() {
        var search = SampleSearch.books(1)
        let bad = "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31mTitle\r\n\u{202E}live"
        search.rows = [SampleSearch.row(bad, authors: bad, year: bad)]
        search.facets = [.init(title: bad, entries: [.init(value: .author(bad), count: 1, isRefined: true)])]
        search.failure = bad
        var browser = SampleSearch.browser(search, text: bad)
        for _ in 0..<2 {
            let scalars = browser.frame().lines.joined().unicodeScalars
            #expect(scalars.contains { $0 == "T" })
            #expect(scalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
            _ = browser.handle(.enter)
            browser.show(
                .loaded([.init(heading: bad, details: [Detail(bad, bad)].compactMap(\.self))]), of: bad)
        }
    }
}

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
