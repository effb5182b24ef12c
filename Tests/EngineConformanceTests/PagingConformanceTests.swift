import Quire
import Seeds
import Testing

/// Every engine puts what it finds in the evaluator's order, and cuts it into pages that neither overlap nor skip.
@Suite struct PagingConformanceTests {
    @Test("Every order puts the items as the evaluator does", arguments: Engines.all)
    func orders(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HardDocuments.table) { (engine) async throws in
            for order in SortCases.all where subject.supports(request(order), engine) {
                let request = request(order)
                let ids = try await engine.ids(request)
                try expectOrder(ids, of: HardDocuments.instances, request)
            }
            print("conformance: \(subject.name): \(SortCases.all.count) orders")
        }
    }

    @Test(
        "Pages by number, by offset and by cursor are the whole, in its order, without overlap",
        arguments: Engines.all)
    func pages(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HardDocuments.table) { (engine) async throws in
            for (index, order) in ([[]] + SortCases.all).enumerated()
            where subject.supports(request(order), engine) {
                let whole = try await engine.ids(request(order))
                #expect(Set(whole.map { Array($0.utf8) }).count == HardDocuments.count, "\(order)")
                // Pages of one item for a few orders only: they are many.
                let size = index % 40 == 0 ? 1 : [13, 25, 60, 100][index % 4]
                #expect(try await byNumber(engine, order, size) == whole, "pages of \(size), \(order)")
                #expect(try await byOffset(engine, order, size) == whole, "offsets of \(size), \(order)")
                guard engine.capabilities.supportsCursors else { continue }
                #expect(try await byCursor(engine, order, size) == whole, "cursors of \(size), \(order)")
            }
        }
    }

    @Test("A filtered search pages as an unfiltered one", arguments: Engines.all)
    func filteredPages(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HardDocuments.table) { (engine) async throws in
            var random = SeededGenerator(seed: Seed.current &+ 7)
            for tree in RandomTrees.trees(60, over: LeafCases.weightedOfValues, seed: Seed.current &+ 7)
            where subject.supports(request([], tree.filter), engine) {
                let orders = SortCases.all.filter { subject.supports(request($0), engine) }
                let order = orders[Int.random(in: 0..<orders.count, using: &random)]
                let filter = tree.filter
                let whole = try await engine.ids(request(order, filter))
                try expectOrder(whole, of: HardDocuments.instances, request(order, filter))
                let size = Int.random(in: 1...9, using: &random)
                #expect(try await byNumber(engine, order, size, filter) == whole, "\(tree.report)")
                guard engine.capabilities.supportsCursors else { continue }
                #expect(try await byCursor(engine, order, size, filter) == whole, "\(tree.report)")
            }
        }
    }

    @Test("A page has its position and the total", arguments: Engines.all)
    func pageInfo(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: Shelf.table) { (engine) async throws in
            var request = SearchRequest(module: Shelf.descriptor)
            #expect(
                try await engine.page(request).pageInfo
                    == PageInfo(page: 1, limit: 10, offset: 0, totalItems: 12)
            )
            request.page = .page(3, size: 5)
            let third = try await engine.page(request)
            #expect(third.items.count == 2)
            #expect(third.pageInfo == PageInfo(page: 3, limit: 5, offset: 10, totalItems: 12))
            #expect(third.pageInfo.totalPages == 3)
            #expect(third.nextCursor == nil)
            request.page = .page(4, size: 5)
            #expect(try await engine.page(request).items == [])
            request.page = .offset(11, limit: 5)
            if subject.supports(request, engine) {
                #expect(try await engine.page(request).items.count == 1)
            }
            request.page = .offset(4, limit: 2)
            request.countsTotal = false
            #expect(try await engine.page(request).pageInfo.offset == 4)
            request.page = .all
            if subject.supports(request, engine) {
                #expect(try await engine.page(request).items.count == 12)
            }
        }
    }

    @Test("A page out of range and the cursor of another query are rejected", arguments: Engines.all)
    func refusals(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: Shelf.table) { (engine) async throws in
            for page in [
                PageRequest.page(0, size: 5), .page(1, size: 0), .page(.max, size: .max),
                .offset(-1, limit: 5),
                .offset(0, limit: 0),
            ] + (engine.capabilities.supportsCursors ? [.cursor(nil, limit: 0)] : []) {
                var request = SearchRequest(module: Shelf.descriptor)
                request.page = page
                let error = await #expect(throws: QueryError.self, "\(page)") {
                    try await engine.ids(request)
                }
                #expect(error?.reason == .invalidPage, "\(page)")
            }
            guard engine.capabilities.supportsCursors else { return }
            var request = SearchRequest(module: Shelf.descriptor)
            request.sort = [SortKey(.value("age"))]
            request.page = .cursor(nil, limit: 2)
            let cursor = try #require(try await engine.page(request).nextCursor)
            request.sort = [SortKey(.value("age"), .descending)]
            for token in [cursor.token, "", "no cursor", String(cursor.token.dropLast(3))] {
                request.page = .cursor(Cursor(token: token), limit: 2)
                let error = await #expect(throws: QueryError.self, "\(token)") {
                    try await engine.ids(request)
                }
                #expect(error?.reason == .invalidCursor)
            }
        }
    }

    private func request(_ order: [SortKey], _ filter: Filter? = nil) -> SearchRequest {
        var request = SearchRequest(module: SamplesModule.descriptor)
        request.sort = order
        request.filter = filter
        request.page = wholePage
        return request
    }

    /// The order of equals is the engine's own.
    private func expectOrder(_ ids: [String], of instances: [JSONValue], _ request: SearchRequest) throws {
        let search = try InstanceSearch(request)
        let order = try InstanceOrder(request.sort, over: request.module.fields, module: request.module.name)
        var groups: [[JSONValue]] = []
        for instance in search.all(of: instances) {
            if let last = groups.last?.last, order.isTied(order.place(of: last), order.place(of: instance)) {
                groups[groups.count - 1].append(instance)
            } else {
                groups.append([instance])
            }
        }
        var rest = ids[...]
        for group in groups {
            let expected = SortCases.byID(group.map(idOfInstance))
            let found = SortCases.byID(Array(rest.prefix(group.count)))
            rest = rest.dropFirst(group.count)
            #expect(found == expected, "\(request.sort)")
            if found != expected { return }
        }
        #expect(rest.isEmpty)
    }

    private func byNumber(
        _ engine: any ContentEngine, _ order: [SortKey], _ size: Int, _ filter: Filter? = nil
    ) async throws -> [String] {
        let numbers = 1...(HardDocuments.count / size + 2)
        return try await joined(engine, request(order, filter), numbers.map { .page($0, size: size) }, size)
    }

    private func byOffset(_ engine: any ContentEngine, _ order: [SortKey], _ size: Int) async throws
        -> [String]
    {
        let offsets = stride(from: 0, through: HardDocuments.count, by: size)
        return try await joined(engine, request(order), offsets.map { .offset($0, limit: size) }, size)
    }

    /// The items of pages that are asked for together.
    private func joined(
        _ engine: any ContentEngine, _ request: SearchRequest, _ pages: [PageRequest], _ size: Int
    ) async throws -> [String] {
        let requests = pages.map { page in
            var request = request
            request.page = page
            return request
        }
        var ids: [String] = []
        for batch in requests.batches(of: 40) {
            for page in try await engine.pages(Array(batch)) {
                #expect(page.items.count <= size)
                ids += page.items
            }
        }
        return ids
    }

    private func byCursor(
        _ engine: any ContentEngine, _ order: [SortKey], _ size: Int, _ filter: Filter? = nil
    ) async throws -> [String] {
        var request = request(order, filter)
        var ids: [String] = []
        var cursor: Cursor?
        repeat {
            request.page = .cursor(cursor, limit: size)
            let page = try await engine.page(request)
            ids += page.items
            cursor = page.nextCursor
        } while cursor != nil && ids.count <= HardDocuments.count
        return ids
    }
}
