import Foundation
import Quire
import QuireTypesense
import SampleModules
import Testing
import TransportDoubles

/// Requests, byte for byte.
@Suite struct RequestTests {
    private static let values =
        "name,module,createdBy,updatedBy,deletedBy,createdAt,updatedAt,publishedAt,archivedAt,removedAt,deletedAt,"
        + "revision,customerId,externalId,pushSchedule,title,age,price,active,registration,rank,status,released,tags,"
        + "scores,place,author,editors,q_rest,q_id"

    private func engine(_ steps: [ScriptedTransport.Step] = []) throws -> (TypesenseEngine, ScriptedTransport)
    {
        let transport = ScriptedTransport(steps)
        let url = try #require(URL(string: "http://127.0.0.1:8108/base"))
        return (
            TypesenseEngine(
                nodes: [url], apiKey: "sesame", settings: TypesenseSettings(prefix: "shop_"),
                transport: transport),
            transport
        )
    }

    private static func found(_ entries: String...) -> ScriptedTransport.Step {
        .status(200, [:], #"{"results":[\#(entries.joined(separator: ","))]}"#)
    }

    @Test("A search is one POST to /multi_search, with the key only in its header")
    func search() async throws {
        let (engine, transport) = try engine([
            Self.found(
                #"{"found":21,"search_cutoff":false,"hits":[{"document":{"id":"b1","title":"Emma","age":12,"price":1.5,"active":true,"q_id":"sb1"}}]}"#
            )
        ])
        let query = Books.query().where(\.age >= 18).where(\.title == "a`b").sort(by: \.title).page(
            2, size: 20)
        let page = try await ContentClient(engine: engine).fetch(query)
        #expect(page.map(\.title) == ["Emma"])
        #expect(page.pageInfo == PageInfo(page: 2, limit: 20, offset: 20, totalItems: 21))
        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "http://127.0.0.1:8108/base/multi_search")
        #expect(request.headers["X-TYPESENSE-API-KEY"] == "sesame")
        #expect(request.headers["Content-Type"] == "application/json")
        let body = String(decoding: request.body ?? Data(), as: UTF8.self)
        #expect(
            body
                == #"{"searches":[{"collection":"shop_books","q":"*","enable_overrides":false,"#
                + #""filter_by":"q_o_age:>=18 && q_x_title:=[saq60b]","#
                + #""sort_by":"q_s_title(missing_values: first):asc,q_i0:asc,q_i1:asc","#
                + #""include_fields":"id,\#(Self.values),q_i0,q_i1,q_s_title,q_o_title","page":2,"per_page":20}]}"#
        )
    }

    @Test(
        "Full text and facets are one request: the items to weigh, each disjunctive facet, and the likely page"
    )
    func facets() throws {
        let (engine, _) = try engine()
        let query = Books.query().search("war pea").facet(\.tags).facet(\.status).refine(
            \.status, to: [.live])
        let lines = try engine.explain(query.request).split(separator: "\n").map { $0.drop { $0 == " " } }
        func values(_ name: String) -> [String] {
            lines.filter { $0.hasPrefix("\"\(name)\": ") }.map { String($0.dropFirst(name.count + 4)) }
        }
        #expect(values("q") == Array(repeating: "\"war pea\",", count: 3))
        #expect(values("prefix") == ["true,", "true,", "true,"])
        #expect(values("filter_by") == ["\"q_x_status:=[slive]\",", "\"q_x_status:=[slive]\","])
        #expect(values("facet_by") == ["\"q_x_tags\",", "\"q_x_status\","])
        #expect(values("per_page") == ["250", "0", "10"])
        #expect(values("num_typos") == ["0,", "0,", "0,"])
        #expect(values("drop_tokens_threshold") == ["0,", "0,", "0,"])
        #expect(values("typo_tokens_threshold") == ["0,", "0,", "0,"])
        #expect(values("sort_by") == Array(repeating: "\"_text_match:desc,q_i0:asc,q_i1:asc\",", count: 2))
        #expect(lines.prefix(2) == ["POST /multi_search", "X-TYPESENSE-API-KEY: …"])
    }

    @Test(
        "Every filter operation has its form",
        arguments: [
            (Filter.leaf(.init(.equal, "title", value: .null, type: .null)), "q_p:!=[p0]"),
            (.leaf(.init(.notEqual, "title", value: .null, type: .null)), "q_p:=[p0]"),
            (
                .leaf(.init(.in, "age", value: .list([.integer(-3), .number(4)]), type: .number)),
                "q_x_age:=[im3,ip4]"
            ),
            (.leaf(.init(.notIn, "age", value: .list([.integer(1)]), type: .number)), "q_x_age:!=[ip1]"),
            (.leaf(.init(.in, "age", value: .list([]), type: .number)), ""),
            (.leaf(.init(.equal, "age", value: .number(0.5), type: .number)), ""),
            (.leaf(.init(.notLess, "age", value: .integer(3), type: .number)), "q_o_age:>=3 || q_p:!=[p1]"),
            (
                .leaf(.init(.between, "age", value: .list([.integer(1), .integer(5)]), type: .number)),
                "q_o_age:[1..5]"
            ),
            (
                .leaf(.init(.notBetween, "age", value: .list([.integer(1), .integer(5)]), type: .number)),
                "q_o_age:<=0 || q_o_age:>=6 || q_p:!=[p1]"
            ),
            (.leaf(.init(.greater, "scores", value: .integer(7), type: .number)), "q_h_scores:>=8"),
            (
                .leaf(.init(.notGreater, "scores", value: .integer(7), type: .number)),
                "q_h_scores:<=7 || q_p:!=[p9]"
            ),
            (
                .leaf(.init(.between, "scores", value: .list([.integer(1), .integer(5)]), type: .number)),
                "q_p:=[p9] && q_o_scores:[1..5]"
            ),
            (.leaf(.init(.equal, "active", value: .boolean(true), type: .string)), "q_x_active:=[bt]"),
            (.leaf(.init(.greater, "price", value: .number(0), type: .number)), "q_o_price:>=1"),
            (
                .leaf(.init(.equal, "price", value: .number(-0.0), type: .number)),
                "q_x_price:=[f8000000000000000]"
            ),
            (.leaf(.init(.hasPrefix, "title", value: .string(""), type: .string)), "q_p:=[p0]"),
            (
                .and([
                    .or([
                        .leaf(.init(.equal, "title", value: .string("a"), type: .string)),
                        .leaf(.init(.equal, "title", value: .null, type: .null)),
                    ]), .and([.leaf(.init(.equal, "age", value: .integer(1), type: .number))]), .and([]),
                ]), "(q_x_title:=[sa] || q_p:!=[p0]) && q_x_age:=[ip1]"
            ),
        ])
    func forms(_ filter: Filter, _ expected: String) throws {
        let (engine, _) = try engine()
        var request = SearchRequest(module: Books.descriptor)
        request.filter = filter
        let text = try engine.explain(request)
        let line = text.split(separator: "\n").first { $0.contains("\"filter_by\"") }
        #expect(line?.drop { $0 == " " } == (expected.isEmpty ? nil : "\"filter_by\": \"\(expected)\","))
        if expected.isEmpty { #expect(text == "Nothing is sent: no item can meet the query.") }
    }

    @Test("A query that the server cannot express exactly is rejected with advice")
    func refusals() async throws {
        let (engine, transport) = try engine()
        func leaf(_ operation: FilterOperation, _ name: String, _ value: FilterValue) -> SearchRequest {
            var request = SearchRequest(module: Books.descriptor)
            request.filter = .leaf(.init(operation, name, value: value, type: .string))
            return request
        }
        func text(_ query: TextQuery, _ change: (inout TextSearch) -> Void = { _ in }) -> SearchRequest {
            var request = SearchRequest(module: Books.descriptor)
            var search = TextSearch(query)
            change(&search)
            request.text = search
            return request
        }
        var sorted = SearchRequest(module: Books.descriptor)
        sorted.sort = [SortKey(.value("age")), SortKey(.value("price")), SortKey(.metadata("name"))]
        var unsortable = SearchRequest(module: Books.descriptor)
        unsortable.sort = [SortKey(.value("registration"))]
        var large = SearchRequest(module: Books.descriptor)
        large.filter = .or((0..<51).map { .leaf(.init(.greater, "age", value: .integer($0), type: .number)) })
        let place: FilterValue = .list([.number(1), .number(2), .number(3)])
        let requests = [
            leaf(.like, "title", .string("emma")), leaf(.contains, "title", .string("mm")),
            leaf(.hasSuffix, "title", .string("a")), leaf(.greater, "title", .string("a rather long title")),
            leaf(.hasPrefix, "title", .string("A RATHER LONG TITLE")), leaf(.near, "place", place),
            leaf(.notBetween, "scores", .list([.integer(1), .integer(2)])), sorted, unsortable, large,
            text(.any("war peace")), text(.none("war")), text(.all("wa", matching: .partsOfWords)),
            text(.phrase("war and pea", matching: .lastWordAsPrefix)),
            text(.all("wa pea", matching: .prefixes)),
        ]
        for request in requests {
            let searched = await #expect(throws: UnsupportedError.self) { try await engine.page(request) }
            let validated = #expect(throws: UnsupportedError.self) { try engine.validate(request) }
            #expect(searched == validated)
            #expect(searched?.engine == "Typesense")
            #expect(searched?.hint.isEmpty == false)
        }
        large.filter = .or((0..<50).map { .leaf(.init(.greater, "age", value: .integer($0), type: .number)) })
        #expect(throws: Never.self) { try engine.validate(large) }
        #expect(transport.requests.isEmpty)
    }

    @Test("A request that can never match is not sent: without words, ids or values")
    func nothing() async throws {
        let (engine, transport) = try engine()
        var empty = SearchRequest(module: Books.descriptor)
        empty.text = TextSearch("?!")
        var noID = SearchRequest(module: Books.descriptor)
        noID.ids = []
        noID.facets = [FacetRequest("tags")]
        for page in try await engine.pages([empty, noID]) {
            #expect(page.items.isEmpty)
            #expect(page.pageInfo.totalItems == 0)
            #expect(page.nextCursor == nil)
        }
        #expect(
            try await engine.page(noID).facets == [FacetResult(field: "tags", counts: [], isExhaustive: true)]
        )
        #expect(transport.requests.isEmpty)
    }

    @Test("Searches are sent fifty at a time, and each has its own response")
    func batches() async throws {
        func response(_ found: Int) -> String { #"{"found":\#(found),"hits":[]}"# }
        let results = (0..<120).map(response)
        let (engine, transport) = try engine(
            stride(from: 0, to: 120, by: 50).map { start in
                .status(
                    200, [:],
                    #"{"results":[\#(results[start..<min(start + 50, 120)].joined(separator: ","))]}"#)
            })
        let request = SearchRequest(module: Books.descriptor)
        let pages = try await engine.pages(Array(repeating: request, count: 120))
        #expect(pages.map(\.pageInfo.totalItems) == Array(0..<120))
        let counts = transport.requests.map { request in
            String(decoding: request.body ?? Data(), as: UTF8.self).components(separatedBy: "\"collection\"")
                .count - 1
        }
        #expect(counts == [50, 50, 20])
    }

    @Test("A window that crosses the server's pages is assembled from two pages, in one request")
    func windows() async throws {
        let hits = { (range: Range<Int>) in
            range.map { #"{"document":{"id":"\#($0)","q_id":"s\#($0)"}}"# }.joined(separator: ",")
        }
        let (engine, transport) = try engine([
            Self.found(
                #"{"found":1000,"hits":[\#(hits(200..<400))]}"#,
                #"{"found":1000,"hits":[\#(hits(400..<600))]}"#
            )
        ])
        var request = SearchRequest(module: Books.descriptor)
        request.page = .offset(399, limit: 200)
        #expect(try await engine.page(request).items == (399..<599).map(String.init))
        let body = String(decoding: transport.requests.first?.body ?? Data(), as: UTF8.self)
        #expect(body.contains(#""page":2,"per_page":200"#))
        #expect(body.contains(#""page":3,"per_page":200"#))
        #expect(transport.requests.count == 1)
    }
}
