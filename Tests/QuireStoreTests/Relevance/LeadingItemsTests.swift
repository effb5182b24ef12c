#if SQLite
import Foundation
import Quire
import QuireEngine
import QuireText
import TransportDoubles
import Testing

import QuireStore

@Suite("Searches of one word that very many items have")
struct LeadingItemsTests {
    /// Items that nearly all have a word that begins with `r`, most of them at the beginning of a field.
    private static let lines: [String] = (0..<4_600).map { number in
        let words = ["rose", "road", "river", "sea", "ro", "tale", "rowing", "wind"]
        func word(_ step: Int) -> String { words[(number * step + number / 7) % words.count] }
        let title = number % 50 == 0 ? "rose" : "\(word(3)) \(word(5)) \(word(1))"
        let note = number % 11 == 0 ? "a river \(word(7)) and a rose" : "r \(word(5))"
        let id = String(number * 7_919 % 4_600, radix: 36)
        return #"{"id":"\#(id)","values":{"title":"\#(title)","note":"\#(note)","votes":\#(number % 30)}}"#
    }

    @Test(
        "Pages have the order of the reference, whether or not all items are weighed",
        arguments: Popularity.allCases)
    func order(popularity: Popularity) async throws {
        let module = popularity.books()
        let store = try await Store(.memory, modules: [module])
        try await store.load("books", from: .data(Data(Self.lines.joined(separator: "\n").utf8)))
        let instances = try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }
        for text in ["r", "ro", "rose"] {
            var request = SearchRequest(module: module)
            request.text = TextSearch(.all(text))
            request.text?.mode = .anyWord
            request.page = .all
            let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
            if text == "r" { #expect(expected.count > TextFindings.mostWeighed) }
            for offset in [0, 20, 380, 3_990, 4_400] where offset < expected.count {
                request.page = .offset(offset, limit: 20)
                let page = try await store.search([request], decoding: Store.idDecoder(module))[0]
                #expect(page.items == Array(expected.dropFirst(offset).prefix(20)), "\(text) from \(offset)")
                #expect(page.pageInfo.totalItems == expected.count)
            }
            var found: [String] = []
            var cursor: Cursor?
            repeat {
                request.page = .cursor(cursor, limit: 500)
                let page = try await store.search([request], decoding: Store.idDecoder(module))[0]
                found += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(found == expected, "\(text) by cursors")
        }
    }

    @Test("After the words of the index were read, a search finds the same items in the same order")
    func knownWords() async throws {
        let module = Popularity.none.books()
        let store = try await Store(.memory, modules: [module])
        try await store.load("books", from: .data(Data(Self.lines.joined(separator: "\n").utf8)))
        func ids(_ text: String) async throws -> [String] {
            var request = SearchRequest(module: module)
            request.text = TextSearch(.all(text))
            request.text?.mode = .anyWord
            request.page = .page(1, size: 300)
            return try await store.search([request], decoding: Store.idDecoder(module))[0].items
        }
        let texts = ["r", "ro", "rowing", "rowin", "rose r", "x", "tale wind"]
        var before: [[String]] = []
        for text in texts { before.append(try await ids(text)) }
        // A typo makes the search read the words.
        #expect(try await !ids("rowinq").isEmpty)
        for (text, expected) in zip(texts, before) { #expect(try await ids(text) == expected, "\(text)") }
    }

    @Test(
        "After a write, searches have the order of the reference again, whoever has written",
        arguments: [Popularity.none, .indexed], [true, false])
    func writes(popularity: Popularity, isOwn: Bool) async throws {
        let module = popularity.books()
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [module])
        try await store.load("books", from: .data(Data(Self.lines.joined(separator: "\n").utf8)))
        let other = try await Store(.file(folder.file()), modules: [module])
        let writer = isOwn ? store : other
        var instances = try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }
        func compare(_ context: String) async throws {
            for text in ["ro", "rose", "river sea", "ro"] {
                var request = SearchRequest(module: module)
                request.text = TextSearch(.all(text))
                request.text?.mode = .anyWord
                request.page = .all
                let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
                for offset in [0, 20, 2_000] where offset < expected.count {
                    request.page = .offset(offset, limit: 20)
                    let page = try await store.search([request], decoding: Store.idDecoder(module))[0]
                    #expect(
                        page.items == Array(expected.dropFirst(offset).prefix(20)),
                        "\(context), \(text) from \(offset)")
                    #expect(page.pageInfo.totalItems == expected.count, "\(context), \(text)")
                }
            }
        }
        try await compare("before")
        // A new item with the first id, and the most popular of all.
        let first = #"{"id":"!first","values":{"title":"rose","votes":31}}"#
        try await writer.load("books", from: .data(Data(first.utf8)))
        instances.append(try JSONValue(parsing: Data(first.utf8)))
        try await compare("inserted")
        // Only the popularity changes.
        let less = #"{"id":"!first","values":{"title":"rose","votes":3}}"#
        try await writer.load("books", from: .data(Data(less.utf8)))
        instances[instances.count - 1] = try JSONValue(parsing: Data(less.utf8))
        try await compare("changed")
        #expect(try await writer.delete(["!first"], from: "books") == 1)
        instances.removeLast()
        try await compare("deleted")
        await store.close()
        await other.close()
    }

    @Test(
        "After random writes, what was found before is mended to the order of the reference",
        arguments: [Popularity.none, .unindexed])
    func mended(popularity: Popularity) async throws {
        let module = popularity.books()
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [module])
        var random = SeededGenerator(seed: 3)
        var lines: [String: String] = [:]
        for line in Self.lines { lines[try JSONValue(parsing: Data(line.utf8)).instanceID] = line }
        try await store.load("books", from: .data(Data(Self.lines.joined(separator: "\n").utf8)))
        for round in 0..<8 {
            var changed = lines
            var steps: [(id: String, line: String?)] = []
            for _ in 0..<30 {
                let isNew = Int.random(in: 0..<3, using: &random) == 0
                let number = Int.random(in: 0..<(isNew ? 100_000 : 4_600), using: &random)
                let id = String(number, radix: 36)
                let title = ["rose", "the rose", "sea", "road to ro"].randomElement(using: &random) ?? ""
                let votes = Int.random(in: 0..<40, using: &random)
                let line =
                    Int.random(in: 0..<4, using: &random) == 0
                    ? nil
                    : #"{"id":"\#(id)","values":{"title":"\#(title)","note":"wind","votes":\#(votes)}}"#
                steps.append((id, line))
                changed[id] = line
            }
            let rollsBack = round % 4 == 2
            let written = steps
            do {
                try await store.transaction("write") { transaction in
                    for (id, line) in written {
                        if let line {
                            try transaction.upsert(Data(line.utf8), into: "books")
                        } else {
                            try transaction.delete(id, from: "books")
                        }
                    }
                    if rollsBack { throw CancellationError() }
                }
                lines = changed
            } catch is CancellationError {}
            let instances = try lines.values.map { try JSONValue(parsing: Data($0.utf8)) }
            for text in ["r", "ro"] {
                var request = SearchRequest(module: module)
                request.text = TextSearch(.all(text))
                request.page = .all
                let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
                if text == "r" { #expect(expected.count > TextFindings.mostWeighed) }
                for offset in [0, 380] {
                    request.page = .offset(offset, limit: 60)
                    let page = try await store.search([request], decoding: Store.idDecoder(module))[0]
                    #expect(
                        page.items == Array(expected.dropFirst(offset).prefix(60)),
                        "\(text) from \(offset) in round \(round)")
                    #expect(page.pageInfo.totalItems == expected.count, "\(text) in round \(round)")
                }
            }
        }
        await store.close()
    }
}
#endif
