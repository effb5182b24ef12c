import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import SampleModules
import Testing
import TransportDoubles

/// Responses to searches: pages, arrays, errors, and anything else that a server may send.
@Suite("HALO: search responses")
struct ResponseTests {
    private static func instance(_ number: Int, _ values: String? = nil) -> String {
        let values = values ?? #"{"title":"Book \#(number)","age":\#(number),"price":1.5,"active":true}"#
        return
            #"{"id":"i\#(number)","name":"n","module":"m","customerId":1,"values":\#(values),"tags":[],"createdAt":1474980516487,"updatedAt":null}"#
    }

    private static func page(_ items: [String]) -> String {
        #"{"search":{"facets":{}},"pagination":{"page":2,"limit":3,"offset":3,"totalItems":8,"totalPages":3},"items":[\#(items.joined(separator: ","))]}"#
    }

    private func engine(
        _ server: LoopbackServer,
        _ settings: HALOEngine.Settings = .init(timeout: .seconds(900), retries: .never)
    ) -> HALOEngine {
        HALOEngine(baseURL: server.url, authorization: BearerToken("t0ken"), settings: settings)
    }

    @Test("A page of objects becomes typed items with their position in the result")
    func objectPage() async throws {
        let server = try LoopbackServer { _ in .json(Self.page([Self.instance(1), Self.instance(2)])) }
        defer { server.stop() }
        let request = Books.query().page(2, size: 3).request
        let response = try await engine(server).search([request], decoding: .content(of: Books.self))[0]
        #expect(response.items.map(\.title) == ["Book 1", "Book 2"])
        #expect(response.items.map(\.age) == [1, 2])
        #expect(response.items[0].id == "i1")
        #expect(response.items[0].metadata.createdAt == Date(timeIntervalSince1970: 1_474_980_516.487))
        #expect(response.pageInfo == PageInfo(page: 2, limit: 3, offset: 3, totalItems: 8))
        #expect(response.nextCursor == nil)

        let sent = try #require(server.requests.first)
        #expect(sent.method == "POST")
        #expect(sent.target == "/api/generalcontent/instance/search")
        #expect(sent["Content-Type"] == "application/json")
        #expect(sent["to-cache"] == "0")
        #expect(sent["Authorization"] == "Bearer t0ken")
        #expect(
            sent.text
                == #"{"moduleName":"books","pagination":{"page":2,"limit":3,"skip":"false"},"segmentMode":"partial"}"#
        )
    }

    @Test("A bare array is one complete page")
    func bareArray() async throws {
        let server = try LoopbackServer { _ in
            .json("[\(Self.instance(1)),\(Self.instance(2)),\(Self.instance(3))]")
        }
        defer { server.stop() }
        let response = try await engine(server).search(
            [Books.query().page(.all).request], decoding: .content(of: Books.self))[0]
        #expect(response.items.map(\.title) == ["Book 1", "Book 2", "Book 3"])
        #expect(response.pageInfo == PageInfo(page: 1, limit: 3, offset: 0, totalItems: 3))
        #expect(response.pageInfo.totalPages == 1)
    }

    @Test("A strict request throws for an invalid item; a lenient one collects it")
    func strictness() async throws {
        let bad = Self.instance(2, #"{"title":"Book 2","age":"old","price":1,"active":true}"#)
        let server = try LoopbackServer { _ in .json(Self.page([Self.instance(1), bad, Self.instance(3)])) }
        defer { server.stop() }
        let error = await #expect(throws: ContentDecodingError.self) {
            try await engine(server).search([Books.query().request], decoding: .content(of: Books.self))
        }
        #expect(error?.id == "i2")
        #expect(error?.path == "items[1].values.age")
        let lenient = try await engine(server).search(
            [Books.query().lenient().request], decoding: .content(of: Books.self))[0]
        #expect(lenient.items.map(\.id) == ["i1", "i3"])
        #expect(lenient.rejected.map(\.id) == ["i2"])
    }

    @Test("Several requests are sent together and returned in order")
    func several() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            // The first response arrives last: it waits until another has arrived.
            if request.text.contains(#""limit":1,"#) { gate.wait() } else { gate.open() }
            let limit = request.text.split(separator: "\"limit\":")[1].prefix { $0.isNumber }
            return .json("[\(Self.instance(Int(limit) ?? 0))]")
        }
        defer { server.stop() }
        let requests = (1...20).map { Books.query().page(1, size: $0).request }
        let responses = try await engine(server).search(requests, decoding: .content(of: Books.self))
        #expect(responses.map { $0.items.map(\.age) } == (1...20).map { [$0] })
        #expect(try await engine(server).search([], decoding: .content(of: Books.self)).isEmpty)
    }

    @Test("A filter that can never match returns no items without a request")
    func nothing() async throws {
        let server = try LoopbackServer { _ in .json("[]") }
        defer { server.stop() }
        let engine = engine(server)
        let query = Books.query().ids([]).page(3, size: 5)
        let response = try await engine.search([query.request], decoding: .content(of: Books.self))[0]
        #expect(response.items.isEmpty)
        #expect(response.pageInfo == PageInfo(page: 3, limit: 5, offset: 10, totalItems: 0))
        let data = try await engine.searchData(query.request)
        let decoded = try ItemDecoder.content(of: Books.self).decodePage(data)
        #expect(decoded.pageInfo == response.pageInfo)
        #expect(try await engine.searchData(Books.query().ids([]).page(.all).request) == Data("[]".utf8))
        #expect(server.connectionCount == 0)
    }

    @Test("Raw data contains the server's bytes, also with the cache header")
    func data() async throws {
        let server = try LoopbackServer { _ in .json(" [ ] ") }
        defer { server.stop() }
        #expect(
            try await engine(server).searchData(Books.query().halo(serverCache: 60).request)
                == Data(" [ ] ".utf8))
        #expect(server.requests.first?["to-cache"] == "60")
    }

    @Test("HALO's errors have status, message, type, extra, request id and body")
    func errors() async throws {
        let text =
            #"{"error":{"message":"One or more fields","extra":{"blah":"undefined_attribute"},"type":"HaloError"}}"#
        let server = try LoopbackServer { _ in Reply(400, headers: [("X-Request-Id", "r-7")], text: text) }
        defer { server.stop() }
        let error = try #require(
            await #expect(throws: HALOError.self) {
                try await engine(server).searchData(Books.query().request)
            })
        #expect(error.status == 400)
        #expect(error.message == "One or more fields")
        #expect(error.type == "HaloError")
        #expect(error.extra == .object([.init("blah", .string("undefined_attribute"))]))
        #expect(error.requestID == "r-7")
        #expect(error.body == Data(text.utf8))
        #expect(!error.isRetryable)
        #expect(
            error.description == "POST \(server.url)/api/generalcontent/instance/search returned 400: "
                + "One or more fields (HaloError), request r-7. "
                + "Check the names and values of the query against the server's modules.")
    }

    @Test(
        "For any body, an error response is an error with its status",
        arguments: [
            "", "<html>Bad Gateway</html>", "null", "[]", "{", #"{"error":null}"#, #"{"error":"text"}"#,
            #"{"error":{}}"#,
            #"{"error":{"message":7,"type":[],"extra":null}}"#, "\u{FEFF}{}",
            String(repeating: "[", count: 100_000),
            #"{"error":{"extra":"# + String(repeating: #"{"a":"#, count: 5_000) + "1",
        ])
    func oddErrors(_ text: String) async throws {
        let server = try LoopbackServer { _ in Reply(502, text: text) }
        defer { server.stop() }
        let error = await #expect(throws: HALOError.self) {
            try await engine(server).searchData(Books.query().request)
        }
        #expect(error?.status == 502)
        #expect(error?.message == nil)
        #expect(error?.isRetryable == true)
        #expect(error?.body == Data(text.utf8.prefix(65_536)))
    }

    @Test(
        "A 200 response that is not a page is a decoding error, never a crash; a HALO error in it is thrown as such",
        arguments: [
            "", "null", "7", "{}", #"{"items":7}"#, "<html>", #"{"items":[{}"#,
            String(repeating: "[", count: 100_000),
        ])
    func oddPages(_ text: String) async throws {
        let server = try LoopbackServer {
            $0.text.contains("locale") ? .json(#"{"error":{"message":"no"}}"#) : .json(text)
        }
        defer { server.stop() }
        await #expect(throws: ContentDecodingError.self) {
            try await engine(server).search(
                [Books.query().lenient().request], decoding: .content(of: Books.self))
        }
        let error = await #expect(throws: HALOError.self) {
            try await engine(server).search(
                [Books.query().locale("en").request], decoding: .content(of: Books.self))
        }
        #expect(error?.message == "no")
        #expect(error?.status == 200)
    }

    @Test("A search is retried after a 503 and a broken connection, although it is a POST")
    func retries() async throws {
        let counter = Log()
        let server = try LoopbackServer { _ in
            counter.add("")
            switch counter.lines.count {
            case 1: return Reply(503, headers: [("Retry-After", "0")])
            case 2: return .failing(.closeBeforeStatus)
            default: return .json("[\(Self.instance(1))]")
            }
        }
        defer { server.stop() }
        let engine = engine(server, .init(retries: RetryPolicy(baseDelay: .milliseconds(1))))
        let response = try await engine.search([Books.query().request], decoding: .content(of: Books.self))[0]
        #expect(response.items.count == 1)
        #expect(server.requestCount == 3)
        #expect(Set(server.requests.map(\.text)).count == 1)
    }

    @Test("The client reads all pages in order")
    func client() async throws {
        let server = try LoopbackServer { request in
            let page = Int(request.text.split(separator: "\"page\":")[1].prefix { $0.isNumber }) ?? 0
            let numbers = (1...7).filter { ($0 - 1) / 3 + 1 == page }
            return .json(
                #"{"pagination":{"page":\#(page),"limit":3,"offset":\#((page - 1) * 3),"totalItems":7,"totalPages":3},"#
                    + #""items":[\#(numbers.map { Self.instance($0) }.joined(separator: ","))]}"#)
        }
        defer { server.stop() }
        let content = ContentClient(engine: engine(server))
        #expect(try await content.count(Books.query()) == 7)
        let page = try await content.fetch(Books.query().page(2, size: 3))
        #expect(page.map(\.age) == [4, 5, 6])
        var ages: [Int] = []
        for try await book in content.all(Books.query().page(1, size: 3)) { ages.append(book.age) }
        #expect(ages == Array(1...7))
    }
}
