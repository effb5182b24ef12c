import Testing

/// The page's layout, measured in a real browser.
@Suite("The explorer's layout")
struct LayoutPageTests {
    private static let views = [
        "#/content?q=books sort title",
        "#/content?q=books where year > 1950 and genre = \"crime\" facets genre",
        "#/content?q=books sort title&item=books/book-001",
        "#/query?q=books where year > 1950 and (genre = \"crime\" or any author (name like \"calvino\")) sort year desc facets genre",
        "#/schema?module=books", "#/operations",
    ]

    @Test(
        "Nothing overlaps and nothing overflows, from a phone to 4K, in light and dark",
        arguments: [false, true])
    func layout(isDark: Bool) async throws {
        try await ExploredShop.open(mayWrite: true, isDark: isDark) { page, shop in
            for view in Self.views {
                try await page.open(address(shop, view))
                try await page.wait(until: Self.isReady(view))
                for (width, height) in BrowserPage.sizes {
                    try await page.resize(width, height, isDark: isDark)
                    try await page.evaluate(
                        "quireFrames()")
                    let problems = try await page.evaluate(PageScripts.layoutProblems).elements.compactMap(
                        \.text)
                    #expect(problems.isEmpty, "\(view) at \(width) × \(height)")
                }
            }
        }
    }

    private static func isReady(_ view: String) -> String {
        if view.contains("item=") { return "document.querySelector('.related details')" }
        if view.contains("facets") && view.contains("content") {
            return "document.querySelector('.facets label')"
        }
        if view.contains("query") { return "document.querySelector('[role=tabpanel] .results td')" }
        if view.contains("schema") { return "document.querySelector('.diagram .box')" }
        return view.contains("operations") ? "document.querySelector('.card')" : "quireRow(0)"
    }

    @Test("Texts have enough contrast in light and dark", arguments: [false, true])
    func contrast(isDark: Bool) async throws {
        try await ExploredShop.open(mayWrite: true, isDark: isDark) { page, shop in
            try await page.open(address(shop, Self.views[2]))
            try await page.wait(until: Self.isReady(Self.views[2]))
            let poor = try await page.evaluate(PageScripts.poorContrast).elements.compactMap(\.text)
            #expect(poor.isEmpty)
        }
    }
}
