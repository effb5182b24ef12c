import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Items by their ids, and whether there are any.
@Suite struct ItemTests {
    @Test("An item is found by its id, with the relations that the query includes")
    func item() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf())
        let id: ContentID<Books> = "b3"
        #expect(try await content.item(id).title == "Book 3")
        #expect(
            try await content.item(id, in: Books.query().include(\.author)).author?.item?.fullName == "Jane")
        #expect(try await content.item(ifExists: id)?.age == 3)
    }

    @Test("An id without an item throws, or gives nil where the item need not exist")
    func missing() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf())
        let id: ContentID<Books> = "b9"
        await #expect(throws: ItemNotFoundError(engine: "memory", module: "books", id: "b9")) {
            try await content.item(id)
        }
        #expect(try await content.item(ifExists: id) == nil)
    }

    @Test("An item that the query's conditions or ids exclude is not found")
    func excluded() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf())
        #expect(try await content.item(ifExists: "b3", in: Books.query().where(\.age > 3)) == nil)
        #expect(try await content.item(ifExists: "b4", in: Books.query().where(\.age > 3))?.age == 4)
        #expect(try await content.item(ifExists: "b4", in: Books.query().ids(["b1"])) == nil)
        #expect(try await content.item(ifExists: "b1", in: Books.query().ids(["b1"]).limit(1))?.age == 1)
    }

    @Test("The page and the order of the query do not hide an item")
    func page() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf())
        let query = Books.query().sort(by: \.age).page(3, size: 2)
        #expect(try await content.item("b0", in: query).age == 0)
        #expect(try await content.items(["b0", "b6"], in: query).map(\.age) == [0, 6])
    }

    @Test("Items come in the order of their ids; repeated ids are repeated, and missing ones left out")
    func order() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf())
        let items: [Book] = try await content.items(["b5", "b9", "b0", "b5"])
        #expect(items.map(\.id) == ["b5", "b0", "b5"])
        #expect(try await content.items([ContentID<Books>]()).isEmpty)
    }

    @Test("A server that returns fewer items per page than requested loses none of them")
    func capped() async throws {
        let server = PagedServer(of: 0, cap: 30)
        let ids = (0..<250).reversed().map { ContentID<Books>("b\($0)") }
        let items = try await ContentClient(engine: server).items(ids)
        #expect(items.map(\.id) == ids)
    }

    @Test("An item that does not fit the schema throws instead of being left out")
    func unreadable() async throws {
        let server = PagedServer { _, _ in
            #"{"pagination":{"page":1,"limit":1,"totalItems":1,"totalPages":1},"items":[{"id":"b1","values":{"title":3}}]}"#
        }
        let content = ContentClient(engine: server)
        await #expect(throws: ContentDecodingError.self) {
            try await content.item("b1", in: Books.query().lenient())
        }
    }

    @Test("exists() says whether any item matches, and requests one item without a total")
    func exists() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf())
        #expect(try await content.exists(Books.query().where(\.age >= 6)))
        #expect(try await !content.exists(Books.query().where(\.age > 6)))
        #expect(try await content.exists(Books.query().sort(by: \.age).page(99, size: 5)))
        let server = PagedServer(of: 40, cap: 30)
        #expect(try await ContentClient(engine: server).exists(Books.query().include(\.author)))
        let request = try #require(server.log.requests.first)
        #expect(server.log.requests.count == 1)
        #expect(request.page == .page(1, size: 1))
        #expect(!request.countsTotal && request.include.isEmpty && request.fields == [])
    }
}
