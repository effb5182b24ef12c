import Foundation
import Quire
import QuireAlgolia
import SampleModules
import Testing
import TransportDoubles

/// The bytes on the wire, compared with the forms in the protocol's documentation.
@Suite struct RequestTests {
    private static let empty = #"{"hits":[],"nbHits":0,"page":0,"nbPages":0,"hitsPerPage":20}"#

    private static func engine(
        _ transport: ScriptedTransport, _ change: (inout AlgoliaSettings) -> Void = { _ in }
    ) -> AlgoliaEngine {
        var settings = AlgoliaSettings()
        change(&settings)
        return AlgoliaEngine(applicationID: "APP", apiKey: "key", settings: settings, transport: transport)
    }

    private static func request(_ change: (inout SearchRequest) -> Void = { _ in }) -> SearchRequest {
        var request = SearchRequest(module: Books.descriptor)
        request.fields = ["title"]
        change(&request)
        return request
    }

    private static func body(_ transport: ScriptedTransport, _ position: Int = 0) -> String {
        let requests = transport.requests
        return requests.indices.contains(position)
            ? String(decoding: requests[position].body ?? Data(), as: UTF8.self) : ""
    }

    /// The attributes that every item needs.
    private static let attributes = [
        "objectID", "name", "module", "createdBy", "updatedBy", "deletedBy", "createdAt", "updatedAt",
        "publishedAt", "archivedAt", "removedAt", "deletedAt", "revision", "customerId", "externalId",
        "pushSchedule",
    ]

    @Test("A search is a form of sorted parameters in an object, with the keys in headers")
    func form() async throws {
        let transport = ScriptedTransport([.status(200, [:], Self.empty)])
        let client = ContentClient(engine: Self.engine(transport))
        _ = try await client.fetch(
            Books.query().where(\.age >= 18).where(\.title == "R&D: \"50%\"").page(2, size: 5))
        let sent = try #require(transport.requests.first)
        #expect(sent.method == .post)
        #expect(sent.url.absoluteString == "https://app-dsn.algolia.net/1/indexes/books/query")
        #expect(sent.headers["X-Algolia-Application-Id"] == "APP")
        #expect(sent.headers["X-Algolia-API-Key"] == "key")
        #expect(sent.headers["Content-Type"] == "application/json")
        let text = Self.body(transport)
        #expect(
            text.hasPrefix(
                #"{"params":"attributesToHighlight=%5B%5D&attributesToRetrieve=%5B%22objectID%22%2C%22name%22%2C"#
            ))
        #expect(
            text.hasSuffix(
                "&attributesToSnippet=%5B%5D&enableRules=false"
                    + "&filters=q_n_age%3E%3D18%20AND%20q_k_title%3As5226443a202235302522"
                    + #"&hitsPerPage=5&page=1&query="}"#), "\(text)")
    }

