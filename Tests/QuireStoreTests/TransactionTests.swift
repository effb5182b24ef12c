#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite("A transaction of a store")
struct TransactionTests {
    private struct Interruption: Error {}

    @Test("Instances of several modules, deletes and notes are visible inside and after it")
    func everything() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        let inside = try await store.transaction("test") { transaction in
            #expect(try transaction.upsert(Data(StoreTests.lines[1].utf8), into: "books") == .updated)
            #expect(
                try transaction.upsert(Data(#"{"id":"4","values":{"title":"New"}}"#.utf8), into: "books")
                    == .inserted)
            #expect(
                try transaction.upsert(
                    Data(#"{"id":"1","updatedAt":1999,"values":{"title":"Older"}}"#.utf8), into: "books",
                    onlyNewer: true) == .skipped)
            #expect(try transaction.delete("3", from: "books"))
            #expect(try !transaction.delete("3", from: "books"))
            try transaction.setNote("mark", for: "sync/books")
            #expect(try transaction.note("sync/books") == "mark")
            var request = SearchRequest(module: Books.descriptor)
            request.page = .all
            return try transaction.searchData(request)
        }
        let ids = try ItemDecoder.content(of: Books.self).decodePage(inside).items.map(\.id.rawValue)
        #expect(ids == ["1", "2", "4"])
        #expect(try await store.count(Books.self) == 3)
        #expect(try await store.note("sync/books") == "mark")
        let four = try await store.transaction("test") { try $0.instance("4", in: "books") }
        #expect(four.map { String(decoding: $0, as: UTF8.self) } == #"{"id":"4","values":{"title":"New"}}"#)
        #expect(try await store.transaction("test") { try $0.instance("5", in: "books") } == nil)
    }

    @Test("A transaction that throws changes nothing, including notes")
    func rollsBack() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        await #expect(throws: Interruption.self) {
            try await store.transaction("test") { transaction in
                #expect(try transaction.deleteAll(from: "books") == 3)
                try transaction.setNote("mark", for: "sync/books")
                throw Interruption()
            }
        }
        #expect(try await store.count(Books.self) == 3)
        #expect(try await store.note("sync/books") == nil)
    }

    @Test("Invalid values are rejected unless they are to be kept; then their field is empty")
    func incompatibleValues() async throws {
        let store = try await Store(.memory, schema: Shop.self)
        let instance = #"{"id":"1","values":{"title":"Emma","age":"old"}}"#
        await #expect(throws: ContentDecodingError.self) {
            try await store.transaction("test") { try $0.upsert(Data(instance.utf8), into: "books") }
        }
        let kept = try await store.transaction("test") { transaction in
            try transaction.upsert(Data(instance.utf8), into: "books", keepsIncompatible: true)
            var request = SearchRequest(module: Books.descriptor)
            request.page = .all
            return try transaction.searchData(request)
        }
        #expect(String(decoding: kept, as: UTF8.self) == #"[{"id":"1","values":{"title":"Emma"}}]"#)
    }
}
#endif
