#if SQLite
import Foundation
import Testing

import Bookshop

/// HALO's API has no full text, so the program searches for substrings of titles and names.
@Suite("The program searches a server by parts of titles and names", .timeLimit(.minutes(30)))
struct ServedSearchTests {
    private func run(_ shop: ServedShop, _ program: BuiltProgram, _ arguments: [String]) async throws
        -> BuiltProgram.Run
    {
        let words = arguments.map { "'\($0.replacingOccurrences(of: "'", with: "'\\''"))'" }
        return try await program.shell(
            "exec \"$0\" search \(words.joined(separator: " ")) --url \(shop.address) --limit 1000")
    }

    @Test(
        "Every word must occur in the title, the original title or an author's name, and a note says so"
    )
    func parts() async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        let authors = try Shipped.items("authors")
        for words in [["left", "darkness"], ["村上春"], ["tolstoy", "peace"], ["мир"]] {
            let run = try await run(shop, program, words)
            #expect(run.code == 0)
            #expect(
                run.errors.hasPrefix(
                    "HALO has no full-text search: these books contain the letters in their title or author.\n"
                ))
            let expected = try Shipped.items("books").filter { book in
                let ids = book["values"]?["authors"]?.list?.compactMap(\.text) ?? []
                let names = authors.filter { ids.contains($0["id"]?.text ?? "") }.flatMap {
                    [$0["values"]?["name"]?.text, $0["values"]?["nativeName"]?.text]
                }
                let texts = [book["values"]?["title"]?.text, book["values"]?["originalTitle"]?.text] + names
                return words.allSatisfy { word in texts.contains { $0?.lowercased().contains(word) == true } }
            }
            #expect(!expected.isEmpty, "nothing to compare")
            #expect(Set(run.ids) == Set(expected.compactMap { $0["id"]?.text }), "\(words)")
        }
        await shop.server.stop()
    }

    @Test(
        "Full-text features and letters that HALO cannot search are rejected, with the remedy")
    func refused() async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        for option in ["--any", "--phrase", "--whole", "--parts", "--without=x"] {
            let run = try await run(shop, program, ["left", option])
            #expect(run.code == 1 && run.output.isEmpty)
            #expect(run.errors.contains("search the store instead, without --url."), "\(run.errors)")
        }
        let letters = try await run(shop, program, ["d'"])
        #expect(letters.code == 1 && letters.output.isEmpty)
        #expect(letters.errors.contains("HALO cannot express ") && letters.errors.contains("like"))
        await shop.server.stop()
    }

    @Test("An explained query shows the searched parts of words")
    func explained() async throws {
        let shop = try await ServedShop.start()
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await run(shop, program, ["whale", "--explain"])
        #expect(run.code == 0, "\(run.errors)")
        #expect(!run.output.contains("\nSQL\n"))
        #expect(run.output.contains("POST \(shop.address)/api/generalcontent/instance/search"))
        await shop.server.stop()
    }
}
#endif
