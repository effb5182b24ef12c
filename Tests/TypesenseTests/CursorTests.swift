import Foundation
import Quire
import QuireHTTP
import QuireTypesense
import Testing
import TransportDoubles

/// Paging by cursor returns each remaining item once, during concurrent writes.
@Suite struct CursorTests {
    private static let module = ModuleDescriptor(
        name: "notes",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 1),
            FieldDescriptor(name: "rank", kind: .integer), FieldDescriptor(name: "price", kind: .number),
            FieldDescriptor(name: "names", kind: .list(.text), isSortable: true),
        ])

    /// Titles with a long common prefix, so that the integers used in filters do not order them.
    private static func line(_ id: String, _ number: Int) -> String {
        let title = number % 5 == 0 ? "" : #""title":"The Lord of the Rings, part \#(number % 37)","#
        let rank = number % 4 == 0 ? "null" : "\(number % 6)"
        return
            #"{"id":"\#(id)","values":{\#(title)"rank":\#(rank),"price":\#(number % 3),"names":["n\#(number % 9)"]}}"#
    }

    private static let orders: [[SortKey]] =
        [[], [SortKey(.metadata("id"), .descending)]]
        + [SortOrder.ascending, .descending].flatMap { order in
            [nil, SortKey.Nulls.first, .last].flatMap { nulls in
                [
                    [SortKey(.value("title"), order, nulls: nulls)],
                    [SortKey(.value("rank"), order, nulls: nulls)],
                    [SortKey(.value("rank"), order, nulls: nulls), SortKey(.value("title"), .descending)],
                    [SortKey(.value("names"), order, nulls: nulls), SortKey(.value("price"))],
                ]
            }
        }

    @Test(
        "Cursor paging returns each unchanged item exactly once during concurrent writes"
    )
    func changes() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            for (round, order) in Self.orders.enumerated() {
                for text in round % 5 == 0 ? [nil, "lord"] : [nil] {
                    var random = SeededGenerator(seed: UInt64(round) &+ 100)
                    _ = try await engine.delete(SearchRequest(module: Self.module))
                    let stable = (0..<90).map { "s\($0)" }
                    try await engine.fill(
                        Self.module,
                        stable.enumerated().map { Self.line($1, $0) }
                            + (0..<60).map { Self.line("c\($0)", $0 * 7) })
                    var request = SearchRequest(module: Self.module)
                    request.sort = text == nil ? order : []
                    request.text = text.map { TextSearch(TextQuery.all($0)) }
                    let expected = Set(
                        try await engine.ids(request).filter { $0.hasPrefix("s") })
                    var found: [String] = []
                    var cursor: Cursor?
                    repeat {
                        request.page = .cursor(cursor, limit: Int.random(in: 1...23, using: &random))
                        let page = try await engine.page(request)
                        found += page.items
                        cursor = page.nextCursor
                        // Some are deleted, some change their position, some are added.
                        var batch: [String] = []
                        for _ in 0..<4 {
                            let id = "c\(Int.random(in: 0..<90, using: &random))"
                            if Bool.random(using: &random) {
                                _ = try await engine.delete(Self.only(id))
                            } else {
                                batch.append(Self.line(id, Int.random(in: 0..<400, using: &random)))
                            }
                        }
                        if !batch.isEmpty { try await engine.fill(Self.module, batch) }
                    } while cursor != nil && found.count < 2_000
                    let kept = found.filter { $0.hasPrefix("s") }
                    #expect(Set(kept) == expected, "\(order) \(text ?? "")")
                    #expect(kept.count == expected.count, "\(order) \(text ?? "")")
                }
            }
        }
    }

    private static func only(_ id: String) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.ids = [id]
        return request
    }

    @Test("Without a sort key or after one, ids of 24 digits with a common prefix keep their order")
    func idsInOrder() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            let ids = (0..<420).map { "b" + String(repeating: "0", count: 20) + "\($0 + 100)" }
            var random = SeededGenerator(seed: 5)
            try await engine.fill(
                Self.module, ids.shuffled(using: &random).map { #"{"id":"\#($0)","values":{"price":1}}"# })
            for order in [[], [SortKey(.value("price"))]] {
                var request = SearchRequest(module: Self.module)
                request.sort = order
                #expect(try await engine.ids(request) == ids)
                var pages: [String] = []
                for number in 1...5 {
                    request.page = .page(number, size: 97)
                    pages += try await engine.page(request).items
                }
                #expect(pages == ids)
            }
        }
    }

    @Test(
        "For any page size, cursors and windows return the same result as one response, in the evaluator's order"
    )
    func whole() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            let lines = (0..<700).map { Self.line("i\($0 * 7919 % 10_007)", $0) }
            try await engine.fill(Self.module, lines)
            let instances = try lines.map(instance)
            for (index, order) in Self.orders.enumerated() {
                var request = SearchRequest(module: Self.module)
                request.sort = order
                request.page = .all
                let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
                #expect(try await engine.ids(request) == expected, "\(order)")
                let size = [7, 100, 250, 251, 600][index % 5]
                var found: [String] = []
                var cursor: Cursor?
                repeat {
                    request.page = .cursor(cursor, limit: size)
                    let page = try await engine.page(request)
                    #expect(page.items.count <= size)
                    #expect(page.pageInfo.totalItems == 700)
                    found += page.items
                    cursor = page.nextCursor
                } while cursor != nil && found.count <= 700
                #expect(found == expected, "cursors of \(size), \(order)")
                var windows: [String] = []
                for offset in stride(from: 0, to: 720, by: size) {
                    request.page = .offset(offset, limit: size)
                    windows += try await engine.page(request).items
                }
                #expect(windows == expected, "windows of \(size), \(order)")
            }
        }
    }

    @Test(
        "A cursor whose number of skipped items a client has changed gives the same page, after few requests")
    func changedSkip() async throws {
        let log = RequestLog()
        try await withLiveEngine([Self.module], transport: NetworkTransport().wrapped(in: [log])) {
            engine in
            let lines = (0..<5_000).map { #"{"id":"i\#($0)","values":{"price":\#($0)}}"# }
            try await engine.fill(Self.module, lines)
            var request = SearchRequest(module: Self.module)
            request.sort = [SortKey(.value("price"))]
            request.page = .cursor(nil, limit: 100)
            let cursor = try #require(try await engine.page(request).nextCursor)
            let data = try #require(Data(base64Encoded: cursor.token))
            let token = String(decoding: data, as: UTF8.self)
            let pattern = #/"skip":\d+/#
            try #require(token.contains(pattern))
            for skipped in [0, 1, 100, 250, 499, 500, 1_250, 2_600, 4_899, 4_900, 5_000, 1 << 31] {
                let changed = Data(token.replacing(pattern, with: "\"skip\":\(skipped)").utf8)
                request.page = .cursor(Cursor(token: changed.base64EncodedString()), limit: 100)
                log.clear()
                let page = try await engine.page(request)
                #expect(page.items == (100..<200).map { "i\($0)" }, "\(skipped)")
                #expect(log.requests.count { $0.url.path == "/multi_search" } <= 8, "\(skipped)")
            }
        }
    }

    @Test(
        "Numbers near the limits of Int64 are in order, separate from missing ones, on pages and after cursors"
    )
    func extremes() async throws {
        let module = ModuleDescriptor(
            name: "numbers",
            fields: [
                FieldDescriptor(name: "n", kind: .integer), FieldDescriptor(name: "l", kind: .list(.integer)),
            ])
        let numbers: [Int64?] = [
            .min, .min + 1, .min + 2, -1, 0, 1, .max - 2, .max - 1, .max, nil, .min, .max, nil, .min + 1,
            .max - 1,
        ]
        let lines = numbers.enumerated().map { index, number in
            let text = number.map { "\($0)" } ?? "null"
            return #"{"id":"i\#(index)","values":{"n":\#(text),"l":[\#(number.map { "\($0)" } ?? "")]}}"#
        }
        try await withLiveEngine([module]) { (engine) async throws in
            try await engine.fill(module, lines)
            let instances = try lines.map(instance)
            for name in ["n", "l"] {
                for order in [SortOrder.ascending, .descending] {
                    for nulls in [nil, SortKey.Nulls.first, .last] {
                        var request = SearchRequest(module: module)
                        request.sort = [SortKey(.value(name), order, nulls: nulls)]
                        request.page = .all
                        let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
                        #expect(try await engine.ids(request) == expected, "\(request.sort)")
                        var found: [String] = []
                        var cursor: Cursor?
                        repeat {
                            request.page = .cursor(cursor, limit: 2)
                            let page = try await engine.page(request)
                            found += page.items
                            cursor = page.nextCursor
                        } while cursor != nil && found.count <= numbers.count
                        #expect(found == expected, "\(request.sort)")
                    }
                }
            }
        }
    }

    @Test("A damaged cursor and a cursor of another order are rejected")
    func damagedCursors() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            try await engine.fill(Self.module, (0..<5).map { Self.line("s\($0)", $0) })
            var request = SearchRequest(module: Self.module)
            request.sort = [SortKey(.value("title"))]
            request.page = .cursor(nil, limit: 2)
            let cursor = try #require(try await engine.page(request).nextCursor)
            let token = String(decoding: Data(base64Encoded: cursor.token) ?? Data(), as: UTF8.self)
            for change in [
                token.replacing("\"at\"", with: "\"et\""), token.replacing("\"skip\":", with: "\"skip\":-"),
                token.replacing("\"seen\"", with: "\"sean\""), "{}", "",
            ] {
                request.page = .cursor(Cursor(token: Data(change.utf8).base64EncodedString()), limit: 2)
                let error = await #expect(throws: QueryError.self, "\(change)") {
                    try await engine.page(request)
                }
                #expect(error?.reason == .invalidCursor)
            }
        }
    }
}
