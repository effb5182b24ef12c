#if SQLite
import Foundation
import Quire
import QuireEngine
import Testing
import TransportDoubles

@testable import QuireStore

@Suite("Orders of items after a write")
struct RowLogTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    enum Popularity: CaseIterable { case none, indexed, unindexed }

    private static func module(_ popularity: Popularity) -> ModuleDescriptor {
        ModuleDescriptor(
            name: "books",
            ranking: popularity == .none
                ? RankingDescriptor() : RankingDescriptor(popularity: "votes"),
            fields: [
                FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
                FieldDescriptor(name: "note", kind: .text, searchWeight: 2),
                FieldDescriptor(name: "votes", kind: .integer, isSortable: popularity == .indexed),
            ])
    }

    private func open(_ module: ModuleDescriptor) async throws -> Store {
        try await Store(.file(folder.file()), modules: [module])
    }

    /// A random item. Many items rank the same, so their popularity and their ids decide.
    private static func line(_ id: String, _ random: inout SeededGenerator) -> String {
        let title = ["rose", "rose", "a rose", "sea"].randomElement(using: &random) ?? ""
        let note = ["river", "rose and river", "wind"].randomElement(using: &random) ?? ""
        let votes = [nil, -3, 0, 1, 1, 2, 40].randomElement(using: &random) ?? nil
        let popularity = votes.map { #","votes":\#($0)"# } ?? ""
        return #"{"id":"\#(id)","values":{"title":"\#(title)","note":"\#(note)"\#(popularity)}}"#
    }

    private static func id(_ random: inout SeededGenerator) -> String {
        String(Int.random(in: 0..<400, using: &random), radix: 36)
            + ["", "é", "!", "~"][Int.random(in: 0..<4, using: &random)]
    }

    private static func request(_ module: ModuleDescriptor, _ text: String) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.text = TextSearch(.all(text))
        request.text?.mode = .anyWord
        request.page = .all
        return request
    }

    /// Upserts or deletes items in a transaction.
    private static func write(
        _ steps: [(id: String, line: String?)], _ store: Store, rollsBack: Bool = false
    ) async throws {
        try await store.transaction("write") { transaction in
            for (id, line) in steps {
                if let line {
                    try transaction.upsert(Data(line.utf8), into: "books")
                } else {
                    try transaction.delete(id, from: "books")
                }
            }
            if rollsBack { throw CancellationError() }
        }
    }

    /// Whether the next search derives an order from the one that is kept.
    private static func isDerived(_ column: String, _ store: Store) async throws -> Bool {
        let text = try #require(try store.layout("books", action: "test").text)
        return try await store.readers.withConnection { connection in
            let log = try #require(connection.searchRecorder?.rows)
            let version = try #require(try SearchVersion(readBy: connection, of: text)?.rows)
            let kept = log.rows(RowColumn.Key(name: text.name, column: column), version: version)
            return kept.map { !$0.changes.isEmpty } ?? false
        }
    }

    @Test(
        "After random writes of two stores, searches find what a new store and the reference find",
        arguments: Popularity.allCases, [1, 2])
    func random(popularity: Popularity, seed: UInt64) async throws {
        let module = Self.module(popularity)
        var random = SeededGenerator(seed: seed)
        let store = try await open(module)
        let other = try await open(module)
        var lines: [String: String] = [:]
        for _ in 0..<250 {
            let id = Self.id(&random)
            lines[id] = Self.line(id, &random)
        }
        try await store.load("books", from: .data(Data(lines.values.sorted().joined(separator: "\n").utf8)))
        var derived = 0
        for round in 0..<60 {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let isOwn = Int.random(in: 0..<10, using: &random) > 0
                let writer = isOwn ? store : other
                let rollsBack = Int.random(in: 0..<5, using: &random) == 0
                var changed = lines
                var steps: [(id: String, line: String?)] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let known = changed.keys.sorted().randomElement(using: &random) ?? ""
                    let id = Bool.random(using: &random) ? known : Self.id(&random)
                    let line =
                        Int.random(in: 0..<3, using: &random) == 0 ? nil : Self.line(id, &random)
                    steps.append((id, line))
                    changed[id] = line
                }
                do {
                    try await Self.write(steps, writer, rollsBack: rollsBack)
                    lines = changed
                } catch is CancellationError {}
            }
            switch round {
            case 20:
                // Every row may change.
                let all = lines.values.sorted()
                try await store.transaction("empty") { transaction in
                    try transaction.deleteAll(from: "books")
                    for line in all {
                        try transaction.upsert(Data(line.utf8), into: "books")
                    }
                }
            case 40: try await store.fullText.rebuild()
            default: break
            }
            let column = popularity == .none ? "id" : SQLite.quoted("v_votes")
            if try await Self.isDerived(column, store) { derived += 1 }
            let instances = try lines.values.map { try JSONValue(parsing: Data($0.utf8)) }
            let fresh = try await open(module)
            for text in ["rose", "ro", "river rose"] {
                let request = Self.request(module, text)
                let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
                let found = try await store.search([request], decoding: Store.idDecoder(module))[0].items
                #expect(found == expected, "\(text) in round \(round)")
                let afresh = try await fresh.search([request], decoding: Store.idDecoder(module))[0].items
                #expect(afresh == expected, "\(text) in round \(round), afresh")
            }
            await fresh.close()
        }
        #expect(derived > 25)
        await store.close()
        await other.close()
    }

    @Test("Kept orders equal those that are read again", arguments: [false, true])
    func orders(isLarge: Bool) async throws {
        let module = Self.module(.unindexed)
        var random = SeededGenerator(seed: 11)
        let store = try await open(module)
        var ids = Set((0..<300).map { _ in Self.id(&random) })
        let lines = ids.sorted().map { Self.line($0, &random) }
        try await store.load("books", from: .data(Data(lines.joined(separator: "\n").utf8)))
        let layout = try store.layout("books", action: "test")
        let text = try #require(layout.text)
        let table = SQLite.quoted(layout.table)
        let votes = SQLite.quoted(try #require(layout.field("votes")).column)
        for _ in 0..<80 {
            var steps: [(id: String, line: String?)] = []
            for _ in 0..<(isLarge ? 30 : 2) {
                let known = ids.sorted().randomElement(using: &random) ?? ""
                let id = Bool.random(using: &random) ? known : Self.id(&random)
                let line = Bool.random(using: &random) ? Self.line(id, &random) : nil
                if line == nil { ids.remove(id) } else { ids.insert(id) }
                steps.append((id, line))
            }
            try await Self.write(steps, store)
            try await store.readers.withConnection { connection in
                try connection.transaction(.deferred) {
                    let orders = ModuleRows(connection: connection, text: text, table: table)
                    let last = try connection.integer("SELECT max(item) FROM \(table)") ?? 0
                    func source(_ column: String) -> RowColumn {
                        RowColumn(
                            connection: connection, key: RowColumn.Key(name: text.name, column: column),
                            table: table)
                    }
                    let order = try #require(try orders.ids(for: 10_000))
                    let again = try IDOrder(source("id"), last: last)
                    #expect(order.items == again.items)
                    #expect((0...last + 2).allSatisfy { order[$0] == again[$0] })
                    let popularities = try #require(try orders.popularities(votes, for: 10_000))
                    let popularitiesAgain = try PopularityOrder(source(votes), last: last)
                    #expect(popularities.items.sorted() == popularitiesAgain.items.sorted())
                    #expect((0...last + 2).allSatisfy { popularities[$0] == popularitiesAgain[$0] })
                    #expect(
                        popularities.items.map { popularities[Int64($0)] }
                            == popularitiesAgain.items.map { popularitiesAgain[Int64($0)] })
                }
            }
        }
        await store.close()
    }
}
#endif
