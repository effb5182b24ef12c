import Foundation
import Quire
import QuireHALO
import SampleModules
import Testing
import TransportDoubles

/// Items of several modules in one response.
@Suite("HALO: untyped items")
struct UntypedItemTests {
    private static let book =
        #"{"id":"b1","name":"hello","module":"m-books","customerId":1,"revision":0,"externalId":null,"values":{"zeta":1,"title":"Emma","age":12,"price":1.5,"active":true,"alpha":[null,{"x":1}]},"tags":[{"name":"brand","value":"x","tagType":"000000000000000000000002"}],"pushSchedule":null,"createdAt":1474980516487,"updatedAt":null,"createdBy":"Name"}"#
    private static let author =
        #"{"values":{"fullName":"Jane"},"id":"a1","module":"m-authors","deletedAt":5}"#
    private static let bare = #"{"id":"x","values":null}"#

    private static func page(_ number: Int, _ items: [String]) -> ScriptedTransport.Step {
        .status(
            200, [:],
            #"{"search":{"facets":{}},"pagination":{"page":\#(number),"limit":2,"offset":\#((number - 1) * 2),"totalItems":3,"totalPages":2},"items":[\#(items.joined(separator: ","))]}"#
        )
    }

    private func halo(_ steps: [ScriptedTransport.Step]) throws -> (HALOEngine, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let url = try #require(URL(string: "https://halo-db.com"))
        return (HALOEngine(baseURL: url, transport: transport), transport)
    }

    @Test("Items have their id, metadata, and values in the server's order")
    func items() async throws {
        let (halo, transport) = try halo([.status(200, [:], "[\(Self.book),\(Self.author),\(Self.bare)]")])
        var query = HALOQuery(moduleNames: ["books", "authors"])
        query.serverCache = 60
        let page = try await halo.search(query)
        #expect(page.map(\.id) == ["b1", "a1", "x"])
        #expect(page.map(\.moduleID) == ["m-books", "m-authors", nil])
        #expect(
            page[0].values.description
                == #"{"zeta":1,"title":"Emma","age":12,"price":1.5,"active":true,"alpha":[null,{"x":1}]}"#)
        #expect(page[0]["title"] == .string("Emma"))
        #expect(page[0]["nothing"] == nil)
        #expect(page[0].metadata.name == "hello")
        #expect(page[0].metadata.tags == [Tag(name: "brand", value: "x")])
        #expect(page[0].metadata.createdAt == Date(milliseconds: 1_474_980_516_487))
        #expect(page[1].metadata.deletedAt == Date(milliseconds: 5))
        #expect(page[2].values == .null)
        #expect(page.pageInfo == PageInfo(page: 1, limit: 3, offset: 0, totalItems: 3))
        #expect(page.pageInfo.isOnly)
        let sent = try #require(transport.requests.first)
        #expect(sent.headers["to-cache"] == "60")
        #expect(sent.isRepeatable)
        #expect(
            sent.body
                == Data(#"{"moduleNames":["books","authors"],"segmentMode":"partial"}"#.utf8))
    }

    @Test("An item decodes as its own module, and as no other")
    func typed() async throws {
        let novel = #"{"id":"n","module":"m1","values":{"title":"Emma","rank":2,"shelf":7}}"#
        let (halo, _) = try halo([.status(200, [:], "[\(Self.book),\(Self.author),\(novel)]")])
        let page = try await halo.search(HALOQuery())
        let book = try page[0].as(Books.self)
        #expect(book.title == "Emma")
        #expect(book.age == 12)
        #expect(book.createdAt == Date(milliseconds: 1_474_980_516_487))
        #expect(book.createdBy == "Name")
        #expect(try page[1].as(Authors.self).fullName == "Jane")
        #expect(try page[2].as(Novels.self).rank == 2)
        let missing = #expect(throws: ContentDecodingError.self) { try page[1].as(Books.self) }
        #expect(missing?.id == "a1")
        // The schema has the module id of novels.
        let foreign = #expect(throws: ContentDecodingError.self) { try page[0].as(Novels.self) }
        #expect(foreign?.path == "module")
        #expect(foreign?.found == "m-books")
    }

    @Test("Pages are read to the end, by number")
    func paging() async throws {
        let (halo, transport) = try halo([
            Self.page(1, [Self.book, Self.author]), Self.page(2, [Self.bare]),
        ])
        var query = HALOQuery(moduleIDs: ["m-books", "m-authors"])
        query.page = .page(1, size: 2)
        let first = try await halo.search(query)
        #expect(first.hasNext)
        #expect(first.pageInfo.isFirst && !first.pageInfo.isLast)
        let second = try #require(try await first.next())
        #expect(second.map(\.id) == ["x"])
        #expect(second.pageInfo.isLast && !second.pageInfo.isFirst)
        #expect(try await second.next() == nil)
        #expect(
            transport.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
                == [1, 2].map {
                    #"{"moduleIds":["m-books","m-authors"],"pagination":{"page":\#($0),"limit":2,"skip":"false"},"segmentMode":"partial"}"#
                })
    }

    @Test("Raw data contains the server's bytes, with the cache header")
    func data() async throws {
        let (halo, transport) = try halo([.status(200, [:], " [ ] ")])
        var query = HALOQuery(moduleName: "books")
        query.serverCache = 86_400
        #expect(try await halo.searchData(query) == Data(" [ ] ".utf8))
        #expect(transport.requests.first?.headers["to-cache"] == "86400")
    }

    @Test("An item without an id is rejected, or collected by a lenient query; HALO's errors are thrown")
    func incompatible() async throws {
        let response = #"[{"values":{}},\#(Self.bare)]"#
        let (strict, _) = try halo([.status(200, [:], response)])
        await #expect(throws: ContentDecodingError.self) { try await strict.search(HALOQuery()) }
        let (lenient, _) = try halo([.status(200, [:], response)])
        var query = HALOQuery()
        query.decoding.mode = .lenient
        let page = try await lenient.search(query)
        #expect(page.map(\.id) == ["x"])
        #expect(page.rejected.count == 1)
        let (failing, _) = try halo([.status(404, [:], #"{"error":{"message":"No module"}}"#)])
        let error = await #expect(throws: HALOError.self) { try await failing.search(HALOQuery()) }
        #expect(error?.message == "No module")
    }
}
