import Foundation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing

/// A session keeps every setting of its query.
@Suite struct SessionQueryTests {
    /// The requests that a session sends for its first search.
    private func requests(
        _ query: Query<Books>, typing text: String = "", _ edit: (inout SearchDraft<Books>) -> Void = { _ in }
    ) throws -> [SearchRequest] {
        var draft = SearchDraft(query)
        draft.text = text
        edit(&draft)
        return try SearchPlan(draft, page: draft.firstPage, for: Self.capable).requests
    }

    private static var capable: EngineCapabilities {
        var capabilities = EngineCapabilities(
            name: "capable", operations: Set(FilterOperation.allCases), sortsByValue: true,
            supportsNullOrdering: true,
            supportsCursors: true, countsTotal: true, fullText: true, facets: true, includes: true,
            sortsByLanguage: true, supportsDeviceSegments: true)
        capabilities.disjunctiveFacets = true
        return capabilities
    }

    @Test(
        "Every property of a query is in the requests of its session, with and without typed text",
        arguments: [
            Books.query().where(\.age >= 18), Books.query().filterMeta { $0.publishedAt <= Date() },
            Books.query().ids(["1", "2"]), Books.query().sort(by: \.title, .descending),
            Books.query().include(\.author), Books.query().includeAll(),
            Books.query().related(\.author, to: ["a"]),
            Books.query().locale("de-DE"), Books.query().tags([Tag(name: "a", value: "b")], mode: .total),
            Books.query().halo(segmentWithDevice: true), Books.query().halo(serverCache: 60),
            Books.query().lenient(),
            Books.query().keepUnknownValues(), Books.query().skipTotal(),
            Books.query().fallback(.clientSide(maxScanned: 500)),
            Books.query().sort(by: \.rank, nulls: .last),
            Books.query().offline(.stored), Books.query().offline(tag: "tag"), Books.query().facet(\.rank),
            Books.query().refine(\.rank, to: [1]), Books.query().halo(slowSearch: true),
            Books.query().halo(slowSort: true, sortLocale: "de"),
        ])
    func properties(query: Query<Books>) throws {
        for text in ["", "whale"] {
            var request = try #require(try requests(query, typing: text).first)
            #expect(request.page == .page(1, size: 20))
            request.page = query.request.page
            if !text.isEmpty {
                #expect(request.text?.query == .all("whale"))
                request.text = query.request.text
            }
            #expect(request == query.request)
        }
    }

    @Test("The query's own text is a condition that typed text restricts further")
    func ownText() throws {
        let query = Books.query().search(.any("whale ship"), in: \.title)
        let alone = try #require(try requests(query).first?.text)
        #expect(alone == query.request.text)
        let typed = try #require(try requests(query, typing: "ahab").first?.text)
        #expect(typed.query == .and([.any("whale ship"), .all("ahab")]))
        #expect(typed.fields == ["title"] && typed.mode == .allWords)
        // Symbols are not words: the query's own text remains.
        let symbols = try #require(try requests(query, typing: "…!").first?.text)
        #expect(symbols.query == .and([.any("whale ship"), .all("…!")]))
    }

