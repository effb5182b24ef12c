#if SQLite
import BookshopContent
import Foundation
import Quire
import Testing
import TransportDoubles

import Bookshop

@Suite("bookshop browse while another program writes to its store", .serialized, .timeLimit(.minutes(30)))
struct BrowsedLoadTests {
    private let down = "\u{1B}[B"

    /// Loads books with `quire load`, in a process of its own.
    private func load(_ titles: [(id: String, title: String)], into store: String, _ program: BuiltProgram)
        async throws
    {
        let lines = titles.map {
            #"{"id":"\#($0.id)","title":"\#($0.title)","language":"english","year":1999}"#
        }
        let file = try program.write(lines.joined(separator: "\n") + "\n", to: "books.ndjson")
        let schema = Shipped.root.appendingPathComponent("Schema").path
        let run = try await program.quire(
            "load", "--store", store, "--schema", schema, "--module", "books", file)
        try #require(run.code == 0, "\(run.output)\(run.errors)")
    }

    @Test("Results, counts and the open book follow a quire load; the selection stays on its book")
    func loads() async throws {
        let watchdog = Watchdog(seconds: 600, "browse")
        defer { watchdog.stop() }
        let shop = try BuiltProgram()
        defer { shop.remove() }
        let store = shop.folder.appendingPathComponent("shop.sqlite").path
        let filled = try await shop.run("list", "--limit", "1", "--store", store)
        try #require(filled.code == 0, "\(filled.errors)")
        let program = try await shop.browse(["zzyzx", "--store", store], columns: 130, rows: 32)
        defer { program.end() }
        try await program.waits(forText: "No books.")
        program.type("\u{13}")
        try await program.waits(forText: "order: title")

        try await load([("z2", "Zzyzx 2"), ("z4", "Zzyzx 4")], into: store, shop)
        try await program.waits(for: "two books, and their language") {
            let screen = ScreenReading($0)
            return screen.titles == ["Zzyzx 2", "Zzyzx 4"] && screen.total == 2
                && screen.facets["Language"]?.map(\.count) == [2]
        }
        #expect(ScreenReading(program.now).field == "zzyzx")

        // Selects the last book, and adds two above it.
        program.type(down)
        try await program.waits(for: "the second book selected") { Self.selected($0).contains("Zzyzx 4") }
        try await load([("z1", "Zzyzx 1"), ("z3", "Zzyzx 3")], into: store, shop)
        try await program.waits(for: "four books by title, the last selected") {
            ScreenReading($0).titles == ["Zzyzx 1", "Zzyzx 2", "Zzyzx 3", "Zzyzx 4"]
                && Self.selected($0).contains("Zzyzx 4")
        }

        program.type("\r")
        try await program.waits(for: "the book") { $0.text.contains("1999") && !$0.text.contains("Zzyzx 1") }
        try await load([("z4", "Zzyzx four")], into: store, shop)
        try await program.waits(forText: "Zzyzx four")

        // All books again.
        program.type("\u{1B}")
        try await program.waits(forText: "Zzyzx 1")
        program.type("\u{15}")
        try await program.waits(for: "all books") { ScreenReading($0).total ?? 0 > 400 }
        let all = try #require(ScreenReading(program.now).total)
        try await load((0..<30).map { ("y\($0)", "Aaa \($0)") }, into: store, shop)
        try await program.waits(for: "30 more books") { ScreenReading($0).total == all + 30 }
        #expect(program.now.unknown.isEmpty)
    }

    /// The selected rows.
    private static func selected(_ screen: ScreenEmulator) -> String {
        (0..<screen.rows).map { screen.text(row: $0) }.filter { $0.hasPrefix("▌") }.joined(separator: "\n")
    }
}
#endif
