import Foundation
import Quire
import QuireCore
import QuireEngine
import QuireRemote
import Testing
import TransportDoubles

/// What a server of somebody else's may send, and whether the engine for it notices.
@Suite struct RemoteEngineTests {
    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true),
            FieldDescriptor(name: "day", kind: .date(.dateOnly)),
            FieldDescriptor(name: "author", kind: .relation(module: "authors")),
        ])

    private static func request(_ change: (inout SearchRequest) -> Void = { _ in }) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.page = .page(1, size: 2)
        change(&request)
        return request
    }

    /// An engine whose server sends these bodies, one after the other.
    private static func engine(_ bodies: String..., status: Int = 200) -> (BackendEngine, ScriptedTransport) {
        let transport = ScriptedTransport(bodies.map { .status(status, [:], $0) })
        return (BackendEngine(server: URL(fileURLWithPath: "/"), transport: transport), transport)
    }

    private static func ids(_ engine: BackendEngine, _ request: SearchRequest) async throws -> [String] {
        try await engine.search([request], decoding: .ids(of: module)).flatMap(\.items)
    }

    @Test("The request has the filter, the ids, the reverse look-up, the order and the page")
    func request() async throws {
        let (engine, transport) = Self.engine(#"{"total":0,"items":[]}"#)
        let request = Self.request { request in
            request.filter = .leaf(.init(.notLess, "year", value: .integer(1950), type: .number))
            request.ids = ["a", "b"]
            request.related = [RelatedItems(field: "author", ids: nil)]
            request.sort = [SortKey(.value("year"), .descending)]
            request.page = .page(3, size: 20)
        }
        #expect(try await Self.ids(engine, request) == [])
        let sent = try #require(transport.requests.first)
        #expect(sent.url.path == "/books/search")
        #expect(
            String(decoding: sent.body ?? Data(), as: UTF8.self) == """
                {"where":{"all":[{"not":{"field":"year","is":"<","value":1950}},\
                {"field":"id","is":"in","value":["a","b"]},{"not":{"field":"author","is":"=","value":null}}]},\
                "sort":["-year","id"],"offset":40,"limit":20}
                """)
        #expect(try engine.explain(request).hasPrefix("POST file:///books/search {\"where\":"))
    }

    @Test("Nothing is sent for a search that finds nothing, or that the engine refuses")
    func nothingSent() async throws {
        let (engine, transport) = Self.engine()
        #expect(try await Self.ids(engine, Self.request { $0.ids = [] }) == [])
        let day = Filter.leaf(.init(.equal, "day", value: .date(milliseconds: 0), type: .date))
        await #expect(throws: UnsupportedError.self) {
            try await Self.ids(engine, Self.request { $0.filter = day })
        }
        let unknown = Filter.leaf(.init(.equal, "yaer", value: .integer(1), type: .number))
        await #expect(throws: QueryError.self) {
            try await Self.ids(engine, Self.request { $0.filter = unknown })
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("A whole result is read page by page, and one that the server does not send whole is an error")
    func wholeResult() async throws {
        let all = Self.request { $0.page = .all }
        func page(_ ids: ClosedRange<Int>, of total: Int) -> String {
            let items = ids.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
            return "{\"total\":\(total),\"items\":[\(items)]}"
        }
        let (engine, transport) = Self.engine(page(1...500, of: 501), page(501...501, of: 501))
        #expect(try await Self.ids(engine, all).count == 501)
        #expect(transport.requests.count == 2)
        // Short: the server's own limit is smaller than the page. Repeated: it ignores the offset.
        let (short, _) = Self.engine(page(1...3, of: 9), page(1...3, of: 9), "{\"total\":9,\"items\":[]}")
        await #expect(throws: PagingError.self) { try await Self.ids(short, all) }
        let (repeated, _) = Self.engine(
            page(1...500, of: 999), page(1...500, of: 999), page(1...500, of: 999))
        await #expect(throws: PagingError.self) { try await Self.ids(repeated, all) }
    }

    @Test(
        "A page with more items than its limit is an error, because a server may have ignored the offset too")
    func tooManyItems() async throws {
        let (engine, _) = Self.engine(#"{"total":3,"items":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#)
        let error = await #expect(throws: PagingError.self) { try await Self.ids(engine, Self.request()) }
        #expect(error?.reason == .tooManyItems)
    }

    @Test(
        "A response without a page, without an id or with another status is an error",
        arguments: [
            (200, "[]"), (200, "{\"items\":[]}"), (200, "{\"total\":1,\"items\":[{\"title\":\"Emma\"}]}"),
            (200, "{\"total\":1,\"items\":[{\"id\":1}]}"), (200, "<html>"),
            (503, "{\"total\":0,\"items\":[]}"),
        ])
    func unusable(_ status: Int, _ body: String) async throws {
        let (engine, _) = Self.engine(body, status: status)
        await #expect(throws: (any Error).self) { try await Self.ids(engine, Self.request()) }
    }
}