    @Test("The same search as JSON keys, with filters as lists")
    func json() async throws {
        let transport = ScriptedTransport([.status(200, [:], Self.empty)])
        let engine = Self.engine(transport) { settings in
            settings.encoding = .json
            settings.filters = .lists
        }
        _ = try await engine.searchData(
            Self.request { request in
                request.filter = .and([
                    .leaf(.init(.greaterOrEqual, "age", value: .integer(18), type: .number)),
                    .or([
                        .leaf(.init(.equal, "status", value: .string("live"), type: .string)),
                        .leaf(.init(.notEqual, "title", value: .string("x"), type: .string)),
                    ]),
                ])
                request.page = .offset(7, limit: 5)
            })
        #expect(
            Self.body(transport) == """
                {"attributesToHighlight":[],"attributesToRetrieve":\(JSONValue.array((Self.attributes + ["title", "q_rest"]).map(JSONValue.string))),\
                "attributesToSnippet":[],"enableRules":false,"facetFilters":[["q_k_status:s6c697665","q_k_title:-s78"]],"length":5,\
                "numericFilters":["q_n_age>=18"],"offset":7,"query":""}
                """)
    }

    @Test("Several searches are one call, and so are the counts of disjunctive facets")
    func several() async throws {
        let results = #"{"results":[\#(Self.empty),\#(Self.empty),\#(Self.empty)]}"#
        let transport = ScriptedTransport([.status(200, [:], results)])
        let engine = Self.engine(transport) { $0.prefix = "x/" }
        let faceted = Self.request { request in
            request.facets = [FacetRequest("status", maximumValues: 5, isDisjunctive: true)]
            request.refinements = [
                FacetRefinement(
                    "status", .leaf(.init(.equal, "status", value: .string("live"), type: .string)))
            ]
        }
        let second = Self.request { $0.page = .page(1, size: 1) }
        _ = try await engine.search([faceted, second], decoding: Books.itemDecoder)
        let url = try #require(transport.requests.first?.url.absoluteString)
        #expect(url == "https://app-dsn.algolia.net/1/indexes/*/queries")
        #expect(transport.requests.count == 1)
        let names = (Self.attributes + ["title", "q_rest"]).joined(separator: "%22%2C%22")
        let retrieved = "attributesToRetrieve=%5B%22\(names)%22%5D"
        let none = "attributesToHighlight=%5B%5D"
        #expect(
            Self.body(transport) == """
                {"requests":[{"indexName":"x/books","params":"\(none)&\(retrieved)&attributesToSnippet=%5B%5D\
                &enableRules=false&filters=q_k_status%3As6c697665&hitsPerPage=20&page=0&query="},\
                {"indexName":"x/books","params":"analytics=false&\(none)&attributesToRetrieve=%5B%5D\
                &attributesToSnippet=%5B%5D&enableRules=false&facets=%5B%22q_k_status%22%5D&hitsPerPage=0\
                &maxValuesPerFacet=6&page=0&query="},\
                {"indexName":"x/books","params":"\(none)&\(retrieved)&attributesToSnippet=%5B%5D\
                &enableRules=false&hitsPerPage=1&page=0&query="}],"strategy":"none"}
                """)
    }

    @Test("Whole items with undeclared values ask for all attributes but the derived ones")
    func everything() async throws {
        let transport = ScriptedTransport([.status(200, [:], Self.empty)])
        let engine = Self.engine(transport) { $0.encoding = .json }
        var request = Self.request()
        request.fields = nil
        _ = try await engine.searchData(request)
        let names = try JSONValue(parsing: Data(Self.body(transport).utf8))["attributesToRetrieve"]
        let texts = try #require(names?.strings)
        #expect(texts.first == "*")
        #expect(texts.dropFirst().allSatisfy { $0.hasPrefix("-q_") && $0 != "-q_rest" })
        #expect(texts.contains("-q_k_title") && texts.contains("-q_n_age") && texts.contains("-q_p"))
    }

    @Test("An index's name is one path segment, whatever it contains")
    func indexName() async throws {
        let transport = ScriptedTransport([.status(200, [:], Self.empty)])
        _ = try await Self.engine(transport) { $0.prefix = "a/b ?&é*" }.searchData(Self.request())
        #expect(
            transport.requests.first?.url.absoluteString
                == "https://app-dsn.algolia.net/1/indexes/a%2Fb%20%3F%26%C3%A9%2Abooks/query")
    }

    @Test("A text with the service's own search syntax is sent unchanged, fully encoded")
    func nativeText() async throws {
        let transport = ScriptedTransport([.status(200, [:], Self.empty)])
        let text = "a&b=c+d?e#f;g/h@i%j \"k\" é"
        _ = try await Self.engine(transport) { $0.text = .engine }.searchData(
            Self.request { $0.text = TextSearch(.all(text)) })
        #expect(
            Self.body(transport).contains(
                "&query=a%26b%3Dc%2Bd%3Fe%23f%3Bg%2Fh%40i%25j%20%22k%22%20%C3%A9&queryType=prefixLast"))
    }

    @Test("A request that can never match is not sent")
    func nothing() async throws {
        let transport = ScriptedTransport([])
        let engine = Self.engine(transport)
        for change: (inout SearchRequest) -> Void in [
            { $0.filter = .or([]) }, { $0.ids = [] }, { $0.text = TextSearch(.all(" … ")) },
            { $0.filter = .leaf(.init(.in, "title", value: .list([]), type: .string)) },
            { $0.filter = .leaf(.init(.equal, "age", value: .number(1.5), type: .number)) },
        ] {
            for page in [PageRequest.standard, .all, .cursor(nil, limit: 5)] {
                var request = Self.request(change)
                request.page = page
                let pages = try await engine.search([request], decoding: Books.itemDecoder)
                #expect(pages.first?.items.isEmpty == true)
                #expect(pages.first?.pageInfo.totalItems == 0)
                #expect(try engine.explain(request).hasPrefix("Nothing is sent"))
            }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("explain shows the calls, without key and application id")
    func explain() throws {
        let engine = AlgoliaEngine(
            applicationID: "APPLICATION", apiKey: "the-secret", transport: ScriptedTransport([]))
        let text = try engine.explain(
            Self.request { request in
                request.page = .all
                request.facets = [FacetRequest("status")]
            })
        #expect(text.contains("POST /1/indexes/books/browse"))
        #expect(text.contains("POST /1/indexes/books/query"))
        #expect(!text.contains("the-secret"))
        #expect(!text.contains("APPLICATION"))
    }

    @Test("Search and explain reject the same requests before any call")
    func refused() async throws {
        let transport = ScriptedTransport([])
        let engine = Self.engine(transport)
        func leaf(_ operation: FilterOperation, _ name: String, _ value: FilterValue) -> Filter {
            .leaf(.init(operation, name, value: value, type: .string))
        }
        let near = FilterValue.list([.integer(52), .integer(4), .integer(1000)])
        for change: (inout SearchRequest) -> Void in [
            { $0.filter = leaf(.like, "title", .string("abc")) },
            { $0.filter = leaf(.contains, "title", .string("abc")) },
            { $0.filter = leaf(.notHasPrefix, "title", .string("abc")) },
            { $0.filter = leaf(.hasSuffix, "title", .string("abc")) },
            { $0.filter = leaf(.greater, "title", .string("abc")) },
            { $0.filter = leaf(.near, "place", near) },
            { $0.filter = leaf(.greater, "price", .number(1e300)) },
            { $0.filter = leaf(.between, "scores", .list([.integer(1), .integer(2)])) },
            { $0.sort = [SortKey(.value("age"))] },
            { $0.page = .page(1, size: 1001) },
            { $0.page = .page(201, size: 100) },
            { $0.page = .offset(19_999, limit: 2) },
            { request in
                request.sort = [SortKey(.value("title"))]
                request.page = .cursor(nil, limit: 5)
            },
            { $0.ids = (0...2000).map(String.init) },
            { $0.text = TextSearch(.any("two words")) },
            { $0.text = TextSearch(.none("word", matching: .wholeWords)) },
            { $0.text = TextSearch(.all("part", matching: .partsOfWords)) },
            { $0.text = TextSearch(.all(String(repeating: "word ", count: 110))) },
            { $0.settings.sortLocale = "en-US" },
        ] {
            let request = Self.request(change)
            #expect(throws: UnsupportedError.self) { try engine.validate(request) }
            await #expect(throws: UnsupportedError.self) { try await engine.searchData(request) }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("An OR of ANDs that grows too large is rejected before it is built")
    func tooManyGroups() {
        let pairs = (0..<40).map { number in
            Filter.and(
                ["title", "registration"].map {
                    .leaf(.init(.equal, $0, value: .string("\(number)"), type: .string))
                })
        }
        let engine = Self.engine(ScriptedTransport([]))
        let error = #expect(throws: UnsupportedError.self) {
            try engine.explain(Self.request { $0.filter = .or(pairs) })
        }
        #expect(error?.node.hasPrefix("an OR of ANDs") == true)
    }
}
