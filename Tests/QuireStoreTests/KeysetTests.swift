#if SQLite
import Foundation
import Quire
import Testing
import TransportDoubles

import QuireStore

@Suite("Paging by cursor")
struct KeysetTests {
    private static let module = ModuleDescriptor(
        name: "rows",
        fields: [
            FieldDescriptor(name: "i", kind: .integer, isSortable: true),
            FieldDescriptor(name: "d", kind: .number),
            FieldDescriptor(name: "s", kind: .text, isSortable: true),
            FieldDescriptor(name: "l", kind: .list(.integer), isSortable: true),
        ])

    private static func lines(_ random: inout SeededGenerator) -> [String] {
        (0..<240).map { number in
            func maybe(_ text: String) -> String {
                Int.random(in: 0..<4, using: &random) == 0 ? "null" : text
            }
            let integer = maybe("\(Int.random(in: 0..<6, using: &random))")
            let double = maybe("\(Double(Int.random(in: 0..<4, using: &random)) / 3)")
            let text = maybe(#""\#(["a", "B", "é", "", "zz"].randomElement(using: &random) ?? "")""#)
            let list = maybe("[\(Int.random(in: 0..<5, using: &random)),3]")
            return #"{"id":"\#(number)","values":{"i":\#(integer),"d":\#(double),"s":\#(text),"l":\#(list)}}"#
        }
    }

    @Test(
        "The pages together are the sorted result, for every direction, null position and one to three keys"
    )
    func complete() async throws {
        var random = SeededGenerator(seed: Seed.current)
        let store = try await Store(.memory, modules: [Self.module])
        try await store.load(Self.module, Self.lines(&random))
        for _ in 0..<150 {
            var request = SearchRequest(module: Self.module)
            request.countsTotal = false
            let fields = ["i", "d", "s", "l"].shuffled(using: &random).prefix(
                Int.random(in: 0...3, using: &random))
            request.sort = fields.map { name in
                SortKey(
                    .value(name), Bool.random(using: &random) ? .ascending : .descending,
                    nulls: [nil, .first, .last].randomElement(using: &random) ?? nil)
            }
            if Bool.random(using: &random) { request.filter = leaf(.notEqual, "i", .integer(2)) }
            request.page = .all
            let all = try await store.ids(request)
            var paged: [String] = []
            var cursor: Cursor?
            repeat {
                request.page = .cursor(cursor, limit: Int.random(in: 1...60, using: &random))
                let page = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
                #expect(page.pageInfo.offset == paged.count)
                paged += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(paged == all, "seed \(Seed.current): \(request.sort)")
            let offset = Int.random(in: 0..<240, using: &random)
            request.page = .offset(offset, limit: 17)
            #expect(
                try await store.ids(request) == Array(all.dropFirst(offset).prefix(17)),
                "seed \(Seed.current): \(request.sort)")
        }
    }

    @Test("Items that do not change are on one page each while others are inserted, changed and removed")
    func writes() async throws {
        var random = SeededGenerator(seed: Seed.current &+ 5)
        for _ in 0..<12 {
            let store = try await Store(.memory, modules: [Self.module])
            try await store.load(Self.module, Self.lines(&random))
            var request = SearchRequest(module: Self.module)
            request.sort = ["i", "d", "s", "l"].shuffled(using: &random)
                .prefix(Int.random(in: 0...2, using: &random)).map {
                    SortKey(.value($0), Bool.random(using: &random) ? .ascending : .descending)
                }
            request.page = .all
            // Every third item stays as it is.
            func isKept(_ id: String) -> Bool { (Int(id) ?? 1) % 3 == 0 }
            let kept = try await store.ids(request).filter(isKept)
            var paged: [String] = []
            var cursor: Cursor?
            repeat {
                request.page = .cursor(cursor, limit: Int.random(in: 1...30, using: &random))
                let page = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
                paged += page.items
                cursor = page.nextCursor
                let others = (0..<300).map { "\($0)" }.filter { !isKept($0) }.shuffled(using: &random)
                let lines = others.prefix(20).map {
                    #"{"id":"\#($0)","values":{"i":\#(Int.random(in: 0..<6, using: &random)),"s":"zz"}}"#
                }
                try await store.load(Self.module, Array(lines))
                _ = try await store.delete(Array(others.suffix(20)), from: Self.module.name)
                // A page of new items may follow for a long time, but not for ever.
            } while cursor != nil && paged.count < 2_000
            #expect(paged.filter(isKept) == kept, "seed \(Seed.current): \(request.sort)")
        }
    }

    @Test("Pages use the index at any depth, without sorting, in both directions, with nulls first or last")
    func indexed() async throws {
        let store = try await Store(.memory, modules: [Self.module])
        var random = SeededGenerator(seed: Seed.current)
        try await store.load(Self.module, Self.lines(&random))
        for order in [SortOrder.ascending, .descending] {
            for nulls in [nil, SortKey.Nulls.first, .last] {
                var request = SearchRequest(module: Self.module)
                request.countsTotal = false
                request.sort = [SortKey(.value("i"), order, nulls: nulls)]
                request.page = .cursor(nil, limit: 100)
                let page = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
                request.page = .cursor(page.nextCursor, limit: 100)
                let plan = try store.explain(request)
                #expect(plan.contains("USING INDEX m_rows_i_v_i"), "\(plan)")
                #expect(!plan.contains("SCAN m") || plan.contains("SCAN m USING INDEX"), "\(plan)")
                #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
            }
        }
    }

    @Test("A cursor of another order, or an invalid one, is rejected")
    func foreign() async throws {
        let store = try await Store(.memory, modules: [Self.module])
        var random = SeededGenerator(seed: Seed.current)
        try await store.load(Self.module, Self.lines(&random))
        var request = SearchRequest(module: Self.module)
        request.sort = [SortKey(.value("i"))]
        request.page = .cursor(nil, limit: 3)
        let cursor = try await store.search([request], decoding: Store.idDecoder(Self.module))[0].nextCursor
        request.sort = [SortKey(.value("i"), .descending)]
        for token in [cursor, Cursor(token: "x"), Cursor(token: "")] {
            request.page = .cursor(token, limit: 3)
            await #expect(throws: QueryError.self) { try await store.ids(request) }
        }
    }
}
#endif
