#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite("A page with a filter and a sort order")
struct OrderChoiceTests {
    private static let module = ModuleDescriptor(
        name: "rows",
        fields: [
            FieldDescriptor(name: "kind", kind: .choice, facet: .disjunctive),
            FieldDescriptor(name: "n", kind: .integer, isSortable: true),
            FieldDescriptor(name: "price", kind: .number, isSortable: true),
            FieldDescriptor(name: "tags", kind: .list(.text)),
        ])

    /// Half of the rows have kind "many", three have kind "few"; some have no price.
    private static func store() async throws -> Store {
        let store = try await Store(.memory, modules: [module])
        let lines = (0..<20_000).map { number in
            let kind = number % 5_000 == 77 ? "few" : number % 2 == 0 ? "many" : "k\(number % 40)"
            let price = number % 7 == 0 ? "null" : "\(Double(number * 7919 % 1_000) / 4)"
            return
                #"{"id":"\#(number)","values":{"kind":"\#(kind)","n":\#(number * 31 % 20_000),"price":\#(price),"tags":["t\#(number % 3)","u\#(number % 4_000)"]}}"#
        }
        try await store.load(module, lines)
        return store
    }

    private func way(_ store: Store, _ request: SearchRequest) async throws -> OrderChoice.AccessPath? {
        let layout = try store.layout("rows", action: "test")
        let plan = try SearchPlan(request, layout)
        return try await store.readers.withConnection { connection in
            try OrderChoice(plan, limit: 20)?.accessPath(connection, limit: 20)
        }
    }

    @Test("The filter's index and the sort index return the same page, at every position of the result")
    func same() async throws {
        let store = try await Self.store()
        let filters: [Filter] = [
            leaf(.equal, "kind", .string("many")), leaf(.equal, "kind", .string("few")),
            leaf(.equal, "kind", .string("none")),
            leaf(.greaterOrEqual, "n", .integer(100)),
            leaf(.in, "kind", .list([.string("many"), .string("k1")])),
            .and([leaf(.equal, "kind", .string("many")), leaf(.greater, "n", .integer(19_990))]),
            .and([leaf(.equal, "kind", .string("many")), leaf(.equal, "tags", .string("u77"))]),
            .and([leaf(.hasPrefix, "kind", .string("k")), leaf(.less, "price", .number(3))]),
            leaf(.equal, "tags", .string("t1")), leaf(.equal, "tags", .string("u3")),
        ]
        let sorts: [[SortKey]] = [
            [], [SortKey(.value("n"))], [SortKey(.value("price"), .descending)],
            [SortKey(.value("price"), nulls: .last)],
            [SortKey(.value("price")), SortKey(.value("n"), .descending)], [SortKey(.metadata("id"))],
        ]
        for filter in filters {
            for sort in sorts {
                var request = SearchRequest(module: Self.module)
                request.filter = filter
                request.sort = sort
                request.page = .all
                let all = try await store.ids(request)
                for offset in [0, 19, all.count / 2, max(0, all.count - 5)] {
                    request.page = .offset(offset, limit: 20)
                    let response = try await store.search([request], decoding: Store.idDecoder(Self.module))[
                        0]
                    #expect(response.items == Array(all.dropFirst(offset).prefix(20)), "\(filter) \(sort)")
                    #expect(response.pageInfo.totalItems == all.count)
                    guard let next = response.nextCursor else { continue }
                    request.page = .cursor(next, limit: 20)
                    let following = try await store.ids(request)
                    #expect(following == Array(all.dropFirst(offset + 20).prefix(20)), "\(filter) \(sort)")
                }
            }
        }
    }

    @Test("The sort index is used if the filter finds much, the filter's index if it finds little")
    func choice() async throws {
        let store = try await Self.store()
        var request = SearchRequest(module: Self.module)
        request.sort = [SortKey(.value("n"), .descending)]
        request.filter = leaf(.equal, "kind", .string("many"))
        #expect(try await way(store, request) == .ordered(index: "m_rows_i_v_n"))
        request.filter = leaf(.equal, "kind", .string("few"))
        #expect(try await way(store, request) == .planned)
        request.filter = leaf(.notEqual, "kind", .string("few"))
        #expect(try await way(store, request) == nil)
    }

    @Test("A filter on one list element reads the list's own table, for any page")
    func list() async throws {
        let store = try await Self.store()
        var request = SearchRequest(module: Self.module)
        request.countsTotal = false
        request.filter = .and([leaf(.equal, "tags", .string("t1")), leaf(.equal, "kind", .string("many"))])
        request.page = .cursor(nil, limit: 20)
        let cursor = try await store.search([request], decoding: Store.idDecoder(Self.module))[0].nextCursor
        request.page = .cursor(cursor, limit: 20)
        let plan = try store.explain(request)
        #expect(plan.contains("SEARCH d USING PRIMARY KEY (value=? AND item>?)"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        request.sort = [SortKey(.value("n"))]
        request.page = .offset(0, limit: 20)
        #expect(try await way(store, request) == .ordered(index: "m_rows_i_v_n"))
        request.filter = leaf(.equal, "tags", .string("u7"))
        #expect(try await way(store, request) == .planned)
    }

    @Test("A page works without an index that has not been created yet")
    func missingIndex() async throws {
        let store = try await Self.store()
        var request = SearchRequest(module: Self.module)
        request.sort = [SortKey(.value("n"), .descending)]
        request.filter = leaf(.equal, "kind", .string("many"))
        request.page = .offset(0, limit: 20)
        let before = try await store.ids(request)
        _ = try await store.writer.run("test") { try $0.execute("DROP INDEX m_rows_i_v_n") }
        #expect(try await store.ids(request) == before)
    }

    @Test("The sort index is abandoned if the page takes too long")
    func budget() async throws {
        let store = try await Self.store()
        let connection = store.readers
        let spent = try await connection.withConnection { connection in
            try connection.within(thousandSteps: 5) {
                try connection.integer("SELECT count(*) FROM m_rows AS a, m_rows AS b WHERE a.v_n < b.v_n")
            }
        }
        #expect(spent == nil)
        let enough = try await connection.withConnection { connection in
            try connection.within(thousandSteps: 5) { try connection.integer("SELECT 7") }
        }
        #expect(enough == 7)
    }
}
#endif
