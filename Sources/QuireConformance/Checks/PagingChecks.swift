import Foundation
import QuireCore
import QuireEngine

/// Every engine sorts like the evaluator, and its pages neither overlap nor skip items.
enum PagingChecks {
    static let all = [
        ConformanceCheck(
            .pages, "sort orders", over: { _ in [HardDocuments.table] },
            needs: { engine, _ in engine.sortsByValue },
            run: orders
        ),
        ConformanceCheck(
            .pages, "pages by number, offset and cursor cover the result",
            over: { _ in [HardDocuments.table] }, run: pages),
        ConformanceCheck(
            .pages, "pages of a filtered search", over: { _ in [HardDocuments.table] }, run: filteredPages),
        ConformanceCheck(.pages, "pagination of a page", over: { _ in [Shelf.table] }, run: pageInfo),
        ConformanceCheck(
            .pages, "pages out of range and foreign cursors are rejected", over: { _ in [Shelf.table] },
            run: refusals),
    ]

    private static func orders(_ examination: Examination) async throws {
        for order in SortCases.all where !examination.isFull {
            let request = request(order)
            guard try await examination.supports(request) else { continue }
            try expectOrder(of: try await examination.engine.ids(request), for: request, examination)
        }
    }

    private static func pages(_ examination: Examination) async throws {
        let engine = examination.engine
        for (index, order) in ([[]] + SortCases.all).enumerated() where !examination.isFull {
            guard try await examination.supports(request(order)) else { continue }
            let whole = try await engine.ids(request(order))
            examination.expect(
                Set(whole.map { Array($0.utf8) }).count, equals: HardDocuments.count,
                for: "how many items: \(request(order))")
            // Pages of one item for only a few sort orders, because they need many requests.
            let size = min(index % 40 == 0 ? 1 : [13, 25, 60, 100][index % 4], examination.largestPage)
            examination.expect(
                try await byNumber(examination, order, size: size), equals: whole,
                for: "pages of \(size): \(request(order))")
            examination.expect(
                try await byOffset(examination, order, size: size), equals: whole,
                for: "offsets of \(size): \(request(order))")
            guard engine.capabilities.supportsCursors else { continue }
            examination.expect(
                try await byCursor(engine, order, size: size), equals: whole,
                for: "cursors of \(size): \(request(order))")
        }
    }

    private static func filteredPages(_ examination: Examination) async throws {
        let engine = examination.engine
        let seed = examination.options.seed &+ 7
        var random = Draws(seed: seed)
        var orders: [[SortKey]] = []
        for order in SortCases.all where try await examination.supports(request(order)) {
            orders.append(order)
        }
        // An engine without sorting pages in its own order.
        if orders.isEmpty { orders = [[]] }
        for tree in RandomTrees.trees(60, over: LeafCases.weightedOfValues, seed: seed)
        where !examination.isFull {
            let filter = tree.filter
            guard try await examination.supports(request([], filter)) else { continue }
            let order = random.one(of: orders)
            let query = request(order, filter)
            guard try await examination.supports(query) else { continue }
            let whole = try await engine.ids(query)
            try expectOrder(of: whole, for: query, examination)
            let size = min(Int.random(in: 1...9, using: &random), examination.largestPage)
            examination.expect(
                try await byNumber(examination, order, size: size, filter: filter), equals: whole,
                for: "pages of \(size): \(query)")
            guard engine.capabilities.supportsCursors else { continue }
            examination.expect(
                try await byCursor(engine, order, size: size, filter: filter), equals: whole,
                for: "cursors of \(size): \(query)")
        }
    }

    private static func pageInfo(_ examination: Examination) async throws {
        let engine = examination.engine
        var request = SearchRequest(module: Shelf.descriptor)
        func expect(_ page: PageRequest, items: Int, info: PageInfo) async throws -> SearchResponse<
            String
        >? {
            request.page = page
            guard try await examination.supports(request) else { return nil }
            let response = try await engine.page(request)
            examination.expect(response.items.count, equals: items, for: "how many items: \(request)")
            examination.expect(response.pageInfo, equals: info, for: "the page's numbers: \(request)")
            return response
        }
        let total = engine.capabilities.countsTotal ? 12 : nil
        _ = try await expect(
            .standard, items: 10, info: PageInfo(page: 1, limit: 10, offset: 0, totalItems: total))
        let third = try await expect(
            .page(3, size: 5), items: 2, info: PageInfo(page: 3, limit: 5, offset: 10, totalItems: total))
        if let third {
            examination.expect(
                third.pageInfo.totalPages, equals: total.map { _ in 3 }, for: "how many pages of 5")
            examination.expect(third.nextCursor, equals: nil, for: "the cursor of the last page")
        }
        for page in [PageRequest.page(4, size: 5), .offset(11, limit: 5), .all] {
            request.page = page
            guard try await examination.supports(request) else { continue }
            let expected = page == .all ? 12 : page == .page(4, size: 5) ? 0 : 1
            examination.expect(
                try await engine.page(request).items.count, equals: expected,
                for: "how many items: \(request)")
        }
        request.page = .offset(4, limit: 2)
        request.countsTotal = false
        guard try await examination.supports(request) else { return }
        examination.expect(
            try await engine.page(request).pageInfo.offset, equals: 4, for: "the offset: \(request)")
    }

