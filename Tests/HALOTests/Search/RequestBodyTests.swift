import Foundation
import Quire
import QuireHTTP
import SampleModules
import Testing

@testable import QuireHALO

/// The request bodies of searches, in the form of HALO's iOS SDK.
@Suite("HALO: search requests")
struct RequestBodyTests {
    /// The body of an untyped query.
    static func body(_ query: HALOQuery, _ settings: HALOEngine.Settings) throws -> String {
        String(decoding: try HALOSearch(query).body(settings), as: UTF8.self)
    }

    /// The members of an item beside its values that the server sorts by.
    static var metadata: [String] { HALOEngine.metadata }

    private func body(_ request: SearchRequest, _ settings: HALOEngine.Settings = .init()) throws -> String {
        String(decoding: try HALOSearch(request, settings).body(settings), as: UTF8.self)
    }

    private func body(_ change: (inout SearchRequest) -> Void) throws -> String {
        var request = SearchRequest(module: Books.descriptor)
        change(&request)
        return try body(request)
    }

    private func leaf(
        _ operation: FilterOperation, _ property: String, _ value: FilterValue, _ type: WireType
    ) -> Filter {
        .leaf(.init(operation, property, value: value, type: type))
    }

    @Test("A query with only its module")
    func empty() throws {
        #expect(try body { _ in } == #"{"moduleName":"books","segmentMode":"partial"}"#)
    }

    @Test("All settings together, key by key as HALO's iOS SDK writes them")
    func everything() throws {
        let sent = try body { request in
            request.filter = .and([
                leaf(.greaterOrEqual, "age", .integer(18), .number),
                leaf(.like, "title", .string("Émile \"x\""), .string),
            ])
            request.metaFilter = leaf(
                .lessOrEqual, "publishedAt", .date(milliseconds: 1_475_046_170_088), .date)
            request.ids = ["57ea6aa4", "2"]
            request.related = [.init(field: "author", ids: ["a1"]), .init(field: "editors", ids: nil)]
            request.fields = ["title", "age"]
            request.include = [IncludePath(["author"]), IncludePath(["editors"])]
            request.page = .page(2, size: 25)
            request.segment = Segment(
                tags: [
                    Tag(name: "brand", value: "Lamborghini"),
                    Tag(id: "000000000000000000000100", name: "Spain", tagType: nil),
                ],
                mode: .total)
            request.sort = [.init(.metadata("createdAt")), .init(.value("rank"), .descending)]
            request.locale = "es-ES"
        }
        #expect(
            sent == #"{"moduleName":"books","instanceIds":["57ea6aa4","2"],"#
                + #""relatedTo":[{"fieldName":"author","instanceIds":["a1"]},{"fieldName":"editors","instanceIds":["*"]}],"#
                + #""searchValues":{"condition":"and","operands":["#
                + #"{"operation":">=","property":"age","value":18,"type":"number"},"#
                + #"{"operation":"like","property":"title","value":"Émile \"x\"","type":"string"}]},"#
                + #""metaSearch":{"operation":"<=","property":"publishedAt","value":1475046170088,"type":"date"},"#
                + #""fields":["values.title","values.age"],"include":["author","editors"],"#
                + #""pagination":{"page":2,"limit":25,"skip":"false"},"#
                + #""segmentTags":[{"name":"brand","value":"Lamborghini","tagType":"000000000000000000000002"},"#
                + #"{"id":"000000000000000000000100","name":"Spain"}],"segmentMode":"total","#
                + #""sort":"createdAt asc,values.rank desc","locale":"es-ES"}"#)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(sent.utf8)) }
    }

    @Test("Values by type: a Bool has type string, a list has its elements' type, a missing value is null")
    func values() throws {
        let cases: [(Filter, String)] = [
            (
                leaf(.equal, "active", .boolean(true), .string),
                #""operation":"=","property":"active","value":true,"type":"string""#
            ),
            (
                leaf(.in, "age", .list([.integer(0), .integer(1)]), .number),
                #""operation":"in","property":"age","value":[0,1],"type":"number""#
            ),
            (
                leaf(.notIn, "title", .list([.string("a"), .string("b")]), .string),
                #""operation":"!in","property":"title","value":["a","b"],"type":"string""#
            ),
            (
                leaf(.equal, "registration", .null, .string),
                #""operation":"=","property":"registration","value":null,"type":"null""#
            ),
            (
                leaf(.notEqual, "registration", .null, .null),
                #""operation":"!=","property":"registration","value":null,"type":"null""#
            ),
            (
                leaf(.less, "price", .number(9.75), .number),
                #""operation":"<","property":"price","value":9.75,"type":"number""#
            ),
            (
                leaf(.greater, "released", .date(milliseconds: -1), .date),
                #""operation":">","property":"released","value":-1,"type":"date""#
            ),
            (
                leaf(.equal, "age", .integer(1 << 53), .number),
                #""operation":"=","property":"age","value":9007199254740992,"type":"number""#
            ),
        ]
        for (filter, expected) in cases {
            let sent = try body { $0.filter = filter }
            #expect(sent == #"{"moduleName":"books","searchValues":{\#(expected)},"segmentMode":"partial"}"#)
        }
    }

