import Foundation
import QuireCore
import QuireExplorer
import QuireStore
import Testing

/// The page's layout, measured in a real browser.
@Suite("The explorer's layout")
struct LayoutPageTests {
    @Test(
        "No texts overlap, nothing overflows and texts have enough contrast in any view, from a phone to 4K, in light and dark"
    )
    func views() async throws {
        try await ExploredShop.open(mayWrite: true, besides: Self.otherStore) { page, shop in
            let saved =
                #"[{"name":"Good","query":"books"},{"name":"A query that is older than the schema","query":"books where yaer > 3"}]"#
            try Data(saved.utf8).write(to: shop.folder.appendingPathComponent("queries.json"))
            for state in ShownState.all {
                try await page.resize(1_280, 800)
                try await page.open(address(shop, state.fragment))
                try await page.wait(until: state.isReady)
                for name in state.clicks { try await page.click(named: name) }
                try await page.wait(until: state.isDone)
                for (width, height) in BrowserPage.sizes {
                    // A page so high that also the end of what scrolls is seen.
                    for (height, isDark) in [(height, false), (4_000, true)] {
                        try await page.resize(width, height, isDark: isDark)
                        try await Self.check(page, "\(state.name) at \(width) × \(height), dark: \(isDark)")
                    }
                }
            }
        }
    }

    private static func check(_ page: BrowserPage, _ state: String) async throws {
        // The table follows the new size in the next frame.
        try await page.evaluate("quireFrames()")
        let problems = try await page.evaluate(PageScripts.layoutProblems).elements.compactMap(\.text)
        #expect(problems.isEmpty, "\(state)")
        let poor = try await page.evaluate(PageScripts.poorContrast).elements.compactMap(\.text)
        #expect(poor.isEmpty, "\(state)")
    }

    /// A second store that lacks most items, so that a comparison has differences.
    private static func otherStore(
        _ modules: [ModuleDescriptor], _ store: Store
    ) async throws -> [ExploredEngine] {
        let other = try await Store(.memory, modules: modules)
        let book = ExploredShop.item("book-051", ["title": "Another", "year": 1_951, "genre": "crime"])
        _ = try await other.load("books", from: .data(book.data))
        return [ExploredEngine(.store, label: "A store with a rather long name", engine: other)]
    }

    @Test("On a phone, results come before the query, the facets and most of a long filter")
    func resultsFirst() async throws {
        try await ExploredShop.open(width: 400) { page, shop in
            let top = "((name) => document.querySelector(name).getBoundingClientRect().top)"
            try await page.open(address(shop, "#/query?q=books where year >= 1950"))
            try await page.wait(until: "document.querySelector('[role=tabpanel] .results td')")
            #expect(try await page.evaluate("\(top)('.results td') < \(top)('.query textarea')").isTrue)
            #expect(try await page.evaluate("\(top)('.results td') < 400").isTrue)
            try await page.open(address(shop, "#/content?q=books facets genre"))
            try await page.wait(until: "quireRow(0) && document.querySelector('.facets label')")
            #expect(try await page.evaluate("\(top)('.line') < \(top)('.facets')").isTrue)
            try await page.open(
                address(
                    shop,
                    "#/content?q=books where " + (1...12).map { "year != \($0)" }.joined(separator: " and ")))
            try await page.click(named: "Filter")
            try await page.wait(until: "quireRow(0) && document.querySelectorAll('.test').length === 12")
            #expect(try await page.evaluate("\(top)('.line') < innerHeight").isTrue)
        }
    }

    @Test("An id stays on one line, and a test that is not negated does not say so")
    func idsAndNot() async throws {
        let book = ExploredShop.item(
            "a-rather-long-id-of-a-book-with-many-words", ["title": "Long", "year": 3_000])
        try await ExploredShop.open(lines: ["books": [book]], width: 400) { page, shop in
            try await page.open(address(shop, "#/query?q=books where year = 3000 and not stock = 1"))
            try await page.wait(until: "document.querySelector('.results td .link')")
            #expect(
                try await page.evaluate(
                    "document.querySelector('.results td .link').getClientRects().length === 1 && document.querySelector('.results td .link').offsetHeight < 30"
                )
                .isTrue)
            try await page.expect(
                "[...document.querySelectorAll('.test [aria-pressed]')].map((node) => node.textContent + node.getAttribute('aria-pressed'))",
                becomes: ["+ notfalse", "nottrue"])
        }
    }

    @Test("The texts of the diagram are shown with at least 10 pixels, and a chosen module is in sight")
    func diagram() async throws {
        for width in [400, 1_280] {
            try await ExploredShop.open(width: width) { page, shop in
                try await page.open(address(shop, "#/schema"))
                try await page.wait(until: "document.querySelectorAll('.diagram .box').length === 3")
                for module in ["reviews", "books", "authors"] {
                    try await page.evaluate("location.hash = '#/schema?module=\(module)'")
                    try await page.wait(
                        until: """
                            (({ x, y }, { left, right, top, bottom }) => x >= left && x < right && y >= top && y < bottom)(
                              document.querySelector('.box.current[data-module=\(module)]').getBoundingClientRect(),
                              document.querySelector('.diagram').getBoundingClientRect())
                            """)
                    #expect(
                        try await page.evaluate(
                            "12 * document.querySelector('.diagram svg').getScreenCTM().a >= 10"
                        ).isTrue)
                }
            }
        }
    }

    @Test("Without its token, the page says what to do, and fits at every width")
    func withoutToken() async throws {
        try await ExploredShop.open { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.evaluate("sessionStorage.clear()")
            try await page.call("Page.reload")
            try await page.wait(forText: "Open the URL that the program printed", in: "main")
            for (width, height) in BrowserPage.sizes {
                try await page.resize(width, height)
                try await page.evaluate("quireFrames()")
                let problems = try await page.evaluate(PageScripts.layoutProblems).elements.compactMap(\.text)
                #expect(problems.isEmpty, "at \(width) × \(height)")
            }
        }
    }

    @Test("The checks find mistakes: overlapping texts, a page that is too wide, and texts without contrast")
    func checks() async throws {
        try await ExploredShop.open { page, _ in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.evaluate(
                "document.querySelector('.toolbar button').style.marginInlineStart = '-80px'")
            let overlaps = try await page.evaluate(PageScripts.layoutProblems).elements.compactMap(\.text)
            #expect(overlaps.contains { $0.contains("overlaps") }, "\(overlaps)")
            try await page.evaluate("document.querySelector('.status').style.width = '2000px'")
            let wide = try await page.evaluate(PageScripts.layoutProblems).elements.compactMap(\.text)
            #expect(wide.contains { $0.contains("overflows") || $0.contains("sticks out") }, "\(wide)")
            #expect(try await page.evaluate(PageScripts.poorContrast).elements.isEmpty)
            try await page.evaluate("document.querySelector('.status').style.opacity = 0.6")
            let poor = try await page.evaluate(PageScripts.poorContrast).elements.compactMap(\.text)
            #expect(!poor.isEmpty)
        }
    }
}
