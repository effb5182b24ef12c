import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// The engine for an app's tests, used through the client.
@Suite struct InMemoryEngineTests {
    private static let authors = [
        Author(id: "a1", values: .init(fullName: "Jane Austen", publisher: Relation("p1"))),
        Author(id: "a2", values: .init(fullName: "Agnes Grey", mentor: Relation("a1"))),
    ]

    private static let books = [
        Book(
            id: "b1", name: "Emma",
            values: .init(
                title: "Emma", age: 12, price: 7.5, status: .live, tags: ["classic"], author: Relation("a1"),
                editors: [Relation("a2"), Relation("a1"), Relation("lost")])),
        Book(
            id: "b2", name: "Persuasion",
            values: .init(title: "Persuasion", age: 16, tags: ["late", "classic"])),
        Book(id: "b3", name: "Evelina", values: .init(title: "Evelina", age: 9, author: Relation("a2"))),
    ]

    private static func shop() async -> (engine: InMemoryEngine, content: ContentClient) {
        let engine = InMemoryEngine()
        await engine.add(Books.self, books)
        await engine.add(Authors.self, authors)
        await engine.add(Publishers.self, [Publisher(id: "p1", values: .init(title: "Murray"))])
        return (engine, ContentClient(engine: engine))
    }

    @Test("Typed queries find, sort and page typed items")
    func queries() async throws {
        let content = await Self.shop().content
        let page = try await content.fetch(
            Books.query().where(\.age >= 10).sort(by: \.age, .descending).page(1, size: 1))
        #expect(page.map(\.title) == ["Persuasion"])
        #expect(page.pageInfo.totalItems == 2)
        #expect(try await content.count(Books.query().filter { $0.tags.contains("classic") }) == 2)
        #expect(try await content.ids(Books.query().sort(by: \.title)) == ["b1", "b3", "b2"])
        #expect(try await content.first(Books.query().ids(["b3"]))?.values == Self.books[2].values)
    }

