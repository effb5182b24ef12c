import Foundation
import QuireCore
import Testing

/// The table of a module's content, in a real browser.
@Suite("The explorer's content view")
struct ContentPageTests {
    @Test("A table shows names instead of ids, dates as dates, and integers to the last digit")
    func typedCells() async throws {
        let columns = #"#/content?q=books select title, author, published, soldAt, stock, inPrint sort title"#
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, columns))
            try await page.expect(
                "quireRow(0)",
                becomes: [
                    "Book 001", "Italo Calvino", "1901-02-03", "2023-11-14 22:13:20 UTC", "9007199254740993",
                    "false",
                    "book-001",
                ])
            try await page.wait(forText: "250 items", in: ".status")
        }
    }

    @Test("A click on a column sorts by it, and a second click reverses the order")
    func sorting() async throws {
        try await ExploredShop.open { page, _ in
            try await page.click(named: "title", in: ".head")
            try await page.expect(texts: "[aria-sort=ascending]", become: ["title ↑"])
            try await page.wait(until: "quireRow(0)?.[0] === 'Book 001'")
            try await page.click(named: "title ↑", in: ".head")
            try await page.expect(texts: "[aria-sort=descending]", become: ["title ↓"])
            try await page.wait(until: "quireRow(0)?.[0] === 'The Memory Police'")
        }
    }

    @Test("Metadata is shown in columns, sorts, and stays in the address")
    func metadata() async throws {
        let authors: [JSONValue] = [
            [
                "id": "older", "values": ["name": "Older"], "createdAt": 1_704_067_200_000,
                "createdBy": "anna",
            ],
            ["id": "newer", "values": ["name": "Newer"], "createdAt": 1_735_689_600_000],
        ]
        try await ExploredShop.open(lines: ["authors": authors]) { page, shop in
            try await page.open(address(shop, "#/content?q=authors where name like \"er\" select name"))
            try await page.wait(forText: "2 items", in: ".status")
            try await page.click(named: "Columns")
            try await page.click(named: "@createdAt", in: ".menu")
            try await page.click(named: "@createdBy", in: ".menu")
            try await page.press("Escape")
            try await page.click(named: "@createdAt", in: ".head")
            try await page.expect(texts: "[aria-sort=ascending]", become: ["@createdAt ↑"])
            let first: JSONValue = ["Older", "2024-01-01 00:00 UTC", "anna", "older"]
            try await page.expect("quireRow(0)", becomes: first)
            try await page.click(named: "@createdAt ↑", in: ".head")
            try await page.expect("quireRow(0)?.[0]", becomes: "Newer")
            try await page.expect("quireRow(1)", becomes: first)
            try await page.call("Page.reload")
            try await page.expect("quireRow(1)", becomes: first)
            // It is shown, but not sortable in Swift's `MetaFields`.
            try await page.click(named: "Columns")
            try await page.click(named: "@revision", in: ".menu")
            try await page.wait(until: "document.querySelectorAll('.head > div').length === 5")
            #expect(try await page.texts(".head button").contains("@revision") == false)
        }
    }

    @Test("Full text finds items and marks the words; removing it shows all again")
    func search() async throws {
        try await ExploredShop.open { page, _ in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.fill("input[type=search]", "memory")
            try await page.expect(texts: ".line mark", become: ["Memory"])
            try await page.wait(forText: "1 item", in: ".status")
            try await page.fill("input[type=search]", "")
            try await page.wait(forText: "250 items", in: ".status")
        }
    }

    @Test("A facet's value filters, and the facet still counts the other values")
    func facets() async throws {
        try await ExploredShop.open(at: "") { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.click(named: "Facets")
            try await page.click(named: "genre", in: ".menu")
            let counts: JSONValue = ["crime\n83", "poetry\n84", "travel\n83"]
            try await page.expect("quireTexts('.facets label').sort()", becomes: counts)
            try await page.press("Escape")
            // Notes every state of the counts: they never show only the chosen value.
            try await page.evaluate(
                "window.fewest = 3; new MutationObserver(() => { window.fewest = Math.min(window.fewest, document.querySelectorAll('.facets label').length) }).observe(document.querySelector('.facets'), { childList: true, subtree: true })"
            )
            try await page.click(named: "poetry\n84", in: ".facets")
            try await page.wait(forText: "84 items", in: ".status")
            try await page.expect("quireTexts('.facets label').sort()", becomes: counts)
            try await page.click(named: "travel\n83", in: ".facets")
            try await page.wait(forText: "167 items", in: ".status")
            try await page.expect("window.fewest", becomes: 3)
        }
    }

    @Test("A condition is built from the fields and operators that the schema allows")
    func filter() async throws {
        try await ExploredShop.open { page, _ in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.click(named: "Filter")
            try await page.choose("price", named: "Field")
            try await page.wait(
                until:
                    "[...quireNamed('Operator', 'body').options].some((option) => option.value === 'between')"
            )
            try await page.choose(">", named: "Operator")
            try await page.fill(named: "Value", "62")
            try await page.wait(forText: "2 items", in: ".status")
            try await page.click(named: "Negate")
            try await page.wait(forText: "248 items", in: ".status")
            try await page.click(named: "Clear")
            try await page.wait(forText: "250 items", in: ".status")
        }
    }

    @Test("An item's relations open when asked, with counts, in both directions and page by page")
    func relations() async throws {
        try await ExploredShop.open(at: "") { page, shop in
            try await page.open(address(shop, "#/content?q=books&item=books/book-001"))
            try await page.expect(
                texts: ".related summary", become: ["→ author 1", "← reviews by book 120"])
            #expect(!page.record.requests.contains { $0.hasSuffix("/related") })
            try await page.click("[data-relation='reviews.book'] summary")
            try await page.wait(until: "document.querySelectorAll('.related li').length === 50")
            try await page.click(named: "Load more", in: ".related")
            try await page.wait(until: "document.querySelectorAll('.related li').length === 100")
            try await page.click(named: "Italo Calvino", in: ".item .fields")
            try await page.wait(forText: "Italo Calvino", in: ".item h2")
            try await page.click("[data-relation='books.author'] summary")
            try await page.click(named: "Open as table", in: ".related")
            try await page.wait(forText: "125 items", in: ".status")
        }
    }

    @Test("An item shows texts in all locales, places on a map, JSON, colours, and markup as its source")
    func itemDetails() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, "#/content?q=books&item=books/book-001"))
            try await page.wait(forText: "Livre un", in: ".item")
            let shown = try await page.text(".item")
            #expect(shown.contains(#"{"pages":320}"#) && shown.contains("<p>A <em>first</em> book.</p>"))
            try await page.click(named: "Preview", in: ".item")
            try await page.expect("document.querySelector('iframe').getAttribute('sandbox')", becomes: "")
            try await page.open(address(shop, "#/content?q=authors&item=authors/ogawa"))
            try await page.wait(until: "document.querySelector('.item .map .point')")
            try await page.expect(
                "document.querySelector('.item .swatch').style.backgroundColor", becomes: "rgb(122, 62, 43)")
        }
    }

    @Test("Images are loaded from their hosts only when someone asks")
    func images() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, "#/content?q=books&item=books/book-001"))
            try await page.wait(forText: "https://images.example/one.png", in: ".item")
            #expect(try await page.evaluate("document.querySelectorAll('main img').length").wholeNumber == 0)
            #expect(try await page.evaluate("Boolean(quireNamed('Load image', '.item'))").isTrue)
        }
    }

    @Test("The address shows the same query and item again")
    func link() async throws {
        try await ExploredShop.open { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.fill("input[type=search]", "memory")
            try await page.wait(forText: "1 item", in: ".status")
            try await page.click(".line")
            try await page.wait(forText: "The Memory Police", in: ".item h2")
            let link = try await page.evaluate("location.href").text ?? ""
            #expect(!link.contains(shop.server.explorer.token.text))
            try await page.call("Page.reload")
            try await page.wait(forText: "The Memory Police", in: ".item h2")
            try await page.expect("document.querySelector('input[type=search]').value", becomes: "memory")
            try await page.evaluate("history.back()")
            try await page.wait(until: "!document.querySelector('.item')")
        }
    }

    @Test("Rows change while another writer writes")
    func live() async throws {
        try await ExploredShop.open { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.wait(forText: "Live", in: "#live.good")
            // The page has asked what changes next.
            try await page.wait(
                until:
                    "performance.getEntriesByType('resource').some((entry) => entry.name.includes('after=0'))"
            )
            let line = ExploredShop.item("book-001", ["title": "Renamed", "year": 1901])
            _ = try await shop.store.load("books", from: .data(line.data))
            try await page.wait(
                until:
                    "[...document.querySelectorAll('.line')].some((line) => line.innerText.includes('Renamed'))"
            )
        }
    }
}

/// The page's address with a fragment, which keeps the page's token.
func address(_ shop: ExploredShop, _ fragment: String) -> String {
    let base = shop.server.url.prefix { $0 != "#" }
    let encoded = fragment.dropFirst().addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? ""
    return "\(base)#token=\(shop.server.explorer.token.text)&\(encoded)"
}
