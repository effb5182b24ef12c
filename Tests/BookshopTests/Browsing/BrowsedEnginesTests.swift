#if SQLite
import BookshopContent
import Foundation
import Quire
import SearchServers
import Testing
import TransportDoubles

@Suite("bookshop browse works with engines other than the store", .serialized, .timeLimit(.minutes(30)))
struct BrowsedEnginesTests {
    @Test(
        "With a cluster, the same keys find the same books in the same order, and the same counts",
        arguments: ShopCluster.allCases)
    func cluster(_ kind: ShopCluster) async throws {
        let watchdog = Watchdog(seconds: 900, "browse on \(kind)")
        defer { watchdog.stop() }
        let server =
            switch kind {
            case .typesense: try await SearchServers.typesense()
            case .opensearch: try await SearchServers.openSearch()
            }
        let shop = try await BrowsedShop()
        defer { shop.remove() }
        let prefix = "browse\(UInt32.random(in: 0 ... .max))_"
        let program = try await shop.browse(
            ["--engine", kind.rawValue, "--nodes", server.url.absoluteString, "--prefix", prefix],
            environment: ["TYPESENSE_API_KEY": server.apiKey])
        defer { program.end() }
        let settings = program.terminal.initialSettings
        try await shop.waits(program, showing: try await shop.books())
        var typed = ""
        for key in ["w", "a", "r"] {
            typed += key
            program.type(key)
            try await shop.waits(
                program, showing: try await shop.books(typed), field: typed)
        }
        program.type("\t\r")
        let first = try #require(try await shop.books("war").facet(\.language).first).value
        let refined = try await shop.books("war") { $0.refine(\.language, to: [first]) }
        let reading = try await shop.waits(program, showing: refined, field: "war")
        #expect(reading.chosen == [shownName(of: first)])
        program.type("\u{18}\t\u{15}")
        let all = try await shop.books()
        try await shop.waits(program, showing: all)
        program.type("\u{1B}[C\u{1B}[C")
        try await shop.waits(program, showing: all, from: 28)
        program.type("\u{1B}[F")
        try await shop.waits(program, showing: all, from: 490)
        program.type("\u{1B}[H\r")
        try await program.waits(for: "a book's page") { !$0.isCursorShown && $0.text.contains("Authors") }
        program.type("\u{1B}")
        try await shop.waits(program, showing: all)
        // Misspelled words are corrected as by the store, and the message says so. A cluster's list ends after the
        // books with all words.
        program.type("salnger nine")
        let corrected = try await shop.books("salnger nine", mode: .allWords)
        try #require(!corrected.isEmpty)
        try await program.waits(forText: "showing 'salinger'.")
        try await shop.waits(program, showing: corrected, field: "salnger nine")
        program.type("\u{3}")
        #expect(try await program.ended() == 0)
        #expect(program.terminal.settings == settings && !program.now.isAlternate)
        #expect(!String(decoding: program.bytes, as: UTF8.self).contains(server.apiKey))
    }

    @Test(
        "A content server finds parts of titles, without facets; an outage is reported, and the results stay"
    )
    func contentServer() async throws {
        let watchdog = Watchdog(seconds: 600, "browse on a content server")
        defer { watchdog.stop() }
        let served = try await ServedShop.start()
        let shop = try await BrowsedShop()
        defer { shop.remove() }
        let program = try await shop.browse(["--url", served.address])
        defer { program.end() }
        let settings = program.terminal.initialSettings
        try await program.waits(forText: "498 books")
        let expected = try await shop.books { query in
            query.where(
                anyOf {
                    $0.title.like("ark")
                    $0.originalTitle.like("ark")
                })
        }
        #expect(!expected.isEmpty)
        program.type("ark")
        let screen = try await program.waits(for: "\(expected.count) books") {
            ScreenReading($0).field == "ark" && ScreenReading($0).total == expected.count
        }
        #expect(
            ScreenReading(screen).titles.map { String($0.prefix(12)) }
                == expected.map { String($0.title.prefix(12)) })
        #expect(ScreenReading(screen).facets.isEmpty)
        await served.server.stop()
        program.type("n")
        let failed = try await program.waits(forText: "^R tries again: ")
        #expect(ScreenReading(failed).titles.first.map { $0.prefix(12) } == expected.first?.title.prefix(12))
        program.type("\u{3}")
        #expect(try await program.ended() == 0)
        #expect(program.terminal.settings == settings && !program.now.isAlternate)
    }

    @Test("Hostile content does not affect the terminal in lists, facets or on a book's page")
    func hostile() async throws {
        let watchdog = Watchdog(seconds: 600, "browse on hostile content")
        defer { watchdog.stop() }
        let program = try BuiltProgram()
        defer { program.remove() }
        let bad = #"\u001b[2J\u001b]0;owned\u0007\u009b31m\r\n\u202eevil\u001b[?1049l"#
        let book = """
            {"id":"a","values":{"title":"\(bad)","authorNames":["\(bad)"],"note":"\(bad)","language":"\(bad)","category":"\(bad)"}}
            {"id":"b","values":{"title":"日本語の題名と👩‍👩‍👧と e\\u0301 \(String(repeating: "長", count: 200))","language":"jpn"}}
            """
        let file = try program.write(book, to: "books.ndjson")
        let watched = try await program.browse(["--data", file])
        defer { watched.end() }
        let screen = try await watched.waits(forText: "2 books")
        #expect(screen.text.contains("\\u{1B}[2J\\u{1B}]0;owned\\u{7}\\u{9B}31m \\u{202E}evil\\u{1B}[?1049l"))
        watched.type("\u{1B}[H\r")
        try await watched.waits(for: "the page of the first book") {
            !$0.isCursorShown && $0.text.contains("Id")
        }
        watched.type("\u{1B}")
        try await watched.waits(for: "the list again") { $0.isCursorShown }
        try watched.resize(columns: 40, rows: 10)
        try await watched.waits(for: "40×10") { $0.text(row: 8).contains("2 books") }
        #expect(watched.now.sideEffects == 0 && watched.now.unknown.isEmpty && watched.now.isAlternate)
        // The output contains none of these bytes: no title is set, no bell rings, no text is reversed.
        let sent = String(decoding: watched.bytes, as: UTF8.self)
        #expect(!sent.contains("\u{1B}]") && !sent.contains("\u{7}") && !sent.contains("\u{9B}"))
        #expect(!sent.contains("\u{202E}"))
        watched.type("\u{4}")
        #expect(try await watched.ended() == 0)
    }
}
#endif
