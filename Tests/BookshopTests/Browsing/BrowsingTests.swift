#if SQLite
import BookshopContent
import Foundation
import Quire
import Testing
import TransportDoubles

@Suite("bookshop browse on a terminal, over a store", .serialized, .timeLimit(.minutes(30)))
struct BrowsingTests {
    private let up = "\u{1B}[A", down = "\u{1B}[B", right = "\u{1B}[C", left = "\u{1B}[D"

    /// A shop and its browser on the first page of all books; ends the browser in any case.
    private func browsing(
        _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 130, rows: Int = 32,
        body: (BrowsedShop, WatchedProgram) async throws -> Void
    ) async throws {
        let watchdog = Watchdog(seconds: 600, "browse")
        defer { watchdog.stop() }
        let shop = try await BrowsedShop()
        defer { shop.remove() }
        let program = try await shop.browse(arguments, environment: environment, columns: columns, rows: rows)
        defer { program.end() }
        try await body(shop, program)
        #expect(program.now.unknown.isEmpty, "sequences that terminals may not know")
        #expect(program.now.sideEffects == 0)
    }

    @Test("Every key updates results and counts like a query, and Backspace reverts them")
    func typing() async throws {
        try await browsing { shop, program in
            let all = try await shop.books()
            try await shop.waits(program, showing: all, field: "words of titles and names")
            var typed = ""
            for key in ["s", "a", "l", "i"] {
                typed += key
                program.type(key)
                let page = try await shop.books(typed)
                #expect(!page.isEmpty && page.count < all.count)
                try await shop.waits(program, showing: page, field: typed)
            }
            while !typed.isEmpty {
                typed.removeLast()
                program.type("\u{7F}")
                try await shop.waits(
                    program, showing: try await shop.books(typed),
                    field: typed.isEmpty ? "words of titles and names" : typed)
            }
            program.type("xyzzyqq")
            try await program.waits(forText: "No books.")
            program.type("\u{15}")
            try await shop.waits(program, showing: all)
        }
    }

    @Test("Matches are marked in titles and in names that are not on the cover")
    func marked() async throws {
        try await browsing(["jerome", "sal"]) { shop, program in
            let books = try await shop.books("jerome sal") { $0 }
            try await shop.waits(program, showing: books, field: "jerome sal")
            let marked = program.now.texts { $0.isUnderlined }
            #expect(Set(marked).isSuperset(of: ["Jerome", "Salinger"]))
            #expect(program.now.text.contains("J. D. Salinger  ·  Jerome David Salinger"))
        }
    }

    @Test("Arrows and page keys reach all pages; the last page is loaded directly")
    func paging() async throws {
        try await browsing { shop, program in
            let all = try await shop.books()
            // 28 rows of body, two lines each.
            for page in 1...4 {
                try await shop.waits(program, showing: all, from: (page - 1) * 14)
                try await program.waits(forText: "498 books · page \(page) of 36")
                program.type(page.isMultiple(of: 2) ? right : "\u{1B}[6~")
            }
            program.type(left + "\u{1B}[5~")
            try await shop.waits(program, showing: all, from: 28)
            program.type("\u{1B}[F")
            try await program.waits(forText: "page 36 of 36")
            try await shop.waits(program, showing: all, from: 490)
            program.type(up + up + up + up + up + up + up + up)
            try await shop.waits(program, showing: all, from: 476)
            program.type("\u{1B}[H")
            try await shop.waits(program, showing: all)
            for page in 2...20 {
                program.type(right)
                try await program.waits(forText: "page \(page) of 36")
            }
            try await shop.waits(program, showing: all, from: 266)
        }
    }