    @Test("A stored item is returned unchanged, with its metadata")
    func roundTrip() async throws {
        let (engine, content) = await Self.shop()
        var book = Self.books[0]
        book.metadata.createdAt = Date(timeIntervalSince1970: 1_419_769_800.123)
        book.metadata.tags = [Tag(name: "brand", value: "A")]
        book.metadata.revision = 3
        book.values.released = Date(timeIntervalSince1970: -86_400)
        await engine.add(Books.self, [book])
        #expect(try await content.fetch(Books.query()).items.count == 3)
        #expect(try await content.first(Books.query().ids(["b1"])) == book)
        #expect(
            try await content.fetch(Books.query().tags([Tag(name: "brand", value: "A")])).map(\.id) == ["b1"])
    }

    @Test("Included relations contain their items at any depth; missing items remain ids")
    func includes() async throws {
        let content = await Self.shop().content
        let plain = try #require(try await content.first(Books.query().ids(["b1"])))
        #expect(plain.author?.id == "a1")
        #expect(plain.author?.item == nil)
        let full = try #require(
            try await content.first(Books.query().ids(["b1"]).include(\.author.publisher, \.editors)))
        #expect(full.author?.item?.fullName == "Jane Austen")
        #expect(full.author?.item?.publisher?.item?.title == "Murray")
        #expect(full.editors.map { $0.item?.fullName } == ["Agnes Grey", "Jane Austen", nil])
        #expect(full.editors.map(\.id) == ["a2", "a1", "lost"])
    }

    @Test("An item added with included relations is stored with their ids, as on a server")
    func linksAreIDs() async throws {
        let (engine, content) = await Self.shop()
        let full = try #require(
            try await content.first(Books.query().ids(["b1"]).include(\.author, \.editors)))
        await engine.add(Books.self, [full])
        #expect(try await content.first(Books.query().ids(["b1"])) == Self.books[0])
    }

    @Test("Reverse lookups find items that refer to an item")
    func related() async throws {
        let content = await Self.shop().content
        #expect(try await content.ids(Books.query().related(\.author, to: ["a2"])) == ["b3"])
        #expect(try await content.ids(Books.query().related(\.author)) == ["b1", "b3"])
        #expect(try await content.ids(Books.query().related(\.author, to: [])) == [])
    }

    @Test("Selected fields are returned as tuples, and nothing else is read")
    func selection() async throws {
        let content = await Self.shop().content
        let rows = try await content.fetch(Books.query().where(\.author == "a2").select(\.title, \.age))
        #expect(rows.map(\.0) == ["Evelina"])
        #expect(rows.map(\.1) == [9])
    }

    @Test("A cursor keeps its position when items are added or removed")
    func cursors() async throws {
        let (engine, content) = await Self.shop()
        let query = Books.query().sort(by: \.title)
        let first = try await content.fetch(query.page(.cursor(nil, limit: 2)))
        #expect(first.map(\.title) == ["Emma", "Evelina"])
        await engine.add(Books.self, [Book(id: "b0", values: .init(title: "Cecilia", age: 3))])
        await engine.remove(ContentID<Books>("b3"))
        let second = try await content.fetch(query.page(.cursor(first.nextCursor, limit: 2)))
        #expect(second.map(\.title) == ["Persuasion"])
        #expect(second.nextCursor == nil)
    }

    @Test("Values without ids get ids derived from their module's name")
    func values() async throws {
        let engine = InMemoryEngine()
        let ids = await engine.add(
            Books.self, values: [.init(title: "Emma", age: 1), .init(title: "Lady Susan", age: 2)])
        #expect(ids == ["books-1", "books-2"])
        await engine.remove(ids[0])
        #expect(await engine.add(Books.self, values: [.init(title: "Emma", age: 1)]) == ["books-3"])
    }

    @Test("It records requests, and fails as often as configured")
    func failures() async throws {
        let (engine, content) = await Self.shop()
        let query = Books.query().where(\.title == "Emma")
        await engine.failNext(2, with: URLError(.notConnectedToInternet))
        for _ in 1...2 {
            await #expect(throws: URLError(.notConnectedToInternet)) { try await content.fetch(query) }
        }
        #expect(try await content.fetch(query).count == 1)
        await engine.failAll(with: URLError(.timedOut))
        await #expect(throws: URLError(.timedOut)) { try await content.fetch(query) }
        await #expect(throws: URLError(.timedOut)) { try await content.fetchData(query) }
        await engine.recover()
        #expect(try await content.fetch(query).count == 1)
        #expect(await engine.requests.count == 6)
        #expect(await engine.requests.allSatisfy { $0.filter == query.request.filter })
        await engine.removeAll()
        #expect(await engine.requests.isEmpty)
        #expect(try await content.fetch(query).isEmpty)
    }

    @Test("A delayed response ends when its task is cancelled")
    func cancellation() async throws {
        let (engine, content) = await Self.shop()
        await engine.delayResponses(by: .seconds(3600))
        let task = Task { try await content.fetch(Books.query()) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A lenient page skips invalid instances; a strict one reports them")
    func incompatibleItems() async throws {
        let (engine, content) = await Self.shop()
        let incompatible = JSONValue.object([
            .init("id", .string("b9")),
            .init("values", .object([.init("title", .string("Broken")), .init("age", .string("old"))])),
        ])
        await engine.add([incompatible], to: Books.descriptor)
        let error = await #expect(throws: ContentDecodingError.self) {
            try await content.fetch(Books.query())
        }
        #expect(error?.id == "b9")
        #expect(error?.path == "items[3].values.age")
        let page = try await content.fetch(Books.query().lenient())
        #expect(page.map(\.id) == ["b1", "b2", "b3"])
        #expect(page.rejected.map(\.id) == ["b9"])
    }

    @Test("An invalid write is rejected without changing anything")
    func refusedWrites() async throws {
        let (engine, content) = await Self.shop()
        #expect(await Books.unwritableTaken(by: engine) == [])
        #expect(await engine.writes.isEmpty)
        #expect(try await content.count(Books.query()) == 3)
    }

    @Test(
        "An item that every write rejects is not added: every search and write throws its failure",
        arguments: [
            (Book(id: "b9", values: .init(title: "T", age: 1, price: .nan)), "price"),
            (
                Book(
                    id: "b9", values: .init(title: "T", age: 1, released: Date(timeIntervalSince1970: 1e300))),
                "released"
            ),
            (Book(id: "..", values: .init(title: "T", age: 1)), "id"),
            (Book(id: "search", values: .init(title: "T", age: 1)), "id"),
        ])
    func refusedItems(_ book: Book, _ field: String) async throws {
        let (engine, content) = await Self.shop()
        await engine.add(Books.self, [book])
        let error = await #expect(throws: WriteError.self) { try await content.fetch(Books.query()) }
        #expect(error?.fields.map(\.name) == [field])
        await #expect(throws: WriteError.self) { try await content.count(Books.query()) }
        await #expect(throws: WriteError.self) { try await content.delete(ContentID<Books>("b1")) }
        await #expect(throws: WriteError.self) { try await engine.responses(to: [Books.query().request]) }
        await engine.removeAll()
        #expect(try await content.fetch(Books.query()).isEmpty)
        let ids = await engine.add(Books.self, values: [book.values])
        if field == "id" {
            #expect(try await content.ids(Books.query()) == ids)
        } else {
            await #expect(throws: WriteError.self) { try await content.ids(Books.query()) }
        }
    }

    @Test("Unsupported and invalid requests are rejected before searching")
    func refusals() async throws {
        let (engine, content) = await Self.shop()
        await #expect(throws: QueryError.self) {
            var search = TextSearch("Emma")
            search.fields = ["registration"]
            _ = try await content.fetch(Books.query().searching(search))
        }
        var request = Books.query().request
        request.include = [IncludePath(["title"])]
        await #expect(throws: QueryError.self) { try await engine.searchData(request) }
        request.include = []
        request.fields = ["titel"]
        await #expect(throws: QueryError.self) { try await engine.searchData(request) }
        #expect(try Books.query().where(\.age >= 18).explain(on: engine).contains("age >= "))
    }

    @Test("Texts are in the requested language or its fallback")
    func locales() async throws {
        let engine = InMemoryEngine(locales: [LocaleDescriptor("nl", fallbacks: ["en"])])
        let module = ModuleDescriptor(
            name: "notes", fields: [FieldDescriptor(name: "text", kind: .localizedText, isLocalized: true)])
        let text = JSONValue.object([.init("en", .string("Hello")), .init("fr", .string("Salut"))])
        await engine.add(
            [.object([.init("id", .string("n")), .init("values", .object([.init("text", text)]))])],
            to: module)
        func response(_ locale: String?) async throws -> String {
            var request = SearchRequest(module: module)
            request.locale = locale
            request.page = .all
            return String(decoding: try await engine.searchData(request), as: UTF8.self)
        }
        #expect(try await response("nl") == #"[{"id":"n","values":{"text":"Hello"}}]"#)
        #expect(try await response("fr") == #"[{"id":"n","values":{"text":"Salut"}}]"#)
        #expect(try await response(nil) == #"[{"id":"n","values":{"text":{"en":"Hello","fr":"Salut"}}}]"#)
    }
}
