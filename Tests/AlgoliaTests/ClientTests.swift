import Foundation
import Quire
import QuireAlgolia
import QuireRemote
import SampleModules
import Testing
import TransportDoubles

/// The engine behind a client: what the client adds to it.
@Suite struct ClientTests {
    @Test("The parts of a filter that the service cannot express are tested in the client on request")
    func fallback() async throws {
        let loaded = try await LoadedService.filled()
        let client = ContentClient(engine: loaded.engine)
        var random = SeededGenerator(seed: Seed.current)
        let refused = [
            Filter.leaf(.init(.like, "title", value: .string("alp"), type: .string)),
            .leaf(.init(.greater, "title", value: .string("B"), type: .string)),
            .leaf(.init(.between, "scores", value: .list([.integer(2), .integer(50)]), type: .number)),
            .or([
                .leaf(.init(.greater, "age", value: .integer(17), type: .number)),
                .leaf(.init(.hasPrefix, "title", value: .string("A"), type: .string)),
            ]),
        ]
        for part in refused.shuffled(using: &random) {
            var request = things(
                .and([.leaf(.init(.notEqual, "status", value: .string("draft"), type: .string)), part]))
            request.page = .page(1, size: 10)
            #expect(throws: UnsupportedError.self) { try loaded.engine.validate(request) }
            request.fallback = .clientSide(maxScanned: 100)
            let response = try await client.response(request, reading: .instances(of: Things.descriptor))
            let expected = try InstanceSearch(request).page(of: Things.instances)
            #expect(response.items.map(\.instanceID) == expected.instances.map(\.instanceID), "\(part)")
            #expect((response.scanned ?? 0) > 0)
        }
    }

    @Test("Typed items are written and read with their relations through a client")
    func typed() async throws {
        let loaded = try LoadedService()
        let modules = [Books.descriptor, Authors.descriptor]
        try await loaded.engine.prepare(modules)
        let authors = (1...3).map { number in
            Author(id: ContentID("a\(number)"), values: .init(fullName: "Author \(number)"))
        }
        let books = (1...30).map { number in
            Book(
                id: ContentID("b\(number)"),
                values: .init(
                    title: "Book \(number)", age: number, price: Double(number) / 10,
                    status: number % 2 == 0 ? .live : .draft,
                    author: Relation(ContentID("a\(number % 3 + 1)"))))
        }
        #expect(try await loaded.engine.load(authors).stored == 3)
        #expect(try await loaded.engine.load(books).stored == 30)
        let content = ContentClient(engine: loaded.engine)
        let query = Books.query().where(\.age > 10).where(\.status == .live).include(\.author)
        let page = try await content.fetch(query.facet(\.status).page(1, size: 5))
        #expect(page.map(\.age) == [12, 14, 16, 18, 20])
        #expect(page.first?.author?.item?.fullName == "Author 1")
        #expect(page.pageInfo.totalItems == 10)
        let next = try #require(try await page.next())
        #expect(next.map(\.age) == [22, 24, 26, 28, 30])
        var ages: [Int] = []
        for try await book in content.all(Books.query().search("book")) { ages.append(book.age) }
        #expect(ages.sorted() == Array(1...30))
        #expect(try await content.count(Books.query().where(\.price <= 1)) == 10)
        var draft = Books.Draft()
        draft.title = .set("Changed")
        _ = try await content.update(ContentID<Books>("b7"), with: draft)
        let changed = try await content.fetch(Books.query().where(\.title == "Changed"))
        #expect(changed.map(\.age) == [7])
    }
}
