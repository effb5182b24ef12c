import BookshopContent
import Quire
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
                id: "a", title: Cell(highlighter.highlight("The Left Hand of Darkness")),
                authors: Cell(highlighter.highlight("Ursula K. Le Guin")), year: "1969",
                below: Cell("A winter planet.")),
            ShownSearch.Row(
                id: "b", title: Cell("源氏物語"), authors: Cell(highlighter.highlight("Jerome Salinger")),
                year: "1008",
                below: Cell("")),
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
