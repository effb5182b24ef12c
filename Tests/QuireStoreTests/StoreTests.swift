#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("A store")
struct StoreTests {
    static let lines = [
        #"{"id":"1","name":"One","createdAt":1000,"updatedAt":2000,"values":{"title":"Emma","age":18,"rating":4.5,"isAvailable":true,"language":"eng","tags":["a","b"],"pages":[1,5],"weights":[0.1,0.3],"released":"1815-12-23","printedAt":"2024-02-29T12:00:00.250Z","summary":"A \"long\" one","place":{"latitude":52.37,"longitude":4.89},"extra":{"k":[1,null]},"author":"x","editors":["x","y"],"shelf":"B4"},"tags":[{"id":null,"name":"new","value":"1","tagType":"000000000000000000000002"}],"revision":3,"customerId":7,"externalId":"e","createdBy":"Ann"}"#,
        #"{"id":"2","values":{"title":"Middlemarch"}}"#,
        #"{"id":"3","values":{"title":"Ärger","age":null,"tags":[],"language":"ger","rating":-1}}"#,
    ]

    @Test("Loaded items read back unchanged, with every field and the metadata")
    func roundTrip() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        let summary = try await store.load(Books.descriptor, Self.lines)
        #expect(summary.inserted == 3)
        #expect(summary.rejected == [])
        var request = SearchRequest(module: Books.descriptor)
        request.decoding.keepsUnknownValues = true
        let books = try await store.items(Books.self, request)
        #expect(books.map(\.id.rawValue) == ["1", "2", "3"])
        let fromJSON = try ItemDecoder.content(of: Books.self).decodePage(
            Data("[\(Self.lines.joined(separator: ","))]".utf8), options: request.decoding)
        #expect(books == fromJSON.items)
    }

    @Test("Filters on values and metadata find the items")
    func filters() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, Self.lines)
        let books = Books.descriptor
        #expect(try await store.ids(books, leaf(.greaterOrEqual, "age", .integer(18))) == ["1"])
        #expect(try await store.ids(books, leaf(.notEqual, "age", .integer(18))) == ["2", "3"])
        #expect(try await store.ids(books, leaf(.like, "title", .string("ärg"))) == ["3"])
        #expect(try await store.ids(books, leaf(.equal, "tags", .null)) == ["2", "3"])
        #expect(try await store.ids(books, leaf(.in, "tags", .list([.string("b"), .string("z")]))) == ["1"])
        #expect(try await store.ids(books, leaf(.contains, "summary", .string("\"long\""))) == ["1"])
        #expect(
            try await store.ids(
                books, leaf(.near, "place", .list([.number(52), .number(5), .number(50_000)]))) == ["1"])
        #expect(
            try await store.ids(books, nil, meta: leaf(.lessOrEqual, "updatedAt", .date(milliseconds: 2000)))
                == ["1"])
        #expect(try await store.ids(books, .or([])) == [])
        #expect(try await store.ids(books, .and([])) == ["1", "2", "3"])
    }

    @Test("An upsert replaces items with the same id, and a delete removes all their parts")
    func upsertAndDelete() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, Self.lines)
        var request = SearchRequest(module: Books.descriptor)
        request.ids = ["1"]
        var emma = try #require(try await store.items(Books.self, request).first)
        emma.tags = ["c"]
        emma.metadata.updatedAt = Date(timeIntervalSince1970: 1)
        let older = try await store.upsert([emma], onlyNewer: true)
        #expect(older.skipped == 1)
        emma.metadata.updatedAt = Date(timeIntervalSince1970: 3)
        let newer = try await store.upsert([emma], onlyNewer: true)
        #expect(newer.updated == 1)
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "tags", .string("a"))) == [])
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "tags", .string("c"))) == ["1"])
        #expect(try await store.delete([ContentID<Books>("1"), "9"]) == 1)
        #expect(try await store.ids(Books.descriptor, leaf(.equal, "tags", .string("c"))) == [])
        #expect(try await store.count(Books.self) == 2)
        #expect(try await store.deleteAll(Books.self) == 2)
        #expect(try await store.count(Books.self) == 0)
    }

    @Test("Related items are included one level deep; missing ones stay ids")
    func include() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, Self.lines)
        try await store.load(Authors.descriptor, [#"{"id":"x","values":{"name":"Jane \u0041usten"}}"#])
        var request = SearchRequest(module: Books.descriptor)
        request.ids = ["1"]
        request.include = [IncludePath(["author"]), IncludePath(["editors"])]
        let book = try #require(try await store.items(Books.self, request).first)
        #expect(book.author?.item?.name == "Jane Austen")
        #expect(book.editors.map(\.id.rawValue) == ["x", "y"])
        #expect(book.editors.map { $0.item?.name } == ["Jane Austen", nil])
    }
}
#endif
