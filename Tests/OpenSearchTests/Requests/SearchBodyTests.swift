import Foundation
import Quire
import QuireOpenSearch
import SampleModules
import Testing
import TransportDoubles

/// The exact request of a search.
@Suite struct SearchBodyTests {
    private static let engine = OpenSearchEngine(
        nodes: [URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")],
        settings: OpenSearchSettings(prefix: "shop-"), transport: ScriptedTransport([]))

    /// The query of a request, as compact JSON.
    private func query(_ query: Query<Books>) throws -> String {
        try body(query)["query"]?.description ?? ""
    }

    private func body(_ query: Query<Books>) throws -> JSONValue {
        let explained = try Self.engine.explain(query.request)
        let start = try #require(explained.range(of: "\n\n"))
        return json(String(explained[start.upperBound...]))
    }

    @Test("A search is one POST with query, window, order, fields and total")
    func whole() throws {
        let books = Books.query().where(\.age >= 18).sort(by: \.title).page(2, size: 20)
        #expect(try Self.engine.explain(books.request).hasPrefix("POST /shop-books/_search\n\n{\n"))
        #expect(
            try body(books).description == """
                {"query":{"range":{"q_age_n":{"gte":18}}},"from":20,"size":21,\
                "sort":[{"q_title_k":{"order":"asc","mode":"min","missing":"_first"}},{"q_m_id_k":{"order":"asc"}}],\
                "_source":{"excludes":["q_*_*","q_present","q_tags"]},"track_total_hits":true}
                """)
    }

    @Test("Each leaf becomes an exact query")
    func leaves() throws {
        #expect(
            try query(Books.query().where(\.title == "Emma")) == #"{"term":{"q_title_k":{"value":"Emma"}}}"#)
        #expect(
            try query(Books.query().where(\.title != "Emma"))
                == #"{"bool":{"must_not":[{"term":{"q_title_k":{"value":"Emma"}}}]}}"#)
        #expect(
            try query(Books.query().filter { $0.title.in(["A", "B"]) })
                == #"{"terms":{"q_title_k":["A","B"]}}"#)
        #expect(
            try query(Books.query().filter { $0.title.like("A*b?\\") })
                == #"{"wildcard":{"q_title_l":{"value":"*a\\*b\\?\\\\*"}}}"#)
        #expect(
            try query(Books.query().filter { $0.title.hasPrefix("Em") })
                == #"{"prefix":{"q_title_k":{"value":"Em"}}}"#)
        #expect(
            try query(Books.query().filter { $0.title.hasSuffix("ma") })
                == #"{"prefix":{"q_title_r":{"value":"am"}}}"#)
        #expect(
            try query(Books.query().where(\.price < 0.5))
                == #"{"range":{"q_price_n":{"lte":0.49999999999999994}}}"#)
        #expect(
            try query(Books.query().where(\.active == true)) == #"{"term":{"q_active_b":{"value":true}}}"#)
        #expect(
            try query(Books.query().where(\.registration == nil))
                == #"{"bool":{"must_not":[{"term":{"q_present":{"value":"registration"}}}]}}"#)
        #expect(
            try query(Books.query().where(\.author == "a1")) == #"{"term":{"q_author_k":{"value":"a1"}}}"#)
    }

    @Test("Numbers beyond 2^53 are compared by their order keys, which servers cannot round")
    func largeNumbers() throws {
        #expect(
            try query(Books.query().where(\.age == 9_007_199_254_740_993))
                == #"{"term":{"q_age_o":{"value":"8020000000000001"}}}"#)
        #expect(
            try query(Books.query().where(\.age > Int.max - 1))
                == #"{"range":{"q_age_o":{"gte":"ffffffffffffffff"}}}"#)
        #expect(
            try query(Books.query().where(\.age < 9_007_199_254_740_992))
                == #"{"range":{"q_age_n":{"lte":9007199254740991}}}"#)
    }