    @Test("Chosen values of facets refine, and the facet's other values keep their counts")
    func facets() async throws {
        try await browsing { shop, program in
            try await shop.waits(program, showing: try await shop.books())
            program.type("war\t")
            try await shop.waits(program, showing: try await shop.books("war"), field: "war")
            program.type("\r")
            let english = try await shop.books("war") { $0.refine(\.language, to: [.english]) }
            #expect(english.facet(\.language).count > 1, "the others are counted too")
            var reading = try await shop.waits(program, showing: english)
            #expect(reading.chosen == ["English"])
            program.type(down + "\r")
            let second = try #require(english.facet(\.language).first { $0.value != .english })
            let both = try await shop.books("war") { $0.refine(\.language, to: [.english, second.value]) }
            reading = try await shop.waits(program, showing: both)
            #expect(reading.chosen == ["English", shownName(of: second.value)].sorted())
            // Moves to the first genre.
            program.type(right + "\r")
            let genre = try #require(both.facet(\.genre).first).value
            let refined = try await shop.books("war") {
                $0.refine(\.language, to: [.english, second.value]).refine(\.genre, to: [genre])
            }
            #expect(refined.count < both.count)
            reading = try await shop.waits(program, showing: refined)
            #expect(reading.chosen.contains(genre.rawValue))
            // Words that no book with that choice has: chosen values stay, with a count of zero.
            program.type("xq")
            try await program.waits(for: "the chosen values at zero") {
                let reading = ScreenReading($0)
                return reading.total == 0 && reading.chosen.count == 3
                    && reading.facets.values.joined().filter(\.isChosen).allSatisfy { $0.count == 0 }
            }
            program.type("\u{7F}\u{7F}\u{18}")
            reading = try await shop.waits(program, showing: try await shop.books("war"), field: "war")
            #expect(reading.chosen.isEmpty)
        }
    }

    @Test("The order goes from the best match to titles, years, ratings")
    func order() async throws {
        try await browsing(["love"]) { shop, program in
            try await shop.waits(program, showing: try await shop.books("love"))
            program.type("\u{13}")
            try await shop.waits(program, showing: try await shop.books("love") { $0.sort(by: \.title) })
            program.type("\u{13}")
            try await shop.waits(
                program,
                showing: try await shop.books("love") {
                    $0.sort(by: \.year, .descending, nulls: .last).sort(by: \.title)
                })
            #expect(program.now.text.contains("order: newest"))
        }
    }

    @Test("Enter opens a book with everything that 'show' prints; Escape returns to the list")
    func opening() async throws {
        try await browsing(["left", "hand"]) { shop, program in
            try await shop.waits(program, showing: try await shop.books("left hand"))
            program.type("\r")
            let shown = try await shop.program.run("show", "the-left-hand-of-darkness")
            let lines = shown.lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            let screen = try await program.waits(forText: "Id")
            let facts = lines.filter {
                $0.hasPrefix("Authors") || $0.hasPrefix("Published") || $0.hasPrefix("Id")
            }
            #expect(facts.count == 3)
            for fact in facts {
                #expect(screen.lines.contains { $0.hasSuffix(String(fact.suffix(20))) }, "\(fact)")
            }
            #expect(!screen.isCursorShown)
            program.type("\u{1B}")
            try await shop.waits(program, showing: try await shop.books("left hand"), field: "left hand")
        }
    }

    @Test("Text in any script, in incomplete reads, and pasted text can be searched")
    func scripts() async throws {
        try await browsing { shop, program in
            try await shop.waits(program, showing: try await shop.books())
            for byte in "村上".utf8 { program.terminal.type([byte]) }
            try await shop.waits(program, showing: try await shop.books("村上"), field: "村上")
            program.type("\u{7F}\u{7F}\u{1B}[200~left\nhand\u{1B}[201~")
            try await shop.waits(program, showing: try await shop.books("left hand"), field: "left hand")
            program.type("\u{1}x\u{1B}[3~")
            try await program.waits(for: "the cursor in the field") {
                ScreenReading($0).field == "xeft hand" && $0.column == 10
            }
        }
    }

    @Test("A misspelled word finds the results of the closest word, with a note")
    func misspelling() async throws {
        try await browsing(["solinjer"]) { shop, program in
            try await program.waits(forText: "No results for 'solinjer'; showing 'salinger'.")
            try await shop.waits(program, showing: try await shop.books("salinger"), field: "solinjer")
        }
    }

    @Test("Earlier searches are available, even in the next run")
    func history() async throws {
        try await browsing { shop, program in
            try await shop.waits(program, showing: try await shop.books())
            for words in ["left hand", "salinger"] {
                program.type(words)
                try await shop.waits(program, showing: try await shop.books(words), field: words)
                program.type("\r")
                try await program.waits(for: "the book's page") {
                    !$0.isCursorShown && $0.text.contains("Id")
                }
                program.type("\u{1B}")
                try await program.waits(for: "the list") {
                    $0.isCursorShown && $0.text.contains("earlier searches")
                }
                program.type("\u{15}")
            }
            program.type("\u{10}")
            try await shop.waits(program, showing: try await shop.books("salinger"), field: "salinger")
            program.type("\u{3}")
            #expect(try await program.ended() == 0)
            let next = try await shop.browse()
            defer { next.end() }
            try await next.waits(forText: "earlier searches")
            next.type("\u{10}\u{10}")
            try await shop.waits(next, showing: try await shop.books("left hand"), field: "left hand")
        }
    }

