#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Responses besides items")
struct ResponseTests {
    @Test("The page size may be the largest integer")
    func largestPage() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        for page in [PageRequest.page(1, size: .max), .offset(0, limit: .max), .cursor(nil, limit: .max)] {
            var request = SearchRequest(module: Books.descriptor)
            request.sort = [SortKey(.metadata("updatedAt"))]
            request.page = page
            #expect(try await store.ids(request).count == 3)
        }
    }

    @Test("A page is written in HALO's form, and other JSON readers can read it")
    func data() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        var request = SearchRequest(module: Books.descriptor)
        request.page = .page(1, size: 1)
        request.fields = ["title", "released", "tags"]
        let object =
            try JSONSerialization.jsonObject(with: try await store.searchData(request)) as? NSDictionary
        let expected: NSDictionary = [
            "pagination": ["page": 1, "limit": 1, "offset": 0, "totalItems": 3, "totalPages": 3],
            "items": [
                [
                    "id": "1", "name": "One", "customerId": 7, "revision": 3, "externalId": "e",
                    "values": ["title": "Emma", "released": "1815-12-23", "tags": ["a", "b"]],
                    "tags": [
                        ["id": NSNull(), "name": "new", "value": "1", "tagType": "000000000000000000000002"]
                    ],
                    "createdAt": 1000, "updatedAt": 2000, "createdBy": "Ann",
                ]
            ],
        ]
        #expect(object == expected)
    }

    @Test("An explanation shows the SQL, the bound values and SQLite's query plan")
    func explain() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        var request = SearchRequest(module: Books.descriptor)
        request.filter = leaf(.equal, "title", .string("it's; DROP TABLE"))
        request.sort = [SortKey(.value("age"), .descending)]
        request.page = .offset(0, limit: 20)
        request.countsTotal = false
        let text = try store.explain(request)
        #expect(text.contains(#"WHERE m."v_title" = ? ORDER BY m."v_age" DESC, m.item DESC LIMIT ?"#))
        #expect(text.contains("-- values: 'it''s; DROP TABLE', 21"))
        #expect(text.contains("-- plan: SEARCH m USING INDEX"))
    }

    @Test(
        "Full text without a searchable field, and filters that are too deep or too long, are rejected before any read"
    )
    func refusals() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        await store.close()
        var request = SearchRequest(module: Books.descriptor)
        request.text = TextSearch("emma")
        // Its schema has no searchable field.
        await #expect(throws: QueryError.self) { try await store.ids(request) }
        request.text = nil
        var deep = leaf(.equal, "age", .integer(1))
        for level in 0..<200 { deep = level % 2 == 0 ? .and([deep, .or([])]) : .or([deep, .and([])]) }
        request.filter = deep
        await #expect(throws: QueryError.self) { try await store.ids(request) }
        request.filter = .or((0..<5_000).map { leaf(.equal, "age", .integer(Int64($0))) })
        await #expect(throws: UnsupportedError.self) { try await store.ids(request) }
    }

    @Test("A filter with thousands of tests and a list with tens of thousands of values run")
    func large() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        let tests = (0..<4_000).map { leaf(.equal, "age", .integer(Int64($0))) }
        #expect(try await store.ids(Books.descriptor, .or(tests)) == ["1"])
        let values = (0..<50_000).map { FilterValue.integer(Int64($0)) }
        #expect(try await store.ids(Books.descriptor, leaf(.in, "age", .list(values))) == ["1"])
        #expect(try await store.ids(Books.descriptor, leaf(.notIn, "age", .list(values))) == ["2", "3"])
    }
}
#endif
