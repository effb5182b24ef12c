import Foundation
import QuireCore
import Testing

/// The schema's diagram and tables, in a real browser.
@Suite("The explorer's schema view")
struct SchemaPageTests {
    @Test(
        "The diagram shows modules and relations; a module opens with a click and by keyboard, and the view zooms"
    )
    func diagram() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, "#/schema"))
            try await page.wait(until: "document.querySelectorAll('.diagram .box').length === 3")
            #expect(
                try await page.evaluate("document.querySelectorAll('.diagram .edge').length").wholeNumber == 2
            )
            try await page.click(".box[data-module=reviews] rect")
            try await page.wait(forText: "Reviews of Review", in: ".schema h2")
            try await page.expect(texts: ".fields-table strong", become: ["book", "rating", "text"])
            try await page.evaluate("document.querySelector('.box[data-module=authors]').focus()")
            try await page.press("Enter")
            try await page.wait(forText: "Authors of Author", in: ".schema h2")
            let before = try #require(try await page.evaluate(Self.width).double)
            try await page.click(named: "Zoom in")
            try await page.wait(until: "\(Self.width) < \(before)")
            try await page.click(named: "Fit")
            try await page.expect("\(Self.width) === \(before)", becomes: true)
        }
    }

    private static let width = "document.querySelector('.diagram svg').viewBox.baseVal.width"

    @Test("A mistake in the edited schema is shown at its place, and the last schema without mistakes stays")
    func diagnostics() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, "#/schema?module=books"))
            try await page.wait(until: "document.querySelector('.fields-table')")
            try shop.changeSchema {
                $0.replacingOccurrences(of: #""type": "boolean""#, with: #""type": "bolean""#)
            }
            try await page.wait(until: "document.querySelector('.notice.bad')?.innerText.includes('boolean')")
            #expect(try await page.text(".notice.bad").contains("shop.json:13:"))
            #expect(try await page.texts(".fields-table strong").contains("inPrint"))
            try shop.changeSchema {
                $0.replacingOccurrences(of: "Everything on the shelves.", with: "All books.")
            }
            try await page.wait(forText: "All books.", in: ".schema .page")
            try await page.expect("document.querySelectorAll('.notice.bad').length", becomes: 0)
        }
    }

    @Test("Operations show the engine's state and the number of items")
    func operations() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, "#/operations"))
            try await page.wait(forText: "Store shop", in: ".cards")
            #expect(try await page.texts(".cards tr").contains("books\t250"))
        }
    }
}
