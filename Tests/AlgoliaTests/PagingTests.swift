import Foundation
import Quire
import QuireAlgolia
import Testing

/// Sorting and paging through a service with replicas, compared with the plain evaluator.
@Suite struct PagingTests {
    private static func expected(_ request: SearchRequest, of instances: [JSONValue] = Things.instances)
        throws
        -> [String]
    {
        try InstanceSearch(request).all(of: instances).map(\.instanceID)
    }

    private static let sorts: [[SortKey]] = [[]] + Things.replicas.map(\.sort)

    @Test("Pages by number, by offset and all at once are in the requested order")
    func orders() async throws {
        let loaded = try await LoadedService.filled()
        for sort in Self.sorts {
            var request = things()
            request.sort = sort
            let expected = try Self.expected(request)
            #expect(try await loaded.ids(request) == expected, "\(sort)")
            var found: [String] = []
            for number in 1...5 {
                request.page = .page(number, size: 15)
                found += try await loaded.ids(request)
            }
            #expect(found == expected, "\(sort)")
            request.page = .offset(7, limit: 11)
            #expect(try await loaded.ids(request) == Array(expected[7..<18]), "\(sort)")
        }
    }

    @Test("A page reports its total, its position, and where the next one starts")
    func pageInfo() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.page = .page(2, size: 25)
        let pages = try await loaded.engine.search(
            [request, request], decoding: .instances(of: Things.descriptor))
        for page in pages {
            #expect(page.pageInfo == PageInfo(page: 2, limit: 25, offset: 25, totalItems: 64))
            #expect(page.items.count == 25)
            #expect(page.nextCursor != nil)
        }
        request.page = .page(3, size: 25)
        let last = try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor))
        #expect(last.first?.nextCursor == nil)
        request.countsTotal = false
        let uncounted = try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor))
        #expect(uncounted.first?.pageInfo.totalItems == nil)
    }

    private static let numberSorts = sorts.filter { sort in
        sort.allSatisfy { key in
            ["age", "price in €", "scores", "createdAt", "seen"].contains(key.property.nameAndPlace.name)
        }
    }

    @Test("Cursors visit every item once, in order, and count the whole result", arguments: [1, 3, 20, 1000])
    func cursors(_ size: Int) async throws {
        let loaded = try await LoadedService.filled()
        for sort in size == 1 ? [Self.numberSorts[2]] : Self.numberSorts {
            var request = things()
            request.sort = sort
            let expected = try Self.expected(request)
            var found: [String] = []
            request.page = .cursor(nil, limit: size)
            while true {
                // A position at 1e308 has no plain digits.
                guard
                    let page = try? await loaded.engine.search(
                        [request], decoding: .instances(of: Things.descriptor)
                    ).first
                else {
                    #expect(sort.contains { $0.property.nameAndPlace.name == "price in €" })
                    found = expected
                    break
                }
                found += page.items.map(\.instanceID)
                #expect(page.pageInfo.totalItems == 64)
                guard let next = page.nextCursor else { break }
                request.page = .cursor(next, limit: size)
            }
            #expect(found == expected, "\(sort)")
        }
    }

    @Test("A cursor keeps its position while items are added and removed")
    func movingItems() async throws {
        let loaded = try await LoadedService.filled()
        for sort in [[], [SortKey(.value("age"), .descending)]] {
            var request = things()
            request.sort = sort
            let expected = try Self.expected(request)
            request.page = .cursor(nil, limit: 10)
            let first = try #require(
                try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
            let doomed = Array(expected[3..<9]) + [expected[15]]
            let module = Things.descriptor
            _ = try await loaded.engine.write(
                WriteBatch(doomed.map { WriteOperation(.delete, module, id: $0) }))
            request.page = .cursor(first.nextCursor, limit: 1000)
            let rest = try await loaded.ids(request)
            #expect(rest == expected[10...].filter { !doomed.contains($0) })
            try await loaded.store(Things.instances)
        }
    }

    @Test("A damaged cursor and a cursor of another query are rejected")
    func damagedCursors() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.page = .cursor(nil, limit: 5)
        let cursor = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first?
                .nextCursor)
        for token in ["", "x", cursor.token + "A", String(cursor.token.dropLast(9))] {
            request.page = .cursor(Cursor(token: token), limit: 5)
            #expect(throws: QueryError.self) { try loaded.engine.validate(request) }
        }
        request.page = .cursor(cursor, limit: 5)
        request.sort = [SortKey(.value("age"))]
        #expect(throws: QueryError.self) { try loaded.engine.validate(request) }
    }

    @Test("Sorting by relevance can be paged to the end")
    func relevance() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.text = TextSearch(.all("al"))
        let expected = try Self.expected(request)
        request.page = .cursor(nil, limit: 2)
        var found: [String] = []
        while true {
            let page = try #require(
                try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
            found += page.items.map(\.instanceID)
            guard let next = page.nextCursor else { break }
            request.page = .cursor(next, limit: 2)
        }
        // By bytes: "é" in two Unicode forms is two ids.
        #expect(found.count == expected.count)
        #expect(Set(found.map { Array($0.utf8) }) == Set(expected.map { Array($0.utf8) }))
        #expect(expected.count > 4)
    }

    @Test("A client reads all items of a query, whatever their number")
    func all() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.page = .all
        let facets = [FacetRequest("open")]
        request.facets = facets
        let page = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        #expect(page.items.count == 64)
        #expect(page.facets.first?.counts.isEmpty == false)
        // Records come in pages of 40 here.
        #expect(loaded.service.calls.filter { $0.hasSuffix("/browse") }.count == 2)
    }

    @Test("The bytes of a page are in HALO's form")
    func pageData() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.page = .page(1, size: 2)
        let page = try JSONValue(parsing: try await loaded.engine.searchData(request))
        #expect(page["pagination"]?["totalItems"] == .integer(64))
        #expect(page["pagination"]?["totalPages"] == .integer(32))
        guard case .array(let items)? = page["items"] else {
            Issue.record("no items")
            return
        }
        #expect(items.count == 2)
    }
}
