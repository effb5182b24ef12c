#if SQLite
import Foundation
import Testing

/// A query means the same on a store and over the network: every command prints the same for both.
@Suite("The program prints the same for a server as for its store", .timeLimit(.minutes(30)))
struct ServedTests {
    /// Runs a command on the store and on the server.
    private func both(
        _ arguments: [String], _ program: BuiltProgram, _ shop: ServedShop
    ) async throws -> (store: BuiltProgram.Run, server: BuiltProgram.Run) {
        let words = arguments.map { "'\($0.replacingOccurrences(of: "'", with: "'\\''"))'" }
            .joined(separator: " ")
        let store = try await program.shell("exec \"$0\" \(words)")
        let server = try await program.shell("exec \"$0\" \(words) --url \(shop.address)")
        return (store, server)
    }

    @Test("The output is identical for all queries")
    func same() async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        for line in Self.lines {
            let (store, server) = try await both(line, program, shop)
            let command = line.joined(separator: " ")
            #expect(store.code == server.code, "\(command): \(server.errors)")
            #expect(store.output == server.output, "\(command)")
            let beside = server.errors.split(separator: "\n").filter {
                !$0.hasPrefix("The server does not support null ordering")
            }
            #expect(store.errors.split(separator: "\n") == beside, "\(command)")
            let said = store.output + store.errors
            #expect(!said.isEmpty, "\(command) prints no rows to compare")
        }
        await shop.server.stop()
    }

    /// Every option of every command, for sort orders in which items without the value come last anyway.
    static let lines: [[String]] = [
        ["list", "--genre", "fantasy", "--year", "1900...", "--sort", "year:desc"],
        ["list", "--genre", "fantasy", "--genre", "crime", "--sort", "title", "--limit", "5", "--page", "3"],
        ["list", "--form", "novella", "--sort", "title:desc"],
        ["list", "--theme", "sea", "--theme", "travel", "--sort", "title"],
        ["list", "--language", "french", "--language", "ru", "--sort", "released:desc", "--limit", "100"],
        ["list", "--author", "le guin", "--sort", "title"],
        ["list", "--author", "nobody at all"],
        ["list", "--title", "WAR", "--sort", "title"],
        ["list", "--title", "дети", "--sort", "title"],
        ["list", "--year", "...-1"], ["list", "--year", "1960..<1970", "--limit", "1000"],
        ["list", "--min-rating", "4.25", "--sort", "rating:desc", "--sort", "ratings:desc"],
        ["list", "--sort", "genre", "--limit", "100", "--page", "2"],
        ["list", "--sort", "genre:desc,title:desc", "--limit", "17", "--page", "4"],
        ["list", "--sort", "ratings:desc", "--limit", "1000"],
        ["list", "--sort", "year:desc", "--limit", "1000"],
        ["list", "--sort", "title", "--page", "99"],
        ["authors", "--limit", "1000"],
        ["authors", "--name", "ann", "--sort", "name:desc"],
        ["authors", "--country", "Japan", "--country", "France", "--sort", "born:desc"],
        ["authors", "--language", "german", "--sort", "books:desc"],
        ["authors", "--born", "1900...1920", "--sort", "born", "--limit", "50"],
        ["authors", "--born", "...0"],
        ["authors", "--sort", "died:desc", "--limit", "320"],
        ["authors", "--sort", "country:desc", "--limit", "30", "--page", "2"],
        ["show", "the-left-hand-of-darkness"], ["show", "ursula-k-le-guin"], ["show", "the-odyssey"],
        ["show", "haruki-murakami"], ["show", "nobody"],
    ]

    @Test(
        "The tour is the same too, except that stops with a query that HALO cannot express say so"
    )
    func tour() async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        let (store, server) = try await both(["tour"], program, shop)
        #expect(store.code == 0 && server.code == 0, "\(server.errors)")
        let stops = Self.stops(store.output)
        let served = Self.stops(server.output)
        #expect(stops.count == ProgramTests.stepCount && served.count == stops.count)
        var refused: [String] = []
        for (mine, theirs) in zip(stops, served) where mine != theirs {
            let title = mine.split(separator: "\n").first.map(String.init) ?? ""
            refused.append(title)
            #expect(theirs.contains("  HALO cannot express "), "\(title)\n\(theirs)")
            // It is the same up to the rows.
            let swift = mine.components(separatedBy: "\n\n").prefix(2).joined(separator: "\n\n")
            #expect(theirs.hasPrefix(swift), "\(title)")
        }
        #expect(refused.count == 4, "\(refused)")
        #expect(refused[0].contains("Full-text search"))
        #expect(refused[1].contains("Science fiction"))
        #expect(refused[2].contains("Dublin"))
        #expect(refused[3].contains("transaction"))
        await shop.server.stop()
    }

    /// The parts of a tour, each starting with its title.
    static func stops(_ output: String) -> [String] {
        var stops: [String] = []
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.contains(#/^\d+\. /#) { stops.append("") }
            if stops.isEmpty { stops.append("") }
            stops[stops.count - 1] += line + "\n"
        }
        return stops.map { $0.trimmingCharacters(in: .newlines) }
    }

    @Test("An explained query on the server has no SQL, and its request has the server's address")
    func explained() async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        for line in [
            [
                "list", "--genre", "fantasy", "--theme", "war", "--min-rating", "3", "--sort", "title",
                "--explain",
            ],
            ["show", "the-odyssey", "--explain"],
        ] {
            let (store, server) = try await both(line, program, shop)
            #expect(server.code == 0, "\(server.errors)")
            let expected = Self.withoutSQL(store.output)
                .replacingOccurrences(of: "https://halo.example", with: shop.address)
            #expect(server.output == expected, "\(line)")
            #expect(store.output.contains("\nSQL\n") && !server.output.contains("\nSQL\n"))
            #expect(server.output.contains("POST \(shop.address)/api/generalcontent/instance/search"))
        }
        await shop.server.stop()
    }

    /// The output without the parts under `SQL`.
    private static func withoutSQL(_ output: String) -> String {
        var isSQL = false
        let kept = output.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            if line == "SQL" { isSQL = true } else if line == "HALO request" { isSQL = false }
            return !isSQL
        }
        return kept.joined(separator: "\n")
    }

    @Test(
        "If items without a value would come first, the list reports that the server's order differs",
        arguments: [
            (["list", "--limit", "1000"], "year"),
            (["list", "--sort", "rating", "--limit", "1000"], "averageRating"),
            (["authors", "--sort", "born", "--limit", "1000"], "birthYear"),
        ])
    func nulls(_ line: [String], _ field: String) async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        let (store, server) = try await both(line, program, shop)
        #expect(store.code == 0 && server.code == 0, "\(server.errors)")
        #expect(store.errors == "")
        #expect(
            server.errors.contains(
                "The server does not support null ordering: items without '\(field)' may come first."))
        #expect(store.output != server.output)
        // The same rows; those with the value are in the same order.
        #expect(store.ids.sorted() == server.ids.sorted())
        let without = try Set(
            Shipped.items(line[0] == "list" ? "books" : "authors").filter { $0["values"]?[field] == nil }
                .compactMap { $0["id"]?.text })
        #expect(!without.isEmpty)
        #expect(store.ids.filter { !without.contains($0) } == server.ids.filter { !without.contains($0) })
        #expect(Set(server.ids.prefix(without.count)) == without)
        await shop.server.stop()
    }

    @Test(
        "Queries that HALO cannot express are reported, and nothing is printed",
        arguments: [
            (["authors", "--near", "53.35,-6.26,50"], "near"), (["list", "--title", "ab"], "like"),
        ])
    func refused(_ line: [String], _ word: String) async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        let (store, server) = try await both(line, program, shop)
        #expect(store.code == 0 && server.code == 1)
        #expect(server.output.isEmpty)
        #expect(server.errors.contains("bookshop: error: HALO cannot express "))
        #expect(server.errors.contains(word))
        await shop.server.stop()
    }
}
#endif
