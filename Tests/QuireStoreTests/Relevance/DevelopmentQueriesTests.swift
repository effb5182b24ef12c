#if SQLite
import Foundation
import Quire
import Seeds
import Testing

import QuireStore

/// Full text over ten thousand books: queries as people type them, with the expected books.
@Suite struct DevelopmentQueriesTests {
    struct Judged: Decodable {
        struct Expected: Decodable {
            var id: String
            var grade: Int
        }
        var query: String
        var kind: String
        var expected: [Expected]
    }

    static let module = ModuleDescriptor(
        name: "books", ranking: RankingDescriptor(popularity: "ratingsCount"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "originalTitle", kind: .text, searchWeight: 6),
            FieldDescriptor(name: "authorNames", kind: .list(.text), searchWeight: 8),
            FieldDescriptor(name: "ratingsCount", kind: .integer),
        ])

    @Test("Store and memory give the same order for every query, and the expected item comes first for most")
    func development() async throws {
        guard let books = try SharedData.data("goodbooks-books.ndjson"),
            let queries = try SharedData.data("search-dev-queries.json")
        else { return }
        let store = try await Store(.memory, modules: [Self.module])
        try await store.load("books", from: .data(books))
        let instances = try books.split(separator: UInt8(ascii: "\n")).map {
            try JSONValue(parsing: Data($0))
        }
        var collection: TextCollection?
        var ranks: [Bool: [Int?]] = [:]
        var empty = 0
        for judged in try JSONDecoder().decode([Judged].self, from: queries) {
            var request = SearchRequest(module: Self.module)
            request.text = TextSearch(.all(judged.query))
            request.text?.mode = .anyWord
            request.page = .page(1, size: 20)
            let search = try InstanceSearch(request)
            if collection == nil { collection = search.collection(of: instances) }
            let expected = search.page(of: instances, collection)
            let found = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
            #expect(found.items == expected.instances.map(\.instanceID), "\(judged.query)")
            #expect(found.pageInfo.totalItems == expected.pageInfo.totalItems, "\(judged.query)")
            #expect(found.text?.level == expected.text?.level, "\(judged.query)")
            #expect(found.text?.rankings == expected.text?.rankings, "\(judged.query)")
            let best = judged.expected.map(\.grade).max() ?? 0
            let wanted = Set(judged.expected.lazy.filter { $0.grade == best }.map(\.id))
            let isTyping = judged.kind == "typing"
            ranks[isTyping, default: []].append(found.items.prefix(10).firstIndex(where: wanted.contains))
            if found.items.isEmpty, !isTyping { empty += 1 }
        }
        func firsts(_ isTyping: Bool) -> Double {
            let all = ranks[isTyping] ?? []
            return Double(all.count { $0 == 0 }) / Double(max(all.count, 1))
        }
        #expect(firsts(false) >= 0.88 && empty <= 3, "\(firsts(false)), \(empty) empty")
        #expect(firsts(true) >= 0.93, "\(firsts(true))")
    }
}
#endif