    @Test("Groups become filters, alternatives and exclusions with minimal nesting")
    func groups() throws {
        #expect(
            try query(
                Books.query().where(
                    \.age >= 3, \.age <= 9, \.title == "A" || \.title == "B" || !(\.active == true)))
                    == """
                    {"bool":{"filter":[{"range":{"q_age_n":{"gte":3}}},{"range":{"q_age_n":{"lte":9}}},\
                    {"bool":{"should":[{"term":{"q_title_k":{"value":"A"}}},{"term":{"q_title_k":{"value":"B"}}},\
                    {"bool":{"must_not":[{"term":{"q_active_b":{"value":true}}}]}}],"minimum_should_match":1}}]}}
                    """)
    }

    @Test("Ids, relations, segments and metadata are ordinary conditions")
    func others() throws {
        #expect(try query(Books.query().ids(["b1", "b2"])) == #"{"terms":{"q_m_id_k":["b1","b2"]}}"#)
        #expect(try query(Books.query().related(\.author)) == #"{"term":{"q_present":{"value":"author"}}}"#)
        #expect(
            try query(Books.query().tags([Tag(name: "brand", value: "A"), Tag(name: "new")]))
                == """
                {"bool":{"should":[{"term":{"q_tags":{"value":"5:brand=A"}}},{"term":{"q_tags":{"value":"3:new"}}}],\
                "minimum_should_match":1}}
                """)
        #expect(
            try query(Books.query().filterMeta { $0.updatedAt > Date(timeIntervalSince1970: 1) })
                == #"{"range":{"q_m_updatedAt_n":{"gte":1001}}}"#)
    }

    @Test("A projection fetches only its parts; ids alone fetch no values")
    func projection() throws {
        var request = Books.query().request
        request.fields = ["title", "age"]
        let explained = try Self.engine.explain(request)
        let start = try #require(explained.range(of: "\n\n"))
        let source = json(String(explained[start.upperBound...]))["_source"]
        #expect(
            source?.description == """
                ["id","name","module","createdBy","updatedBy","deletedBy","createdAt","updatedAt","publishedAt","archivedAt",\
                "removedAt","deletedAt","revision","customerId","externalId","pushSchedule","title","age","q_rest"]
                """)
    }

    @Test("Full text is scored, its filter is not; with sort keys, nothing is scored")
    func text() throws {
        // The items to weigh, and the likely page.
        let explained = try Self.engine.explain(Books.query().search("jane aus").where(\.age >= 18).request)
        let searches = explained.split(separator: /\{"index": "[^"]+"\}\n/)
        try #require(searches.count == 3 && searches[0] == "POST /_msearch\n\n")
        for (search, size) in zip(searches.dropFirst().map { json(String($0)) }, [251, 11]) {
            #expect(
                search["query"]?.description == """
                    {"bool":{"must":[{"bool":{"must":[{"term":{"q_title_w":{"value":"jane","boost":10}}},\
                    {"bool":{"should":[{"prefix":{"q_title_w":{"value":"aus","boost":10}}},\
                    {"term":{"q_title_w":{"value":"aus","boost":10}}},\
                    {"match_phrase":{"q_title_t":{"query":"a u s","boost":10}}}],"minimum_should_match":1}}]}}],\
                    "filter":[{"range":{"q_age_n":{"gte":18}}}]}}
                    """)
            #expect(
                search["sort"]?.description == #"[{"_score":{"order":"desc"}},{"q_m_id_k":{"order":"asc"}}]"#)
            #expect(search["size"] == .integer(Int64(size)))
        }
        let sorted = try body(Books.query().search(.phrase("brave new world")).sort(by: \.age))
        #expect(
            sorted["query"]?.description
                == #"{"match_phrase":{"q_title_t":{"query":"brave new world","boost":10}}}"#)
        let parts = try body(Books.query().search(.all("a*b", matching: .partsOfWords)).sort(by: \.age))
        #expect(
            parts["query"]?.description == """
                {"bool":{"filter":[{"wildcard":{"q_title_w":{"value":"*a*","boost":10}}},\
                {"wildcard":{"q_title_w":{"value":"*b*","boost":10}}}]}}
                """)
        let none = try body(
            Books.query().search(.all("war").and(.none("peace", matching: .wholeWords))).sort(by: \.age))
        #expect(
            none["query"]?.description == """
                {"bool":{"filter":[{"bool":{"should":[{"prefix":{"q_title_w":{"value":"war","boost":10}}},\
                {"term":{"q_title_w":{"value":"war","boost":10}}},\
                {"match_phrase":{"q_title_t":{"query":"w a r","boost":10}}}],"minimum_should_match":1}}],\
                "must_not":[{"term":{"q_title_w":{"value":"peace","boost":10}}}]}}
                """)
    }

    @Test(
        "A disjunctive facet's refinements apply after counting; each count includes the others' refinements")
    func facets() throws {
        let body = try body(
            Books.query().facet(\.status).facet(\.rank).refine(\.status, to: [.live]).refine(\.rank) {
                $0 >= 3
            })
        #expect(body["query"]?.description == #"{"match_all":{}}"#)
        #expect(
            body["post_filter"]?.description == """
                {"bool":{"filter":[{"term":{"q_status_k":{"value":"live"}}},{"range":{"q_rank_n":{"gte":3}}}]}}
                """)
        #expect(
            body["aggs"]?.description == """
                {"facet0":{"filter":{"range":{"q_rank_n":{"gte":3}}},"aggs":{"values0":{"terms":{"field":"q_status_k",\
                "size":100,"order":[{"_count":"desc"},{"_key":"asc"}]}}}},\
                "facet1":{"filter":{"term":{"q_status_k":{"value":"live"}}},"aggs":{"values1":{"terms":{"field":"q_rank_o",\
                "size":100,"order":[{"_count":"desc"},{"_key":"asc"}]}},"statistics1":{"stats":{"field":"q_rank_n"}}}}}
                """)
        let conjunctive = try self.body(Books.query().facet(\.tags).refine(\.tags, to: ["a"]))
        #expect(conjunctive["post_filter"] == nil)
        #expect(conjunctive["query"]?.description == #"{"term":{"q_tags_k":{"value":"a"}}}"#)
        #expect(conjunctive["aggs"]?["values0"]?["terms"]?["field"]?.description == #""q_tags_k""#)
    }

    @Test("Several searches are one _msearch; those that can never match are not sent")
    func severalSearches() async throws {
        let empty =
            #"{"_shards":{"failed":0},"timed_out":false,"hits":{"total":{"value":0},"hits":[]},"status":200}"#
        let fields =
            #"{"indices":["books-of-another-schema"],"fields":{"q_age_n":{"long":{}},"q_age_o":{"keyword":{}}}}"#
        let transport = ScriptedTransport([
            .status(200, [:], #"{"responses":[\#(empty),\#(empty)]}"#), .status(200, [:], fields),
        ])
        let engine = OpenSearchEngine(
            nodes: [URL(string: "http://localhost:9200/cluster/") ?? URL(fileURLWithPath: "/")],
            transport: transport.undescribed)
        let requests = [
            Books.query().request, Books.query().ids([]).request, Books.query().search("?!").request,
            Books.query().where(\.age < 3).request,
        ]
        let pages = try await engine.search(requests, decoding: Books.itemDecoder)
        #expect(pages.map(\.items.count) == Array(repeating: 0, count: 4))
        #expect(pages.map(\.pageInfo.totalItems) == Array(repeating: Optional(0), count: 4))
        let request = try #require(transport.requests.first)
        #expect(transport.requests.map(\.url.absoluteString) == ["http://localhost:9200/cluster/_msearch"])
        #expect(request.headers["Content-Type"] == "application/x-ndjson")
        let lines = String(decoding: request.body ?? Data(), as: UTF8.self).split(separator: "\n").map(
            String.init)
        #expect(lines.count == 4)
        #expect(lines[0] == #"{"index":"books"}"#)
        #expect(json(lines[3])["query"]?.description == #"{"range":{"q_age_n":{"lte":2}}}"#)
        #expect(request.body?.last == 10)
    }
}
