#if SQLite
import Foundation
import Quire
import QuireEngine
import QuireStore
import Testing
import TransportDoubles

@Suite("An unfinished word that very many items have")
struct UnfinishedWordTests {
    /// - Parameter weights: Of the title, the note and the body.
    private static func module(_ popularity: Popularity, weights: [Double] = [10, 2, 1]) -> ModuleDescriptor {
        popularity.books([
            FieldDescriptor(name: "title", kind: .text, searchWeight: weights[0]),
            FieldDescriptor(name: "note", kind: .text, searchWeight: weights[1]),
            FieldDescriptor(name: "body", kind: .longText, searchWeight: weights[2]),
        ])
    }

    private static let words = [
        "r", "ro", "ros", "rose", "roses", "ro-se", "r'o", "R. O.", "rowing", "reed", "sea", "wind",
        "tale",
    ]

    /// Random items, most of which have a word that begins with `r`: whole words of the queries, longer ones, words with
    /// other spellings at the same place, and more occurrences than count.
    private static func lines(_ count: Int, seed: UInt64, words: [String] = words) -> [String] {
        var random = SeededGenerator(seed: seed)
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            .joined(separator: " ")
        }
        let many = String(repeating: "rowing ", count: 300)
        return (0..<count).map { number in
            let title = number % 400 == 7 ? many : text(3)
            let note = number % 400 == 7 ? "rowing" : text(4)
            // Places that take two bytes and three.
            let gap = number == 11 ? 17_000 : number % 97 == 3 ? 150 : 0
            let body = String(repeating: "sea ", count: gap) + text(6)
            let votes = Int.random(in: -1..<40, using: &random)
            let id = String(number * 7_919 % 100_003, radix: 36)
            return
                #"{"id":"\#(id)","values":{"title":"\#(title)","note":"\#(note)","body":"\#(body)","votes":\#(votes)}}"#
        }
    }

    private static func compare(
        _ texts: [String], _ store: Store, _ module: ModuleDescriptor, _ lines: [String],
        toleratesTypos: Bool = false, sizes: [Int] = [20], _ context: String = ""
    ) async throws {
        let instances = try lines.map { try JSONValue(parsing: Data($0.utf8)) }
        for text in texts {
            var request = SearchRequest(module: module)
            request.text = TextSearch(.all(text))
            request.text?.mode = toleratesTypos ? .anyWord : .asTyped
            request.page = .all
            let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
            #expect(!expected.isEmpty)
            // The first page before all others, which weigh more items.
            for (offset, limit) in sizes.map({ (0, $0) }) + [(20, 200), (0, 5_000)] {
                request.page = .offset(offset, limit: limit)
                let page = try await store.search([request], decoding: Store.idDecoder(module))[0]
                #expect(
                    page.items == Array(expected.dropFirst(offset).prefix(limit)),
                    "\(text) from \(offset) \(context)")
                #expect(page.pageInfo.totalItems == expected.count, "\(text) \(context)")
                #expect(
                    page.text?.ranking == (expected.count > TextFindings.mostWeighed ? .skipped : .relevance),
                    "\(text) \(context)")
            }
        }
    }

    @Test(
        "Random items have the order of the reference, before and after the words of the index are known",
        arguments: zip(Popularity.allCases, [[10, 2, 1], [3, 3, 1], [1, 2, 5]] as [[Double]]))
    func order(popularity: Popularity, weights: [Double]) async throws {
        let module = Self.module(popularity, weights: weights)
        let lines = Self.lines(4_700, seed: 5)
        let store = try await Store(.memory, modules: [module])
        try await store.load("books", from: .data(Data(lines.joined(separator: "\n").utf8)))
        try await Self.compare(["r", "ro", "rowi"], store, module, lines)
        // A typo makes the search read the words.
        var request = SearchRequest(module: module)
        request.text = TextSearch(.all("rowinq"))
        request.text?.mode = .anyWord
        #expect(try await !store.ids(request).isEmpty)
        try await Self.compare(["r", "ro", "ros"], store, module, lines, toleratesTypos: true, "with words")
        await store.close()
    }

    @Test(
        "Items that have the beginning only have the order of the reference: places, spellings, lengths",
        arguments: zip(Popularity.allCases, [[10, 2, 1], [3, 3, 1], [1, 2, 5]] as [[Double]]))
    func beginningsOnly(popularity: Popularity, weights: [Double]) async throws {
        let module = Self.module(popularity, weights: weights)
        // No word of the query is whole, so the leading items are those that the beginning alone ranks.
        let words = ["ros", "rose", "ros-ebud", "rowing", "reed", "sea", "wind", "tale"]
        let lines = Self.lines(4_700, seed: 15, words: words)
        let store = try await Store(.memory, modules: [module])
        try await store.load("books", from: .data(Data(lines.joined(separator: "\n").utf8)))
        let texts = ["r", "ro"]
        try await Self.compare(texts, store, module, lines, sizes: [20, 100, 400, 1_500])
        await store.close()
    }

    @Test("Words that are often in the same items do not make a search skip the ranking of few items")
    func frequentWords() async throws {
        let module = Self.module(.none)
        // 3,900 items have the beginning nine times.
        let lines = (0..<5_000).map { number in
            let text = number < 3_900 ? "the road rose river \(number % 7)" : "sea \(number % 5)"
            let title = number % 31 == 0 && number < 3_900 ? "rose" : text
            return #"{"id":"\#(number)","values":{"title":"\#(title)","note":"\#(text)","body":"\#(text)"}}"#
        }
        let store = try await Store(.memory, modules: [module])
        try await store.load("books", from: .data(Data(lines.joined(separator: "\n").utf8)))
        var request = SearchRequest(module: module)
        request.text = TextSearch(.all("rivxr"))
        request.text?.mode = .anyWord
        #expect(try await !store.ids(request).isEmpty)
        try await Self.compare(["r", "ro", "rive"], store, module, lines, toleratesTypos: true)
        await store.close()
    }

    @Test("After random writes, what was found before is mended to the order of the reference")
    func mended() async throws {
        let module = Self.module(.none)
        let store = try await Store(.memory, modules: [module])
        var random = SeededGenerator(seed: 9)
        var lines = Self.lines(4_700, seed: 6)
        try await store.load("books", from: .data(Data(lines.joined(separator: "\n").utf8)))
        try await Self.compare(["ro"], store, module, lines, "before")
        for round in 0..<3 {
            let new = Self.lines(60, seed: 100 + UInt64(round))
            for line in new {
                let number = Int.random(in: 0..<lines.count, using: &random)
                let id = try JSONValue(parsing: Data(lines[number].utf8)).instanceID
                let values = line.drop { $0 != "," }
                lines[number] = #"{"id":"\#(id)""# + values
                let written = lines[number]
                try await store.transaction("write") { transaction in
                    _ = try transaction.upsert(Data(written.utf8), into: "books")
                }
            }
            try await Self.compare(["ro"], store, module, lines, "in round \(round)")
        }
        await store.close()
    }

    @Test("Writes to an item among the first ids, and to one after them, keep the order of the reference")
    func reusedNumbers() async throws {
        let module = Self.module(.none)
        let store = try await Store(.memory, modules: [module])
        // All items are equally good, so the ids decide, which the store reads a part at a time: the first four thousand.
        func line(_ id: String) -> String { #"{"id":"\#(id)","values":{"title":"rowing"}}"# }
        var ids = (0..<5_000).map { "k\($0 + 10_000)" }.sorted()
        // The last one that is written has the greatest number, which the next new item gets.
        let first = ids.remove(at: 7)
        ids.append(first)
        try await store.load("books", from: .data(Data(ids.map(line).joined(separator: "\n").utf8)))
        var random = SeededGenerator(seed: 12)
        for round in 0..<12 {
            try await Self.compare(
                ["ro"], store, module, ids.map(line), sizes: [20, 4_090, 4_100], "round \(round)")
            // An id near the end of the known part, among the first, at the end, or in the place of a deleted one.
            let near = ids.sorted()[4_095]
            let new = [near + "x", "k1000\(round)x", "z\(round)", near.dropLast() + ""].randomElement(
                using: &random)
            let removed = round % 2 == 0 ? ids[ids.count - 1] : ids.randomElement(using: &random) ?? ""
            let written = try #require(new)
            let text = line(written)
            ids.removeAll { $0 == removed || $0 == written }
            ids.append(written)
            try await store.transaction("write") { transaction in
                try transaction.delete(removed, from: "books")
                _ = try transaction.upsert(Data(text.utf8), into: "books")
            }
        }
        await store.close()
    }
}
#endif
