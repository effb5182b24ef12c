import Foundation
import QuireCore
import Testing

/// The page with a lot of content.
@Suite("The explorer's page at scale")
struct ScalePageTests {
    /// A million with `QUIRE_SOAK`, otherwise as many as load quickly, and still more than the tallest element can hold.
    private static let rows = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 240_000 : 1_000_000

    @Test("A table scrolls to any row; only rows in sight are in the document")
    func scrolling() async throws {
        let authors = (1...Self.rows).map { (number: Int) -> JSONValue in
            let name: JSONValue = .string("Author \(number)")
            return ExploredShop.item("a-\(10_000_000 + number)", ["name": name])
        }
        try await ExploredShop.open(lines: ["authors": authors]) { page, shop in
            try await page.open(address(shop, "#/content?q=authors sort name"))
            try await page.wait(
                forText: "\((Self.rows + 2).formatted(.number.locale(Locale(identifier: "en")))) items",
                in: ".status")
            // To the end by one jump, back by another, and page by page from there.
            try await page.evaluate("document.querySelector('.table').focus()")
            try await page.press("End")
            try await page.wait(until: "quireRow(\(Self.rows + 1))?.[0] === 'Yōko Ogawa'")
            try await page.evaluate(
                "(table => { table.scrollTop = table.scrollHeight / 2 })(document.querySelector('.table'))")
            try await page.wait(
                until:
                    "quireShownRows().length > 5 && Math.abs(quireShownRows()[0] - \(Self.rows / 2)) < \(Self.rows / 50)"
            )
            let first = try await page.evaluate("quireShownRows()[0]").wholeNumber ?? 0
            for _ in 0..<20 {
                try await page.evaluate(
                    "document.querySelector('.table').scrollTop += 340; quireFrames()"
                )
            }
            try await page.wait(
                until: "quireShownRows()[0] - \(first) >= 195 && quireShownRows()[0] - \(first) <= 205")
            #expect(
                try await page.evaluate("document.querySelectorAll('.line').length").wholeNumber ?? 0 < 100)
            #expect(page.record.requests.count { $0.hasSuffix("/items") } < 40)
        }
    }

    @Test("10,000 related items open page by page")
    func related() async throws {
        let reviews = (1...10_000).map { (number: Int) -> JSONValue in
            ExploredShop.item("many-\(number)", ["book": "book-002", "rating": 3])
        }
        try await ExploredShop.open(lines: ["reviews": reviews]) { page, shop in
            try await page.open(address(shop, "#/content?q=books&item=books/book-002"))
            try await page.expect(
                "quireTexts('.related summary').at(-1)", becomes: "← reviews by book 10,000")
            let started = try await page.evaluate("performance.now()").double ?? 0
            try await page.evaluate(
                "new Promise((done) => { const list = document.querySelector('[data-relation=\"reviews.book\"]'); new MutationObserver(() => list.querySelector('li') && done()).observe(list, { childList: true, subtree: true }); list.open = true })"
            )
            let ended = try await page.evaluate("performance.now()").double ?? 0
            print("10,000 related items: opened in \(Int(ended - started)) ms")
            try await page.wait(until: "document.querySelectorAll('.related li').length === 50")
        }
    }

    @Test("The page weighs at most 155 kB, with 125 kB until the first items are shown")
    func weight() async throws {
        let all = RunningExplorer.pageSize
        #expect((100_000...155_000).contains(all))
        try await ExploredShop.open { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            // Without the API's responses, which depend on the content.
            let weight = try await page.evaluate(
                "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter((entry) => !entry.name.includes('/api/')).reduce((sum, entry) => sum + entry.encodedBodySize, 0)"
            )
            let bytes = try #require(weight.wholeNumber)
            #expect((50_000...125_000).contains(bytes))
            let paint = try await page.evaluate(
                "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            ).double
            print(
                "first paint: \(paint.map { Int($0) } ?? -1) ms, first view: \(bytes) bytes, all views: \(all) bytes"
            )
        }
    }
}
