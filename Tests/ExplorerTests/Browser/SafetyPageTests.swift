import QuireCore
import Testing

/// Content that attacks the page stays text.
@Suite("The explorer's page and hostile content")
struct SafetyPageTests {
    private static let attacks = [
        "<script>window.attacked = 1</script>", #"<img src=x onerror="window.attacked = 1">"#,
        #""><svg onload=window.attacked=1>"#, "javascript:window.attacked = 1",
        "{{constructor.constructor('window.attacked = 1')()}}",
        "\u{202E}evil \u{2067}text", "</textarea><script>window.attacked = 1</script>",
        "data:text/html,<script>window.attacked = 1</script>",
    ]

    @Test(
        "Scripts, event handlers, URLs of scripts, bidi controls and texts of 1 MB are shown as text in every view"
    )
    func inert() async throws {
        let long = String(repeating: "x", count: 1_000_000)
        let books = (Self.attacks + [long]).enumerated().map { Self.book($0, $1) }
        try await ExploredShop.open(mayWrite: true, lines: ["books": books]) { page, shop in
            try await page.open(
                address(
                    shop,
                    "#/content?q=books where year = 3000 select title, genre, author, titles, blurb, details, cover facets genre"
                ))
            try await page.wait(forText: "9 items", in: ".status")
            #expect(
                try await page.texts(".line").contains { $0.contains("<script>window.attacked = 1</script>") }
            )
            for index in 0...Self.attacks.count {
                try await page.evaluate(
                    "location.hash = '#/content?q=books where year = 3000&item=books/attack-\(index)'")
                try await page.wait(
                    until:
                        "document.querySelector('.related h3') && document.querySelector('.item').innerText.includes('attack-\(index)')"
                )
                try await page.evaluate(
                    "quireNamed('Preview', '.item')?.click(); quireNamed('Edit', '.item').click()")
                try await page.wait(until: "document.querySelector('.item [data-field=title]')")
            }
            try await page.evaluate("location.hash = '#/query?q=books where year = 3000'")
            try await page.wait(forText: "9 items", in: "[role=tabpanel]")
            #expect(try await page.evaluate("window.attacked === undefined").isTrue)
            #expect(
                try await page.evaluate("document.querySelectorAll('main script, main svg [onload]').length")
                    .wholeNumber == 0)
            // No link leads to a script.
            #expect(
                try await page.evaluate(
                    "[...document.querySelectorAll('a')].every((link) => /^https?:/.test(link.href))"
                ).isTrue)
        }
    }

    /// A book with an attack in every field.
    private static func book(_ index: Int, _ attack: String) -> JSONValue {
        let text = JSONValue.string(attack)
        let start = JSONValue.string(String(attack.prefix(200)))
        let values: JSONValue = [
            "title": text, "genre": start, "author": start, "titles": ["en": start], "blurb": start,
            "details": .object([.init(String(attack.prefix(200)), text)]), "cover": start, "year": 3_000,
        ]
        return ExploredShop.item("attack-\(index)", values)
    }

    @Test("A text from right to left does not change the order of what stands beside it")
    func bidi() async throws {
        let book = ExploredShop.item("bidi", ["title": "\u{202E}abc", "year": 3_000])
        try await ExploredShop.open(lines: ["books": [book]]) { page, shop in
            try await page.open(address(shop, "#/content?q=books where year = 3000"))
            try await page.wait(forText: "1 item", in: ".status")
            #expect(
                try await page.evaluate(
                    "getComputedStyle(document.querySelector('.line bdi')).unicodeBidi + document.querySelector('.line bdi').dir"
                ).text
                    == "isolateauto")
        }
    }

    @Test("The token leaves the address at once, and no storage but this tab's holds it")
    func token() async throws {
        try await ExploredShop.open { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            #expect(try await page.evaluate("location.href.includes('token')").isTrue == false)
            #expect(try await page.evaluate("document.cookie + localStorage.length").text == "0")
            #expect(!page.record.requests.contains { $0.contains(shop.server.explorer.token.text) })
        }
    }

    @Test("Without the token, the page explains how to open it")
    func withoutToken() async throws {
        try await ExploredShop.open { page, shop in
            try await page.wait(forText: "250 items", in: ".status")
            try await page.evaluate("sessionStorage.clear()")
            try await page.call("Page.reload")
            try await page.wait(forText: "Open the URL that the program printed", in: "main")
        }
    }
}
