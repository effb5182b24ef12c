import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Items from files.
@Suite struct FixturesTests {
    private static let lines = #"""
        {"id":"1","values":{"title":"Emma","age":12,"price":1,"active":true}}

        {"id":"2","values":{"title":"Evelina","age":9,"price":2,"active":false}}
        """#

    @Test(
        "Lines, an array and a page contain the same instances",
        arguments: [
            lines, "[" + lines.replacing("\n\n", with: ",") + "]",
            #"{"pagination":{"page":1},"items":["# + lines.replacing("\n\n", with: ",") + "]}",
            "\r\n" + lines + "\n\n",
        ])
    func forms(_ text: String) throws {
        let instances = try Fixtures.instances(Data(text.utf8))
        #expect(instances.map { $0["id"] } == [.string("1"), .string("2")])
    }

    @Test("A file's items are typed and ready for the engine")
    func items() async throws {
        try await withFile(Self.lines) { url in
            let books = try Fixtures.items(Books.self, contentsOf: url)
            #expect(books.map(\.title) == ["Emma", "Evelina"])
            let engine = InMemoryEngine()
            await engine.add(Books.self, books)
            #expect(try await ContentClient(engine: engine).count(Books.query()) == 2)
        }
    }

    @Test("Invalid JSON is reported with file and line")
    func noJSON() {
        let error = #expect(throws: FixtureError.self) {
            try Fixtures.instances(Data("{\"id\":\"1\"}\n\n{\"id\":}\n".utf8), name: "books.ndjson")
        }
        #expect(error?.line == 3)
        #expect(error?.description.hasPrefix("books.ndjson:3: expected ") ?? false)
    }

    @Test("An item that does not match the schema is reported with id and path")
    func incompatible() async throws {
        try await withFile(#"{"id":"7","values":{"title":"Emma","age":"old","price":1,"active":true}}"#) {
            url in
            let error = #expect(throws: ContentDecodingError.self) {
                try Fixtures.items(Books.self, contentsOf: url)
            }
            #expect(error?.id == "7")
            #expect(error?.path.hasSuffix("values.age") ?? false)
            #expect(error?.path.hasPrefix("\(url.lastPathComponent): ") ?? false)
            #expect(error?.description.contains(url.lastPathComponent) ?? false)
            #expect(error?.byteOffset == nil)
        }
    }

    @Test("Items with their values at the top level are the same as those with values of their own")
    func flatItems() async throws {
        let flat = #"""
            {"id":"1","updatedAt":1700000000000,"title":"Emma","age":12,"price":1,"active":true}
            {"id":"2","values":{"title":"Evelina","age":9,"price":2,"active":false}}
            """#
        try await withFile(flat) { url in
            let books = try Fixtures.items(Books.self, contentsOf: url)
            #expect(books.map(\.title) == ["Emma", "Evelina"])
            #expect(books.map(\.age) == [12, 9])
            #expect(books.first?.updatedAt == Date(timeIntervalSince1970: 1_700_000_000))
        }
        try await withFile(#"{"id":"1","title":"Emma","ageing":12,"price":1,"active":true}"#) { url in
            let error = #expect(throws: FixtureError.self) {
                try Fixtures.items(Books.self, contentsOf: url)
            }
            #expect(error?.description.hasPrefix("\(url.lastPathComponent):1: ") ?? false)
            #expect(error?.description.contains("'ageing' (1 item)") ?? false)
        }
        try await withFile(#"{"title":"Emma","age":12,"price":1,"active":true}"#) { url in
            let error = #expect(throws: ContentDecodingError.self) {
                try Fixtures.items(Books.self, contentsOf: url)
            }
            #expect(error?.description.contains(url.lastPathComponent) ?? false)
        }
    }

    @Test("An unknown key is an error with its line and a count, unless it is allowed")
    func unknownKeys() async throws {
        let lines =
            Self.lines.replacing("\"age\"", with: "\"ageing\":1,\"age\"") + "\n"
            + #"{"id":"3","values":{"title":"T","age":1,"price":1,"active":true,"pric":2}}"#
        try await withFile(lines) { url in
            let error = #expect(throws: FixtureError.self) {
                try Fixtures.items(Books.self, contentsOf: url)
            }
            #expect(error?.line == 1)
            let text = error?.description ?? ""
            #expect(text.hasPrefix("\(url.lastPathComponent):1: expected keys that are fields of books; "))
            #expect(text.contains("unknown are 'ageing' (2 items), 'pric' (1 item); there are title, "))
            let books = try Fixtures.items(Books.self, contentsOf: url, allowsUnknownKeys: true)
            #expect(books.map(\.title) == ["Emma", "Evelina", "T"])
        }
        // Besides the values, a server may send anything.
        try await withFile(#"{"id":"1","etag":"x","values":{"title":"T","age":1,"price":1,"active":true}}"#) {
            url in
            let books = try Fixtures.items(Books.self, contentsOf: url)
            #expect(books.count == 1)
        }
    }

    private func withFile(_ text: String, _ body: (URL) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "fixture-\(UUID().uuidString).ndjson")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url)
    }
}
