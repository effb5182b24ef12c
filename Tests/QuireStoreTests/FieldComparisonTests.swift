#if SQLite
import Foundation
import Quire
import SampleModules
import Testing

import QuireStore

@Suite("Comparisons of two fields in the store")
struct FieldComparisonTests {
    private static func store(_ pairs: FieldPairs) async throws -> Store {
        let store = try await Store(.memory, modules: [FieldPairs.module])
        let summary = try await store.load(
            "pairs", from: .data(Data(pairs.lines.joined(separator: "\n").utf8)))
        #expect(summary.inserted == pairs.lines.count)
        return store
    }

    @Test("Random comparisons match the same items as a plain evaluator")
    func randomTrees() async throws {
        var pairs = FieldPairs(seed: 4)
        let store = try await Self.store(pairs)
        #expect(try await pairs.differences(of: store) == 0)
    }

    @Test("A comparison is one SQL expression, and NULL in a complement counts as false")
    func statement() async throws {
        let store = try await Self.store(FieldPairs(seed: 5, count: 1))
        var request = SearchRequest(module: FieldPairs.module)
        request.filter = .leaf(.init(.greater, "ends", value: .field("starts"), type: .date))
        let positive = try store.explain(request)
        #expect(
            positive.contains("\"v_ends\" > m.\"v_starts\"") || positive.contains("v_ends > m.v_starts"),
            "\(positive)")
        request.filter = .leaf(.init(.notGreater, "ends", value: .field("starts"), type: .date))
        #expect(try store.explain(request).contains("IS NOT TRUE"))
    }

    @Test("A comparison follows an index in the order of the query")
    func ordered() async throws {
        var pairs = FieldPairs(seed: 6, count: 300)
        _ = pairs.filter()
        let store = try await Self.store(pairs)
        let filter = Filter.leaf(.init(.less, "count", value: .field("price"), type: .number))
        var request = SearchRequest(module: FieldPairs.module)
        request.filter = .and([filter, .leaf(.init(.notEqual, "count", value: .null, type: .null))])
        request.sort = [SortKey(.value("count"))]
        request.page = .page(1, size: 20)
        let data = try await store.searchData(request)
        struct Page: Decodable {
            struct Item: Decodable { var id: String }
            var items: [Item]
        }
        let ids = try JSONDecoder().decode(Page.self, from: data).items.map(\.id)
        #expect(ids.count == 20)
        #expect(Set(ids).isSubset(of: pairs.ids(matching: filter)))
    }

    @Test("A comparison of fields of different types is an error before any row is read")
    func invalid() async throws {
        let store = try await Self.store(FieldPairs(seed: 5, count: 1))
        var request = SearchRequest(module: FieldPairs.module)
        request.filter = .leaf(.init(.equal, "text", value: .field("count"), type: .string))
        #expect(throws: QueryError.self) { try store.validate(request) }
        await #expect(throws: QueryError.self) { try await store.searchData(request) }
    }
}
#endif