    @Test("A key completes the typed text from titles and names")
    func completing() async throws {
        try await browsing { shop, program in
            try await shop.waits(program, showing: try await shop.books())
            program.type("nine st")
            try await program.waits(for: "the completion") {
                $0.text(row: 0) == " Search  nine stories" && ScreenReading($0).field == "nine st"
            }
            program.type("\u{5}")
            try await shop.waits(
                program, showing: try await shop.books("Nine Stories") { $0 },
                field: "Nine Stories")
            program.type("\u{15}jerome dav")
            try await program.waits(for: "no completion") { ScreenReading($0).field == "jerome dav" }
        }
    }

    @Test("Facet values can be found by their words, even those that are not in the list")
    func findingValues() async throws {
        try await browsing { shop, program in
            try await shop.waits(program, showing: try await shop.books())
            // Language, Genre, Author.
            program.type("\t" + right + right + "/")
            try await program.waits(for: "the field") { $0.text(row: 0).hasPrefix(" Author") }
            program.type("salin")
            try await program.waits(for: "the author") {
                $0.text(row: 0) == " Author  salin" && $0.text(row: 3).contains("▌  J. D. Salinger")
            }
            program.type("\r")
            let refined = try await shop.books { $0.refine(\.authorNames, to: ["J. D. Salinger"]) }
            #expect(!refined.isEmpty)
            // The list of facets is scrolled to the chosen one: others may be hidden.
            try await program.waits(for: "the author's books") {
                let reading = ScreenReading($0)
                return reading.total == refined.count && reading.chosen == ["J. D. Salinger"]
                    && Set(reading.titles) == Set(refined.map(\.title))
            }
            // A language by its name; the content has only a code.
            program.type(left + left + left + "/eng")
            try await program.waits(for: "the language") { $0.text(row: 3).contains("▌  English") }
            program.type("\u{1B}")
            try await program.waits(for: "the facets") { ScreenReading($0).chosen == ["J. D. Salinger"] }
        }
    }

    @Test("A misspelled word matches words that differ by one letter, with a message")
    func typo() async throws {
        try await browsing(["salnger"]) { shop, program in
            try await program.waits(forText: "No results for 'salnger'; showing 'salinger'.")
            try await program.waits(for: "Salinger's books") { ScreenReading($0).total == 4 }
        }
    }

    @Test(
        "After a resize, everything is redrawn, also at 40×10; a screen that is too small shows a message, and the typed text stays"
    )
    func resizing() async throws {
        try await browsing { shop, program in
            let page = try await shop.books("sal")
            program.type("sal")
            try await shop.waits(program, showing: page, field: "sal")
            for (columns, rows) in [(90, 20), (40, 10), (64, 12), (200, 60), (30, 8)] {
                try program.resize(columns: columns, rows: rows)
                let screen = try await program.waits(for: "\(columns)×\(rows)") {
                    $0.columns == columns && $0.text(row: rows - 2).contains("\(page.count) books")
                        && $0.text(row: rows - 1).contains("select") && ScreenReading($0).field == "sal"
                }
                #expect(
                    screen.text(row: 1) == String(repeating: "─", count: columns)
                        || screen.text(row: 1).contains("┬"))
                #expect(screen.text.contains("Nine Stories"))
            }
            try program.resize(columns: 20, rows: 5)
            try await program.waits(forText: "Too small")
            try program.resize(columns: 130, rows: 32)
            try await shop.waits(program, showing: page, field: "sal")
        }
    }

    @Test("Without color support, no color is used")
    func noColour() async throws {
        try await browsing(environment: ["NO_COLOR": "1"]) { shop, program in
            try await shop.waits(program, showing: try await shop.books())
            #expect(program.now.squares.joined().allSatisfy { $0.colour == nil })
            #expect(!program.now.texts { $0.isBold }.isEmpty)
        }
    }
}
#endif
