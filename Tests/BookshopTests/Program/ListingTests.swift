import Foundation
import Testing

@Suite("The program lists books and authors")
struct ListingTests {
    /// The ids of the books that satisfy a condition, from a scan of the data's lines.
    private func books(_ condition: (PlainJSON) -> Bool) throws -> Set<String> {
        Set(
            try Shipped.items("books").filter { condition($0["values"] ?? .null) }.compactMap {
                $0["id"]?.text
            })
    }

    private func texts(_ value: PlainJSON?) -> [String] { value?.list?.compactMap(\.text) ?? [] }

    private func check(_ run: BuiltProgram.Run, _ expected: Set<String>) {
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        #expect(!expected.isEmpty, "nothing to compare")
        #expect(run.ids.count == expected.count)
        #expect(Set(run.ids) == expected)
    }

    @Test("Filters by genre, author, years, language and rating combine")
    func all() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run(
            "list", "--genre", "fantasy", "--author", "le guin", "--year", "1950...1970", "--language", "en",
            "--min-rating", "4", "--sort", "year:desc", "--limit", "10")
        check(
            run,
            try books { book in
                book["genre"]?.text == "fantasy"
                    && texts(book["authorNames"]).contains { $0.contains("Le Guin") }
                    && (1950...1970).contains(book["year"]?.integer ?? 0) && book["language"]?.text == "eng"
                    && (book["averageRating"]?.number ?? 0) >= 4
            })
    }

    @Test("Years BC are listed oldest first")
    func ancient() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("list", "--year", "...-1", "--limit", "100")
        check(run, try books { ($0["year"]?.integer ?? 0) < 0 })
        #expect(run.ids.first == "the-epic-of-gilgamesh")
    }

    @Test("Filters match any of several genres, or all of several themes")
    func anyAndAll() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let genres = try await program.run("list", "--genre", "horror", "--genre", "crime", "--limit", "100")
        check(genres, try books { ["horror", "crime"].contains($0["genre"]?.text) })
        let themes = try await program.run("list", "--theme", "sea", "--theme", "travel", "--limit", "100")
        check(themes, try books { Set(texts($0["themes"])).isSuperset(of: ["sea", "travel"]) })
    }

    @Test("Filters match the title in upper or lower case, in any script")
    func title() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("list", "--title", "WAR", "--limit", "100")
        check(run, try books { $0["title"]?.text?.lowercased().contains("war") == true })
    }

    @Test("Pages have no gaps or repetitions, and the last line shows the position")
    func pages() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        var ids: [String] = []
        let total = try Shipped.ids("books").count
        let last = (total + 99) / 100
        for page in 1...last {
            let run = try await program.run("list", "--sort", "genre", "--limit", "100", "--page", "\(page)")
            #expect(run.lines.last?.hasSuffix("of \(total) books, page \(page) of \(last)") == true)
            ids += run.ids
        }
        #expect(ids.count == total)
        #expect(Set(ids) == Set(try Shipped.ids("books")))
        let past = try await program.run("list", "--limit", "100", "--page", "99")
        #expect(past.code == 0)
        #expect(past.lines.last == "Page 99 is past the end: \(total) books, \(last) pages")
    }

    @Test(
        "The sort key is in order, and books without it come last in both directions",
        arguments: ["asc", "desc"])
    func order(direction: String) async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("list", "--sort", "year:\(direction)", "--limit", "1000")
        let years = Dictionary(
            uniqueKeysWithValues: try Shipped.items("books").map {
                ($0["id"]?.text ?? "", $0["values"]?["year"]?.integer)
            })
        let listed = run.ids.map { years[$0] ?? nil }
        let known = listed.compactMap { $0 }
        #expect(known == known.sorted(by: direction == "asc" ? { $0 < $1 } : { $0 > $1 }))
        #expect(listed.prefix(known.count).allSatisfy { $0 != nil })
    }

    @Test("Authors are filtered by country, year of birth, and place of birth on the globe")
    func authors() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let items = try Shipped.items("authors")
        func ids(_ condition: (PlainJSON) -> Bool) -> Set<String> {
            Set(items.filter { condition($0["values"] ?? .null) }.compactMap { $0["id"]?.text })
        }
        let japan = try await program.run(
            "authors", "--country", "Japan", "--born", "1900...", "--limit", "100")
        check(japan, ids { $0["country"]?.text == "Japan" && ($0["birthYear"]?.integer ?? 0) >= 1900 })
        let dublin = try await program.run("authors", "--near", "53.35,-6.26,50", "--limit", "100")
        check(dublin, ids { $0["birthplace"]?.text == "Dublin" })
    }
}