    @Test("Pages: by number, by an offset on a page boundary, everything, and the server's default")
    func pages() throws {
        let pages: [(PageRequest, String)] = [
            (.standard, ""), (.page(1, size: 10), #""pagination":{"page":1,"limit":10,"skip":"false"},"#),
            (.offset(50, limit: 25), #""pagination":{"page":3,"limit":25,"skip":"false"},"#),
            (.offset(0, limit: 7), #""pagination":{"page":1,"limit":7,"skip":"false"},"#),
            (.all, #""pagination":{"skip":"true"},"#),
        ]
        for (page, expected) in pages {
            #expect(
                try body { $0.page = page } == #"{"moduleName":"books",\#(expected)"segmentMode":"partial"}"#)
        }
    }

    @Test("Options for different servers: a Boolean skip, slow search, slow sort and its language")
    func options() throws {
        var request = SearchRequest(module: Books.descriptor)
        request.page = .all
        request.sort = [.init(.value("rank"))]
        let settings = HALOEngine.Settings(
            writesSkipAsBoolean: true, enablesSlowSearch: true, enablesSlowSort: true, sortLocale: "en-EN")
        #expect(
            try body(request, settings)
                == #"{"moduleName":"books","pagination":{"skip":true},"segmentMode":"partial","sort":"values.rank asc","#
                + #""searchSettings":{"enableSlowSearch":true},"sortSettings":{"enableSlowSort":true,"sortLocale":"en-EN"}}"#
        )
    }

    @Test(
        "Groups keep their order and their wrapper; complements and ranges become groups; constants are removed"
    )
    func lowering() throws {
        let a = leaf(.equal, "title", .string("a"), .string)
        let none = Filter.or([])
        let all = Filter.and([])
        let null = leaf(.equal, "age", .null, .null)
        func age(_ operation: FilterOperation, _ value: Int64) -> Filter {
            leaf(operation, "age", .integer(value), .number)
        }
        let range = FilterValue.list([.integer(1), .integer(5)])
        let cases: [(Filter, HALOFilter)] = [
            (a, .some(a)), (.and([a]), .some(.and([a]))),
            (.or([a, .and([a, a])]), .some(.or([a, .and([a, a])]))),
            (age(.notGreater, 18), .some(.or([age(.lessOrEqual, 18), null]))),
            (age(.notGreaterOrEqual, 18), .some(.or([age(.less, 18), null]))),
            (age(.notLess, 18), .some(.or([age(.greaterOrEqual, 18), null]))),
            (age(.notLessOrEqual, 18), .some(.or([age(.greater, 18), null]))),
            (
                leaf(.between, "age", range, .number),
                .some(.and([age(.greaterOrEqual, 1), age(.lessOrEqual, 5)]))
            ),
            (leaf(.notBetween, "age", range, .number), .some(.or([age(.less, 1), age(.greater, 5), null]))),
            (all, .always), (none, .never), (.and([a, all]), .some(.and([a]))),
            (.or([a, none]), .some(.or([a]))),
            (.and([a, none]), .never), (.or([a, all]), .always),
            (.and([.or([.and([])]), .or([none])]), .never),
            (leaf(.in, "age", .list([]), .number), .never),
            (leaf(.notIn, "age", .list([]), .number), .always),
            (leaf(.in, "age", .list([.null]), .number), .never),
            (
                leaf(.in, "age", .list([.null, .integer(2)]), .number),
                .some(leaf(.in, "age", .list([.integer(2)]), .number))
            ),
            (leaf(.greater, "age", .null, .null), .never), (leaf(.notGreater, "age", .null, .null), .always),
            (leaf(.like, "title", .null, .null), .never),
        ]
        for (filter, expected) in cases {
            #expect(
                try HALOFilter.lowered(filter, in: Books.descriptor.fields, of: "books") == expected,
                "\(filter)")
        }
    }

    @Test("A typed query creates the same bytes")
    func typed() throws {
        let query = Books.query().where(\.age >= 18 && (\.registration == nil || \.title == "new")).sort(
            by: \.rank, .descending)
        #expect(
            try body(query.request)
                == #"{"moduleName":"books","searchValues":{"condition":"and","operands":["#
                + #"{"operation":">=","property":"age","value":18,"type":"number"},{"condition":"or","operands":["#
                + #"{"operation":"=","property":"registration","value":null,"type":"null"},"#
                + #"{"operation":"=","property":"title","value":"new","type":"string"}]}]},"#
                + #""segmentMode":"partial","sort":"values.rank desc"}"#)
    }

    @Test("An explanation shows the address, headers without secrets, and the indented body")
    func explain() throws {
        let url = try #require(URL(string: "https://halo-db.com/base/?key=s3cret"))
        let engine = HALOEngine(baseURL: url, authorization: BearerToken("s3cret"))
        let query = Books.query().where(\.age >= 18).halo(serverCache: 60)
        let text = try query.explain(on: engine)
        #expect(
            text == """
                POST https://halo-db.com/base/api/generalcontent/instance/search
                Content-Type: application/json
                Accept: application/json
                to-cache: 60
                Authorization: <redacted>

                {
                  "moduleName": "books",
                  "searchValues": {
                    "operation": ">=",
                    "property": "age",
                    "value": 18,
                    "type": "number"
                  },
                  "segmentMode": "partial"
                }
                """)
        #expect(
            try engine.explain(Books.query().ids([]).request)
                == "Nothing is sent: no item can meet the query.")
    }

    @Test("Indenting keeps every value")
    func pretty() throws {
        let json = #"{"a":[],"b":{},"c":["x\"]},:{[",{"d":[1,[2]]}],"e\\":"\\"}"#
        let pretty = PrettyJSON.text(Data(json.utf8))
        let left = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
        let right = try JSONSerialization.jsonObject(with: Data(pretty.utf8)) as? NSDictionary
        #expect(left == right)
        #expect(left != nil)
        #expect(pretty.hasPrefix("{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    \"x"))
    }
}
