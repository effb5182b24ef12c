import Foundation
import QuireCore
import Testing

/// Creating, editing and deleting items, in a real browser.
@Suite("The explorer's editing")
struct EditingPageTests {
    private static let item = "#/content?q=books&item=books/book-001"

    @Test("Without permission to write, nothing can be edited")
    func readOnly() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, Self.item))
            try await page.wait(forText: "Book 001", in: ".item h2")
            #expect(try await page.text("#end").contains("Read-only"))
            let names = try await page.texts("button")
            #expect(!names.contains("Edit") && !names.contains("Delete") && !names.contains("New"))
        }
    }

    @Test("A change sets one field, clears another and leaves the rest; undo takes it back")
    func threeStates() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            try await page.open(address(shop, Self.item))
            try await page.click(named: "Edit", in: ".item")
            try await page.fill("[data-field=title]", "A new title")
            try await page.evaluate(
                "document.querySelector('[aria-label=\"Change of price\"] [value=clear]').click()")
            try await page.click(named: "Save", in: ".item")
            try await page.wait(forText: "A new title", in: ".item h2")
            let saved = try await shop.values(of: "book-001")
            #expect(saved["title"]?.text == "A new title" && saved["price"] == nil)
            #expect(saved["year"]?.wholeNumber == 1901)
            #expect(saved["stock"]?.wholeNumber == 9_007_199_254_740_993)
            try await page.click(named: "Undo", in: ".toast")
            try await page.wait(forText: "Book 001", in: ".item h2")
            #expect(try await shop.values(of: "book-001")["price"]?.double == 0.25)
        }
    }

    @Test("A value that breaks the schema's rules is marked at its field and is not saved")
    func errors() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            try await page.open(address(shop, Self.item))
            try await page.click(named: "Edit", in: ".item")
            try await page.fill("[data-field=title]", "x")
            try await page.wait(
                until: "document.querySelector('[data-field=title]').getAttribute('aria-invalid') === 'true'")
            try await page.fill("[data-field=year]", "soon")
            try await page.wait(forText: "'soon' is not an integer", in: ".item")
            try await page.click(named: "Save", in: ".item")
            try await page.wait(until: "document.querySelector('.item .notice.bad')")
            #expect(try await shop.values(of: "book-001")["title"]?.text == "Book 001")
        }
    }

    @Test("Localized texts, objects and lists are edited part by part")
    func parts() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            try await page.open(address(shop, Self.item))
            try await page.click(named: "Edit", in: ".item")
            try await page.expect("quireNamed('titles en', '.item')?.value", becomes: "Book one")
            try await page.fill(named: "titles fr", in: ".item", "Le premier livre")
            try await page.fill(named: "size height", in: ".item", "tall")
            try await page.wait(forText: "height: 'tall' is not an integer", in: ".item")
            try await page.fill(named: "size height", in: ".item", "220")
            try await page.wait(
                until: "!document.querySelector('.item').innerText.includes('not an integer')")
            try await page.click(named: "Remove keywords 1", in: ".item")
            try await page.click(named: "Add to keywords", in: ".item")
            try await page.fill(named: "keywords 2", in: ".item", "police")
            try await page.click(named: "Save", in: ".item")
            try await page.wait(forText: "Le premier livre", in: ".item .fields")
            let saved = try await shop.values(of: "book-001")
            #expect(saved["titles"] == ["en": "Book one", "fr": "Le premier livre"])
            #expect(saved["size"] == ["height": 220, "unit": "mm"])
            #expect(saved["keywords"] == ["memory", "police"])
            #expect(saved["year"]?.wholeNumber == 1901)
        }
    }

    @Test("An emptied part of an object or of a localized text has no value; an object without parts is none")
    func emptiedParts() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            try await page.open(address(shop, Self.item))
            try await page.click(named: "Edit", in: ".item")
            try await page.fill(named: "size height", in: ".item", "")
            try await page.fill(named: "titles en", in: ".item", "")
            try await page.fill(named: "size unit", in: ".item", "")
            try await page.wait(forText: "Enter a value, or choose Clear.", in: ".item")
            try await page.fill(named: "size unit", in: ".item", "cm")
            try await page.click(named: "Save", in: ".item")
            try await page.wait(until: "!document.querySelector('.item form')")
            let saved = try await shop.values(of: "book-001")
            #expect(saved["size"] == ["unit": "cm"])
            #expect(saved["titles"] == ["fr": "Livre un"])
        }
    }

    @Test("A conflict shows mine, theirs and base, and saves what was chosen")
    func conflict() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            try await page.open(address(shop, Self.item))
            try await page.click(named: "Edit", in: ".item")
            try await page.fill("[data-field=title]", "Mine")
            let line = ExploredShop.item("book-001", ["title": "Theirs", "year": 1901])
            _ = try await shop.store.load("books", from: .data(line.data))
            try await page.click(named: "Save", in: ".item")
            try await page.expect(texts: "dialog tbody td", become: ["title", "Mine", "Theirs", "Book 001"])
            try await page.click(named: "Save the chosen versions", in: "dialog")
            try await page.wait(forText: "Mine", in: ".item h2")
            #expect(try await shop.values(of: "book-001")["title"]?.text == "Mine")
        }
    }

    @Test("An item is created with its required fields, and deleted after a question")
    func createAndDelete() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.click(named: "New item of books")
            try await page.fill(named: "id", in: "dialog", "brand-new")
            try await page.click(named: "Create", in: "dialog")
            try await page.wait(
                until:
                    "document.querySelector('dialog [data-field=title]').getAttribute('aria-invalid') === 'true'"
            )
            try await page.fill("dialog [data-field=title]", "Brand new")
            try await page.click(named: "Create", in: "dialog")
            try await page.wait(forText: "Brand new", in: ".item h2")
            try await page.wait(forText: "251 items", in: ".status")
            try await page.click(named: "Delete", in: ".item")
            try await page.click(named: "Delete", in: "dialog")
            try await page.wait(forText: "250 items", in: ".status")
            #expect(try await shop.store.count(of: "books") == 250)
        }
    }

    /// The values of an item in the store.
}
