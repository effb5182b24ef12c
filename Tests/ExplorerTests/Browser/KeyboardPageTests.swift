import QuireCore
import Testing

/// The page without a mouse.
@Suite("The explorer by keyboard")
struct KeyboardPageTests {
    @Test("Keys move in the table, open and close an item, and reach search, filter and every view")
    func keys() async throws {
        try await ExploredShop.open { page, _ in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.evaluate("document.querySelector('.table').focus()")
            try await page.press("Home")
            for _ in 0..<3 { try await page.press("ArrowDown") }
            try await page.wait(until: "document.querySelector('.line.active')?.id === 'line-3'")
            try await page.expect(
                "document.activeElement.getAttribute('aria-activedescendant')", becomes: "line-3")
            try await page.press("Enter")
            try await page.wait(until: "document.querySelector('.item h2')")
            try await page.press("End")
            try await page.wait(until: "quireRow(249)")
            try await page.press("/")
            try await page.wait(until: "document.activeElement.type === 'search'")
            try await page.press("Escape")
            try await page.press("f")
            try await page.wait(until: "quireNamed('Field', '.toolbar')")
            try await page.evaluate("document.activeElement.blur()")
            for (key, selector) in [("2", ".query"), ("3", ".schema"), ("4", ".cards"), ("1", ".table")] {
                try await page.press(key)
                try await page.wait(until: "document.querySelector(\(selector.script))")
            }
            try await page.press("?")
            try await page.wait(forText: "Move in the table", in: "dialog")
            try await page.press("Escape")
            try await page.wait(until: "!document.querySelector('dialog')")
        }
    }

    @Test("Escape closes the item that has the focus")
    func closing() async throws {
        try await ExploredShop.open(at: "") { page, shop in
            try await page.open(address(shop, "#/content?q=books&item=books/book-001"))
            // While the item loads, its panel has another button.
            try await page.wait(forText: "Book 001", in: ".item h2")
            try await page.evaluate("document.querySelector('.item button').focus()")
            try await page.press("Escape")
            try await page.wait(until: "!document.querySelector('.item h2')")
        }
    }

    @Test("A query from the address replaces the text of the search field, also while it has the focus")
    func searchField() async throws {
        try await ExploredShop.open { page, _ in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.fill("input[type=search]", "memory")
            try await page.wait(forText: "1 item", in: ".status")
            try await page.evaluate("location.hash = '#/content?q=books'")
            try await page.wait(forText: "250 items", in: ".status")
            try await page.expect("document.querySelector('input[type=search]').value", becomes: "")
            // Leaving the field searches for what was typed in it, which is nothing now.
            try await page.evaluate("document.activeElement.blur()")
            try await page.expect("location.hash.includes('memory')", becomes: false)
        }
    }

    @Test("Every control has a name for screen readers, and the focus is always visible")
    func names() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            for view in [
                "#/content?q=books where year > 1950 facets genre&item=books/book-001",
                "#/query?q=books where year > 1950 sort year", "#/schema", "#/operations",
            ] {
                try await page.open(address(shop, view))
                try await page.wait(
                    until:
                        "document.querySelector('.related details, [role=tabpanel] .results, .box, .cards .card')"
                )
                let unnamed = try await page.evaluate(
                    "[...document.querySelectorAll('button, a, input, select, textarea, [tabindex=\"0\"]')].filter(quireVisible).filter((node) => !(node.getAttribute('aria-label') || node.innerText?.trim() || node.labels?.[0]?.innerText.trim())).map((node) => node.outerHTML.slice(0, 120))"
                )
                #expect(unnamed.elements.isEmpty, "\(view)")
            }
        }
    }

    @Test("Tab reaches every control in every view, and the focus is always visible")
    func reaching() async throws {
        try await ExploredShop.open(mayWrite: true) { page, shop in
            let states = ShownState.all.filter { $0.name != "two engines" && $0.name != "saved queries" }
            for state in states {
                try await page.open(address(shop, state.fragment))
                try await page.wait(until: state.isReady)
                for name in state.clicks { try await page.click(named: name) }
                try await page.wait(until: state.isDone)
                try await page.evaluate(PageScripts.watchFocus)
                var presses = 0
                // Around the page once, however many controls it has.
                while try await page.evaluate("quireFocus.isRound").isTrue == false, presses < 400 {
                    try await page.press("Tab")
                    presses += 1
                }
                let missed = try await page.evaluate("quireFocus.missed()").elements.compactMap(\.text)
                #expect(missed.isEmpty, "\(state.name)")
                let invisible = try await page.evaluate("[...quireFocus.invisible]").elements.compactMap(
                    \.text)
                #expect(invisible.isEmpty, "\(state.name)")
            }
        }
    }

    @Test("Links and buttons keep the focus when they redraw what they belong to")
    func keptFocus() async throws {
        try await ExploredShop.open { page, _ in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.evaluate("document.querySelector('.side a:nth-of-type(2)').focus()")
            try await page.press("Enter")
            try await page.wait(forText: "2 items", in: ".status")
            try await page.expect(
                "document.activeElement.closest('.side a')?.innerText.split('\\n')[0]", becomes: "authors")
            try await page.evaluate("document.querySelector('.tabs a:nth-of-type(3)').focus()")
            try await page.press("Enter")
            try await page.wait(until: "document.querySelector('.schema .box')")
            try await page.expect("document.activeElement.innerText", becomes: "Schema")
            try await page.press("1")
            try await page.wait(until: "quireRow(0)")
            try await page.evaluate("quireNamed('name', '.head').focus()")
            try await page.press("Enter")
            try await page.expect("document.activeElement.innerText", becomes: "name ↑")
        }
    }

    @Test("A link keeps the focus when the number beside it changes")
    func numbers() async throws {
        try await ExploredShop.open { page, shop in
            let link = "document.querySelector('.side a:nth-of-type(2)')"
            try await page.wait(until: "\(link)?.querySelector('.total').innerText === '2'")
            try await page.wait(forText: "Live", in: "#live.good")
            // The page has asked what changes next.
            try await page.wait(
                until:
                    "performance.getEntriesByType('resource').some((entry) => entry.name.includes('after=0'))"
            )
            try await page.evaluate("\(link).focus()")
            let line = ExploredShop.item("third", ["name": "Third"])
            _ = try await shop.store.load("authors", from: .data(line.data))
            try await page.wait(until: "\(link).querySelector('.total').innerText === '3'")
            try await page.expect("document.activeElement === \(link)", becomes: true)
        }
    }
}
