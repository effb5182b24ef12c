import Foundation
import QuireCore
import QuireEngine
import QuireExplorer
import QuireRemote
import QuireStore
import QuireTypesense
import SearchServers
import Testing

/// The query builder, in a real browser.
@Suite("The explorer's query view")
struct QueryPageTests {
    private static let query = "#/query?q=books where year >= 1950 and genre = \"crime\" sort year desc"

    @Test(
        "A query is shown as Swift, as filter tree, as SQL with its plan, and as each engine's request or refusal"
    )
    func requests() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, Self.query))
            for (tab, text) in [
                ("Swift", ".where("), ("Filter tree", #""condition""#), ("SQL", "SELECT"),
                ("HALO", "moduleName"),
                ("Typesense", "filter_by"), ("OpenSearch", "_search"), ("Algolia", "Refused"),
            ] {
                try await page.wait(
                    until:
                        "[...document.querySelectorAll('[role=tab]')].some((tab) => tab.innerText.startsWith(\(tab.script)))"
                )
                try await page.evaluate(
                    "[...document.querySelectorAll('[role=tab]')].find((tab) => tab.innerText.startsWith(\(tab.script))).click()"
                )
                try await page.wait(forText: text, in: "[role=tabpanel]")
                if tab == "SQL" { try await page.wait(forText: "Plan", in: "[role=tabpanel]") }
                if tab == "HALO" { try await page.wait(forText: "curl", in: "[role=tabpanel]") }
            }
        }
    }

    @Test("The form changes the text, and the text changes the form")
    func bothWays() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, Self.query))
            try await page.wait(until: "quireNamed('Value', '.query')")
            try await page.fill(named: "Value", "1980")
            try await page.wait(until: "document.querySelector('textarea').value.includes('year >= 1980')")
            try await page.fill("textarea", "books where price < 1 or inPrint = true sort title")
            try await page.wait(until: "quireNamed('Combination', '.query')?.value === 'any'")
            try await page.wait(forText: "127 items", in: "[role=tabpanel]")
            try await page.click(named: "+ Relation")
            try await page.wait(until: "document.querySelector('textarea').value.includes('any author')")
        }
    }

    @Test("A mistake in the text is marked at its place, with what was expected, and the last query stays")
    func mistakes() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, Self.query))
            try await page.wait(until: "quireNamed('Value', '.query')")
            try await page.fill("textarea", "books where yaer > 3")
            try await page.wait(
                until: "document.querySelector('.error')?.innerText.includes('did you mean \"year\"')")
            let invalid = "document.querySelector('textarea').getAttribute('aria-invalid') === 'true'"
            try await page.expect(invalid, becomes: true)
            try await page.fill("textarea", "books where year >> 3")
            try await page.expect(
                "document.querySelector('.query .code.small').textContent",
                becomes: "books where year >> 3\n                  ^")
            try await page.expect(invalid, becomes: true)
            try await page.fill("textarea", "books where year > 3")
            try await page.wait(until: "!document.querySelector('.query .error') && !(\(invalid))")
        }
    }

    @Test("A query is saved in the file beside the schema and opened from it again")
    func savedQueries() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, Self.query))
            try await page.click(named: "Save the query")
            try await page.fill(named: "Name", in: "dialog", "Newer crime")
            try await page.click(named: "Save", in: "dialog")
            try await page.wait(forText: "Saved Newer crime")
            let file = try String(
                contentsOf: shop.folder.appendingPathComponent("queries.json"), encoding: .utf8)
            #expect(file.contains("Newer crime") && file.contains("year >= 1950"))
            try await page.fill("textarea", "authors")
            try await page.wait(forText: "2 items", in: "[role=tabpanel]")
            try await page.click(named: "Saved")
            try await page.click(named: "Newer crime", in: ".menu")
            try await page.wait(until: "document.querySelector('textarea').value.includes('1950')")
        }
    }

    private static let works = """
        "modules": [ { "name": "works", "item": "Work", "fields": [
          { "name": "title", "type": "text", "required": true, "sortable": true },
          { "name": "dates", "type": "object", "fields": [
            { "name": "start", "type": "integer", "sortable": true },
            { "name": "period", "type": "text", "operators": ["="], "facet": "disjunctive" } ] },
          { "name": "contributors", "type": "list", "of": { "type": "object", "fields": [
            { "name": "role", "type": "text", "operators": ["=", "!="] },
            { "name": "artist", "type": "relation", "module": "authors", "operators": ["=", "in"] } ] } } ] },
        """

    private static func work(_ title: String, _ start: Int, _ role: String, _ artist: String) -> JSONValue {
        let period: JSONValue = start < 1900 ? "old" : "new"
        return ExploredShop.item(
            title,
            [
                "title": .string(title), "dates": ["start": .integer(Int64(start)), "period": period],
                "contributors": [["role": .string(role), "artist": .string(artist)]],
            ])
    }

    @Test(
        "Members of objects, lists of objects and relations inside them are conditions, sort keys and facets")
    func members() async throws {
        let schema = ExploredShop.schema.replacingOccurrences(of: #""modules": ["#, with: Self.works)
        let works = [
            Self.work("Norham", 1850, "painter", "ogawa"), Self.work("Yokohama", 1950, "printer", "ogawa"),
            Self.work("Dunes", 1960, "painter", "other"),
        ]
        try await ExploredShop.open(lines: ["works": works], schema: schema) { page, shop in
            let typed =
                "works where any contributors (role = \"painter\" and artist = \"ogawa\") and any contributors.artist (name = \"x\")"
            try await page.open(address(shop, "#/query?q=\(typed)"))
            let collections =
                "[...document.querySelectorAll('select[aria-label=Relation]')].map((node) => node.value)"
            try await page.expect("\(collections).join()", becomes: "contributors,contributors.artist")
            try await page.open(
                address(
                    shop, "#/query?q=works where any contributors (role = \"painter\" or artist = \"other\")")
            )
            try await page.wait(forText: "2 items", in: "[role=tabpanel]")
            try await page.choose("contributors.artist", named: "Relation", in: ".query")
            try await page.expect(
                "document.querySelector('textarea').value", becomes: "works where any contributors.artist ()")
            try await page.click(named: "+ Condition on authors")
            try await page.click(named: "+ Condition")
            try await page.open(address(shop, "#/query?q=works where dates.start > 1900 sort dates.start"))
            try await page.wait(forText: "2 items", in: "[role=tabpanel]")
            try await page.expect("quireNamed('Field', '.query').value", becomes: "dates.start")
            try await page.expect("quireNamed('Sort by', '.query').value", becomes: "dates.start")
            try await page.fill(named: "Value", "1955")
            try await page.wait(
                until: "document.querySelector('textarea').value.includes('dates.start > 1955')")
            try await page.wait(forText: "1 item", in: "[role=tabpanel]")
            try await page.open(address(shop, "#/content?q=works"))
            try await page.wait(forText: "3 items", in: ".status")
            try await page.click(named: "Facets")
            try await page.click(named: "dates.period", in: ".menu")
            try await page.wait(forText: "old", in: ".facets")
        }
    }

    @Test("An unknown name in a link or in a saved query opens as a text with its place")
    func unknownNames() async throws {
        try await ExploredShop.open { page, shop in
            let saved = #"[{"name":"Old","query":"books sort title facets genrre"}]"#
            try Data(saved.utf8).write(to: shop.folder.appendingPathComponent("queries.json"))
            let mark = "document.querySelector('.query .code.small')?.textContent"
            try await page.open(address(shop, "#/content?q=books select title, pagse"))
            try await page.expect(mark, becomes: "books select title, pagse\n                    ^^^^^")
            try await page.open(address(shop, "#/content?q=boks"))
            try await page.expect(mark, becomes: "boks\n^^^^")
            try await page.click(named: "Saved")
            try await page.click(named: "Old", in: ".menu")
            try await page.expect(
                mark, becomes: "books sort title facets genrre\n                        ^^^^^^")
            try await page.wait(forText: "did you mean \"genre\"", in: ".query .error")
        }
    }

    @Test("The items of a query are exported as NDJSON, and as CSV")
    func export() async throws {
        try await ExploredShop.open { page, shop in
            try await page.open(address(shop, "#/content?q=books where year > 1990"))
            try await page.wait(forText: "18 items", in: ".status")
            // Keeps the file's content instead of saving a file.
            try await page.evaluate(
                "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.exported = text }); return 'blob:none' }; HTMLAnchorElement.prototype.click = () => {}"
            )
            for (format, count) in [("NDJSON, for quire load", 18), ("CSV, for spreadsheets", 19)] {
                try await page.evaluate("window.exported = null")
                try await page.click(named: "Export")
                try await page.click(named: format, in: ".menu")
                try await page.wait(until: "window.exported")
                let lines =
                    try await page.evaluate("window.exported").text?.split(whereSeparator: \.isNewline) ?? []
                #expect(lines.count == count)
                #expect(lines.last?.contains("book-") == true)
            }
        }
    }

    @Test("The same query on the store and on Typesense: differences are marked")
    func comparison() async throws {
        let server = try await SearchServers.typesense()
        let settings = TypesenseSettings(prefix: "explored_\(UUID().uuidString.prefix(8).lowercased())_")
        let engine = TypesenseEngine(nodes: [server.url], apiKey: server.apiKey, settings: settings)
        try await ExploredShop.open(besides: { modules, store in
            try await Self.copy(modules, from: store, to: engine)
            return [ExploredEngine(.typesense, label: "Typesense test", engine: engine)]
        }) { page, shop in
            try await page.open(address(shop, "#/query?q=books where year >= 1950 sort price"))
            try await page.click(named: "Compare engines")
            try await page.wait(
                forText: "Both return the same items in the same order", in: "[role=tabpanel]")
            let line = ExploredShop.item(
                "book-250", ["title": "Only in the store", "year": 1999, "price": 0])
            _ = try await shop.store.load("books", from: .data(line.data))
            try await page.click(named: "Run again")
            try await page.wait(until: "document.querySelector('.results .missing, .results .moved')")
            try await page.open(address(shop, "#/content?q=books"))
            try await page.wait(forText: "250 items", in: ".status")
            try await page.choose("typesense", named: "Engine")
            try await page.fill("input[type=search]", "memory")
            try await page.wait(forText: "1 item", in: ".status")
            try await page.expect(texts: ".line mark", become: ["Memory"])
        }
    }

    /// Copies the books and the authors to Typesense.
    private static func copy(_ modules: [ModuleDescriptor], from store: Store, to engine: TypesenseEngine)
        async throws
    {
        for module in modules where module.name != "reviews" {
            var request = SearchRequest(module: module)
            request.page = .page(1, size: 500)
            let page = try JSONValue(parsing: try await store.searchData(request))
            let place = try await engine.loadingPlace(for: module, replacing: false, resuming: false)
            let failures = try await engine.load(page["items"]?.elements ?? [], into: place, of: module)
            #expect(failures.allSatisfy { $0 == nil })
            try await engine.putLive(place, of: module)
        }
    }
}