    @Test("Typed text restricts the query's own text, and clearing it restores the query's results")
    func ownTextOnEngine() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Books.self,
            ["The white whale", "The white ship", "A whale of a ship"].enumerated().map { index, title in
                Book(id: ContentID("\(index)"), values: Books.Values(title: title, age: index))
            })
        let session = SearchSession(Books.query().search("whale"), on: engine)
        for (text, ids) in [("", ["0", "2"]), ("white", ["0"]), ("ship", ["2"]), ("…", ["0", "2"])] {
            session.text = text
            session.search()
            let state = await session.settled()
            #expect(state.items.map(\.id.rawValue).sorted() == ids, "\(text)")
        }
    }

    @Test(
        "The session uses the query's page: its size, its start, and page(.all)",
        arguments: [
            (Books.query(), .page(1, size: 20)), (Books.query().page(1, size: 7), .page(1, size: 7)),
            (Books.query().page(3, size: 25), .page(3, size: 25)),
            (Books.query().page(.offset(0, limit: 9)), .page(1, size: 9)),
            (Books.query().page(.offset(30, limit: 10)), .page(4, size: 10)),
            (Books.query().page(.cursor(nil, limit: 12)), .page(1, size: 12)),
            (Books.query().page(.all), .all),
        ] as [(Query<Books>, PageRequest)])
    func pages(query: Query<Books>, page: PageRequest) throws {
        #expect(try requests(query).first?.page == page)
        #expect(try requests(query, typing: "whale").first?.page == page)
        // The screen's settings override it.
        #expect(
            try requests(query) { ($0.pageSize, $0.firstPage) = (50, 1) }.first?.page == .page(1, size: 50))
        // Changing the query's conditions keeps the page.
        #expect(try requests(query) { $0.query = $0.query.where(\.age > 1) }.first?.page == page)
        // Another query has its own page.
        #expect(
            try requests(query) { $0.query = Books.query().page(2, size: 3) }.first?.page == .page(2, size: 3)
        )
    }

    @Test(
        "An offset that no page number can express is rejected, not ignored",
        arguments: [
            Books.query().page(.offset(5, limit: 10)),
            Books.query().page(.cursor(Cursor(token: "x"), limit: 10)),
            Books.query().page(0, size: 10), Books.query().page(1, size: 0),
            Books.query().page(.offset(-10, limit: 10)),
            Books.query().page(.offset(0, limit: 0)),
        ])
    func refusedPages(query: Query<Books>) throws {
        #expect(throws: QueryError.self) { try requests(query) }
    }

    @Test("A session on page(.all) loads everything at once, and has no further pages")
    func everything() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Books.self,
            (0..<45).map { Book(id: ContentID("\($0)"), values: Books.Values(title: "Book", age: $0)) })
        for query in [Books.query().page(.all), Books.query().page(.all).skipTotal()] {
            let session = SearchSession(query, on: engine)
            session.search()
            let state = await session.settled()
            #expect(state.items.count == 45 && !state.hasMore)
            session.loadMore()
            #expect(await session.settled().failedPages.isEmpty)
        }
    }

    @Test("A session on a server that caps its pages loads each item once")
    func capped() async throws {
        let server = CappingEngine(cap: 10, total: 45)
        let session = SearchSession(Books.query().page(1, size: 20), on: server)
        session.search()
        var state = await session.settled()
        #expect(state.pages.pageSize == 10)
        while state.hasMore {
            session.loadMore()
            state = await session.settled()
            try #require(state.failedPages.isEmpty)
        }
        #expect(state.items.map(\.age) == Array(0..<45))
    }

    @Test("A page with too few items leaves empty positions that are not loaded again")
    func shortPage() async throws {
        let server = CappingEngine(cap: 10, total: 25, hidden: [3])
        let session = SearchSession(Books.query().page(1, size: 10), on: server)
        session.search()
        var state = await session.settled()
        #expect(state.items.count == 9 && state.hasMore)
        #expect(state.pages.isHidden(9) && !state.pages.isHidden(8) && !state.pages.isHidden(10))
        session.loadMore()
        session.loadPage(3)
        state = await session.settled()
        #expect(state.items.count == 24 && !state.hasMore)
    }
}

/// A server that caps its pages and may omit items that it counts.
private struct CappingEngine: ContentEngine {
    let cap: Int
    let total: Int
    var hidden: Set<Int> = []

    var capabilities: EngineCapabilities {
        EngineCapabilities(
            name: "capping", operations: Set(FilterOperation.allCases), sortsByValue: true,
            supportsNullOrdering: true,
            supportsCursors: false, countsTotal: true, fullText: true, facets: false, includes: false,
            sortsByLanguage: true, supportsDeviceSegments: true)
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try requests.map { try decoder.decodePage(page($0), options: $0.decoding) }
    }

    func searchData(_ request: SearchRequest) async throws -> Data { page(request) }

    func validate(_ request: SearchRequest) throws {}

    func explain(_ request: SearchRequest) throws -> String { "\(request.page)" }

    private func page(_ request: SearchRequest) -> Data {
        guard case .page(let number, let size) = request.page else { return Data("{}".utf8) }
        let limit = min(cap, size)
        let items = (0..<total).dropFirst((number - 1) * limit).prefix(limit).filter { !hidden.contains($0) }
            .map { #"{"id":"b\#($0)","values":{"title":"t","age":\#($0),"price":1,"active":true}}"# }
        return Data(
            #"{"pagination":{"page":\#(number),"limit":\#(limit),"totalItems":\#(total)},"items":[\#(items.joined(separator: ","))]}"#
                .utf8)
    }
}
