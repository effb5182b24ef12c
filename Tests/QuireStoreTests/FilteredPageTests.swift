#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("A page with a filter and a sort order")
struct FilteredPageTests {
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
        #expect(try await store.followedIndex(request) == "m_rows_i_v_n")
        request.filter = leaf(.equal, "kind", .string("few"))
        #expect(try await store.followedIndex(request) == nil)
        request.filter = leaf(.notEqual, "kind", .string("few"))
        #expect(try await store.followedIndex(request) == nil)
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
        #expect(try await store.followedIndex(request) == "m_rows_i_v_n")
        request.filter = leaf(.equal, "tags", .string("u7"))
        #expect(try await store.followedIndex(request) == nil)
    }

    @Test("A page works without an index that has not been created yet")
    func missingIndex() async throws {
        let store = try await Self.store()
        var request = SearchRequest(module: Self.module)
        request.sort = [SortKey(.value("n"), .descending)]
        request.filter = leaf(.equal, "kind", .string("many"))
        request.page = .offset(0, limit: 20)
        let before = try await store.ids(request)
        try await store.runInside("DROP INDEX m_rows_i_v_n")
        #expect(try await store.ids(request) == before)
    }

    @Test("A page whose items are far apart in the order of the sort index is found in another way")
    func abandoned() async throws {
        let store = try await Self.store()
        func request(_ bound: Int64) -> SearchRequest {
            var request = SearchRequest(module: Self.module)
            request.sort = [SortKey(.value("n"))]
            // The first items, and those from a bound. Nothing but reading all rows in order tells that few match.
            let few = (0..<20).map { leaf(.equal, "n", .integer(-$0)) }
            request.filter = .and([
                leaf(.equal, "kind", .string("many")),
                .or(few + [leaf(.less, "n", .integer(10)), leaf(.greaterOrEqual, "n", .integer(bound))]),
            ])
            request.page = .offset(0, limit: 20)
            return request
        }
        let ids = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ($0 * 31 % 20_000, "\($0)") })
        // The even numbers have the kind.
        func page(_ numbers: some Sequence<Int>) -> [String] { numbers.compactMap { ids[$0] } }
        for _ in 0..<2 {
            #expect(try await store.ids(request(10)) == page(stride(from: 0, to: 40, by: 2)))
        }
        let statements = try await store.readStatements()
        let far = request(19_950)
        #expect(try await store.followedIndex(far) == "m_rows_i_v_n")
        for _ in 0..<2 {
            let expected = page([0, 2, 4, 6, 8]) + page(stride(from: 19_950, to: 19_980, by: 2))
            #expect(try await store.ids(far) == expected)
            // Only the statement of the other way is new.
            #expect(try await store.readStatements() == statements + 1)
        }
    }

    @Test("A read that takes more steps than it may has no result")
    func steps() async throws {
        let store = try await Self.store()
        let pairs = "SELECT count(*) FROM m_rows AS a, m_rows AS b WHERE a.v_n < b.v_n"
        #expect(try await store.storedInteger(pairs, withinThousandSteps: 5) == nil)
        #expect(try await store.storedInteger("SELECT 7", withinThousandSteps: 5) == 7)
    }
}
#endif