    private static func refusals(_ examination: Examination) async throws {
        let engine = examination.engine
        let pages: [PageRequest] = [
            .page(0, size: 5), .page(1, size: 0), .page(.max, size: .max), .offset(-1, limit: 5),
            .offset(0, limit: 0),
        ]
        for page in pages + (engine.capabilities.supportsCursors ? [.cursor(nil, limit: 0)] : []) {
            var request = SearchRequest(module: Shelf.descriptor)
            request.page = page
            try await examination.expectInvalid(request, .invalidPage, named: "\(page)") {
                _ = try await engine.ids($0)
            }
        }
        var request = SearchRequest(module: Shelf.descriptor)
        request.sort = [SortKey(.value("age"))]
        request.page = .cursor(nil, limit: 2)
        guard engine.capabilities.supportsCursors, try await examination.supports(request) else { return }
        guard let cursor = try await engine.page(request).nextCursor else {
            return examination.note("\(request)", expected: "a cursor", found: "none")
        }
        try await changedCursors(cursor, of: request, in: examination)
        request.sort = [SortKey(.value("age"), .descending)]
        for token in [cursor.token, "", "no cursor", String(cursor.token.dropLast(3))] {
            request.page = .cursor(Cursor(token: token), limit: 2)
            try await examination.expectInvalid(request, .invalidCursor, named: "the cursor \"\(token)\"") {
                _ = try await engine.ids($0)
            }
        }
    }

    /// A client may change the numbers in a cursor. The engine responds or refuses, and nothing overflows.
    private static func changedCursors(
        _ cursor: Cursor, of request: SearchRequest, in examination: Examination
    ) async throws {
        var request = request
        for number in [Int64.max, .max - 1, 1 << 40, 1 << 31, -1, .min] {
            request.page = .cursor(cursor.replacingNumbers(by: number), limit: 2)
            do {
                _ = try await examination.engine.page(request)
            } catch let error as QueryError {
                examination.expect(
                    error.reason, equals: .invalidCursor, for: "the reason: a cursor with \(number)")
            }
        }
    }

    // MARK: - Comparing

    private static func request(_ order: [SortKey], _ filter: Filter? = nil) -> SearchRequest {
        var request = SearchRequest(module: SamplesModule.descriptor)
        request.sort = order
        request.filter = filter
        request.page = wholePage
        return request
    }

    /// The order of equal items is up to the engine.
    private static func expectOrder(
        of ids: [String], for request: SearchRequest, _ examination: Examination
    ) throws {
        let search = try InstanceSearch(request)
        let order = try InstanceOrder(request.sort, over: request.module.fields, module: request.module.name)
        var groups: [[JSONValue]] = []
        for instance in search.all(of: HardDocuments.instances) {
            if let last = groups.last?.last, order.isTied(order.place(of: last), order.place(of: instance)) {
                groups[groups.count - 1].append(instance)
            } else {
                groups.append([instance])
            }
        }
        examination.count()
        var rest = ids[...]
        for group in groups {
            let expected = SortCases.byID(group.map(\.instanceID))
            let groupIDs = SortCases.byID(Array(rest.prefix(group.count)))
            rest = rest.dropFirst(group.count)
            if groupIDs != expected {
                return examination.note(
                    "\(request)",
                    expected: "\(expected) after \(ids.count - rest.count - group.count) items",
                    found: "\(groupIDs)")
            }
        }
        if !rest.isEmpty { examination.note("\(request)", expected: "no more items", found: "\(rest)") }
    }

    private static func byNumber(
        _ examination: Examination, _ order: [SortKey], size: Int, filter: Filter? = nil
    ) async throws -> [String] {
        let numbers = 1...(HardDocuments.count / size + 2)
        return try await joined(
            examination, request(order, filter), on: numbers.map { .page($0, size: size) }, size: size)
    }

    private static func byOffset(
        _ examination: Examination, _ order: [SortKey], size: Int
    ) async throws -> [String] {
        let offsets = stride(from: 0, through: HardDocuments.count, by: size)
        return try await joined(
            examination, request(order), on: offsets.map { .offset($0, limit: size) }, size: size)
    }

    /// The items of pages that are requested together.
    private static func joined(
        _ examination: Examination, _ request: SearchRequest, on pages: [PageRequest], size: Int
    ) async throws -> [String] {
        let requests = pages.map { page in
            var request = request
            request.page = page
            return request
        }
        var ids: [String] = []
        for batch in requests.batches(of: 40) {
            for (page, request) in zip(try await examination.engine.pages(Array(batch)), batch) {
                if page.items.count > size {
                    examination.note(
                        "\(request)", expected: "\(size) items at most", found: "\(page.items.count) items")
                }
                ids += page.items
            }
        }
        return ids
    }

    private static func byCursor(
        _ engine: any ContentEngine, _ order: [SortKey], size: Int, filter: Filter? = nil
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

extension Cursor {
    /// The cursor in which each number is replaced, in the JSON that it encodes or in its text.
    fileprivate func replacingNumbers(by number: Int64) -> Cursor {
        if let data = Data(base64Encoded: token), let json = try? JSONValue(parsing: data) {
            return Cursor(token: json.replacingNumbers(by: number).data.base64EncodedString())
        }
        let words = token.split(separator: " ", omittingEmptySubsequences: false)
        return Cursor(token: words.map { Int64($0) == nil ? String($0) : "\(number)" }.joined(separator: " "))
    }
}

extension JSONValue {
    /// The value in which each number is replaced.
    fileprivate func replacingNumbers(by number: Int64) -> JSONValue {
        switch self {
        case .integer, .number: .integer(number)
        case .array(let elements): .array(elements.map { $0.replacingNumbers(by: number) })
        case .object(let members):
            .object(members.map { .init($0.name, $0.value.replacingNumbers(by: number)) })
        default: self
        }
    }
}
