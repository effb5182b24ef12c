#if SQLite
import Foundation
import Quire
import QuireEngine
import QuireText
import Seeds
import Testing
import TransportDoubles

@testable import QuireStore

@Suite("An unfinished word that very many items have")
struct UnfinishedWordTests {
    enum Popularity: CaseIterable { case none, indexed, unindexed }

    private static func module(_ popularity: Popularity, weights: [Double] = [10, 2, 1]) -> ModuleDescriptor {
        ModuleDescriptor(
            name: "books",
            ranking: popularity == .none
                ? RankingDescriptor() : RankingDescriptor(popularity: "votes"),
            fields: [
                FieldDescriptor(name: "title", kind: .text, searchWeight: weights[0]),
                FieldDescriptor(name: "note", kind: .text, searchWeight: weights[1]),
                FieldDescriptor(name: "body", kind: .longText, searchWeight: weights[2]),
                FieldDescriptor(name: "votes", kind: .integer, isSortable: popularity == .indexed),
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

    // MARK: - What is kept about rows

    @Test("Parts of the order of the ids and of the lengths are mended to what is read again")
    func parts() async throws {
        let module = Self.module(.none)
        let store = try await Store(.memory, modules: [module])
        var random = SeededGenerator(seed: 12)
        try await store.load(
            "books", from: .data(Data(Self.lines(3_000, seed: 1).joined(separator: "\n").utf8)))
        let layout = try store.layout("books", action: "test")
        let text = try #require(layout.text)
        let table = SQLite.quoted(layout.table)
        let sizes = SQLite.quoted(text.index + "_docsize")
        func source(_ connection: Connection, _ table: String, _ column: String) -> RowColumn {
            RowColumn(
                connection: connection, key: RowColumn.Key(name: text.name, column: column), table: table,
                columns: 3)
        }
        var (order, lengths): (IDOrder, RowLengths) = try await store.readers.withConnection { connection in
            let ids = source(connection, table, "id")
            let short = try IDOrder.extending(nil, ids, last: 3_000, part: 100)
            #expect(short.items.count == 100 && !short.isComplete)
            let order = try IDOrder.extending(short, ids, last: 3_000, part: 100)
            #expect(order.items.count == 200)
            let lengths = try RowLengths(columns: 3).extended(
                by: 2, source(connection, sizes, "sz"), last: 3_000)
            #expect(lengths.knows(2_047) && !lengths.knows(2_048))
            return (order, lengths)
        }
        for round in 0..<60 {
            let before = try await Self.version(store, text)
            for line in Self.lines(4, seed: 200 + UInt64(round)) {
                // An id near the known ones, any other, or one at the end of the known part.
                let isNew = Bool.random(using: &random)
                let number = Int.random(in: 0..<(isNew ? 9_000 : 3_000), using: &random)
                let known = order.items.count
                let end = try await store.readers.withConnection { connection in
                    try connection.text(
                        "SELECT id FROM \(table) ORDER BY id LIMIT 1 OFFSET ?", [.integer(Int64(known - 1))])
                }
                let nearEnd = [end, end.map { $0 + "x" }, end.map { String($0.dropLast()) }]
                    .compactMap { $0 }.randomElement(using: &random)
                let any = String(number * 7_919 % 100_003, radix: 36) + (isNew ? "x" : "")
                let id = Bool.random(using: &random) ? nearEnd ?? any : any
                let isDeleted = Int.random(in: 0..<3, using: &random) == 0
                let written = #"{"id":"\#(id)""# + line.drop { $0 != "," }
                try await store.transaction("write") { transaction in
                    if isDeleted {
                        try transaction.delete(id, from: "books")
                    } else {
                        _ = try transaction.upsert(Data(written.utf8), into: "books")
                    }
                }
            }
            let known = (order, lengths)
            (order, lengths) = try await store.readers.withConnection { connection in
                try connection.transaction(.deferred) {
                    let log = try #require(connection.searchRecorder?.rows)
                    let version = try #require(try SearchVersion(readBy: connection, of: text)?.rows)
                    let key = RowColumn.Key(name: text.name, column: "test")
                    log.keep(known.0, key, version: before)
                    let changes = try #require(log.rows(key, version: version)).changes
                    let ids = source(connection, table, "id")
                    let last = try connection.integer("SELECT max(item) FROM \(table)") ?? 0
                    let order = try #require(try known.0.changed(by: changes, ids))
                    let all = try IDOrder(ids, last: last)
                    #expect(order.items == Array(all.items.prefix(order.items.count)))
                    #expect(
                        order.items.indices.allSatisfy { order[Int64(order.items[$0])] == Int32($0) })
                    let longer = try IDOrder.extending(order, ids, last: last, part: 10)
                    let added = max(10, order.items.count / 4)
                    #expect(longer.items == Array(all.items.prefix(order.items.count + added)))
                    let size = source(connection, sizes, "sz")
                    let lengths = try #require(try known.1.changed(by: changes, size))
                    let again = try RowLengths(size, last: last)
                    for row in 0...last where lengths.knows(row) {
                        for column in 0..<3 {
                            #expect(
                                lengths.length(of: row, column: column)
                                    == again.length(of: row, column: column))
                        }
                    }
                    return (order, lengths)
                }
            }
            #expect(order.items.count > 100)
        }
        await store.close()
    }

    @Test("A new item past the known ids that got the number of a deleted one does not count as known")
    func reusedNumber() async throws {
        let module = Self.module(.none)
        let store = try await Store(.memory, modules: [module])
        @Sendable func line(_ id: String) -> String { #"{"id":"\#(id)","values":{"title":"rowing"}}"# }
        // The number of "b" is the greatest, so the next new item gets it.
        let ids = ["a", "m", "c", "d", "p", "q", "r", "s", "b"]
        try await store.load("books", from: .data(Data(ids.map(line).joined(separator: "\n").utf8)))
        let layout = try store.layout("books", action: "test")
        let text = try #require(layout.text)
        let table = SQLite.quoted(layout.table)
        func source(_ connection: Connection) -> RowColumn {
            RowColumn(
                connection: connection, key: RowColumn.Key(name: text.name, column: "id"), table: table)
        }
        let before = try await Self.version(store, text)
        let order = try await store.readers.withConnection { connection in
            try IDOrder.extending(nil, source(connection), last: 9, part: 5)
        }
        try await store.transaction("write") { transaction in
            try transaction.delete("b", from: "books")
            try transaction.delete("m", from: "books")
            for id in ["n", "c5", "l"] { _ = try transaction.upsert(Data(line(id).utf8), into: "books") }
        }
        try await store.readers.withConnection { connection in
            try connection.transaction(.deferred) {
                let log = try #require(connection.searchRecorder?.rows)
                let version = try #require(try SearchVersion(readBy: connection, of: text)?.rows)
                let key = RowColumn.Key(name: text.name, column: "test")
                log.keep(order, key, version: before)
                let changes = try #require(log.rows(key, version: version)).changes
                let mended = try #require(try order.changed(by: changes, source(connection)))
                let all = try IDOrder(source(connection), last: 11)
                // "a", "c", "c5", "d", "l"
                #expect(mended.items == Array(all.items.prefix(5)))
            }
        }
        await store.close()
    }

    private static func version(_ store: Store, _ text: TextLayout) async throws -> String {
        try await store.readers.withConnection { connection in
            try #require(try SearchVersion(storedFor: text.name, connection).rows)
        }
    }
}
#endif
