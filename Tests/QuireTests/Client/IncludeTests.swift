import Foundation
import Quire
import QuireHALO
import QuireTesting
import SampleModules
import Testing

/// Nested relations are resolved by searches for their ids.
@Suite struct IncludeTests {
    private func shop() async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(
            Publishers.self, [Publisher(id: "p1", values: Publishers.Values(title: "Penguin"))])
        await engine.add(
            Authors.self,
            [
                Author(
                    id: "a1",
                    values: Authors.Values(
                        fullName: "Jane", mentor: Relation("a2"), publisher: Relation("p1"))),
                // A cycle, and a missing publisher.
                Author(
                    id: "a2",
                    values: Authors.Values(fullName: "Ann", mentor: Relation("a1"), publisher: Relation("p9"))
                ),
            ])
        await engine.add(
            Books.self,
            [
                Book(
                    id: "b1",
                    values: Books.Values(
                        title: "Emma", age: 1, author: Relation("a1"),
                        editors: [Relation("a2"), Relation("a1")])),
                Book(id: "b2", values: Books.Values(title: "Sanditon", age: 2, author: Relation("a1"))),
                Book(id: "b3", values: Books.Values(title: "Lost", age: 3, author: Relation("a9"))),
            ])
        return engine
    }

    @Test("Without include, a relation is an id", arguments: [true, false])
    func ids(includes: Bool) async throws {
        let engine = LimitedEngine(await shop()) { $0.includes = includes }
        let books = try await ContentClient(engine: engine).fetch(Books.query().sort(by: \.age))
        #expect(books.map { $0.author?.id } == ["a1", "a1", "a9"])
        #expect(books.allSatisfy { $0.author?.item == nil })
    }

    @Test("An included relation contains its item; a missing item stays an id", arguments: [true, false])
    func direct(includes: Bool) async throws {
        let memory = await shop()
        let engine = LimitedEngine(memory) { $0.includes = includes }
        let books = try await ContentClient(engine: engine).fetch(
            Books.query().sort(by: \.age).include(\.author, \.editors))
        #expect(books.map { $0.author?.item?.fullName } == ["Jane", "Jane", nil])
        #expect(books[0].editors.map { $0.item?.fullName } == ["Ann", "Jane"])
        #expect(books[0].author?.item?.publisher?.item == nil)
        // Ids that the engine did not find are requested once more, together.
        let requests = await memory.requests
        #expect(requests[0].include.map(\.fields) == (includes ? [["author"], ["editors"]] : []))
        #expect(requests.dropFirst().map(\.ids) == (includes ? [["a9"]] : [["a1", "a2", "a9"]]))
    }

    @Test(
        "Include paths are resolved to their full depth, through cycles, with one search per level and module",
        arguments: [true, false])
    func deep(includes: Bool) async throws {
        let memory = await shop()
        let engine = LimitedEngine(memory) { $0.includes = includes }
        let books = try await ContentClient(engine: engine).fetch(
            Books.query().sort(by: \.age).include(\.author.publisher, \.editors.mentor.mentor))
        #expect(books.map { $0.author?.item?.publisher?.item?.title } == ["Penguin", "Penguin", nil])
        #expect(books[0].author?.item?.mentor?.item == nil)
        let editors = books[0].editors.compactMap(\.item)
        #expect(editors.map { $0.mentor?.item?.fullName } == ["Jane", "Ann"])
        #expect(editors.map { $0.mentor?.item?.mentor?.item?.fullName } == ["Ann", "Jane"])
        #expect(editors[0].mentor?.item?.mentor?.item?.mentor?.item == nil)
        let names = await memory.requests.map(\.module.name)
        #expect(names.filter { $0 == "publishers" }.count == 1)
        #expect(names.count <= 4)
    }

    @Test("Many ids are requested in batches of a hundred")
    func batches() async throws {
        let memory = InMemoryEngine()
        await memory.add(
            Authors.self,
            (0..<250).map { Author(id: ContentID("a\($0)"), values: Authors.Values(fullName: "\($0)")) })
        await memory.add(
            Books.self,
            (0..<250).map { number in
                Book(
                    id: ContentID("b\(number)"),
                    values: Books.Values(title: "", age: number, author: Relation(ContentID("a\(number)"))))
            })
        let engine = LimitedEngine(memory) { $0.includes = false }
        let books = try await ContentClient(engine: engine).fetch(
            Books.query().sort(by: \.age).include(\.author).page(1, size: 250))
        #expect(books.map { $0.author?.item?.fullName } == (0..<250).map { "\($0)" })
        #expect(await memory.requests.dropFirst().map { $0.ids?.count } == [100, 100, 50])
    }

    @Test("Follow-up searches keep the query's language and lenient mode")
    func options() async throws {
        let memory = await shop()
        await memory.add(
            [.object([.init("id", .string("a9")), .init("values", .object([]))])], to: Authors.descriptor)
        let engine = LimitedEngine(memory) { $0.includes = false }
        let query = Books.query().include(\.author).locale("fr").halo(serverCache: 5)
        let page = try await ContentClient(engine: engine).fetch(query.lenient())
        #expect(page.rejected.map(\.module) == ["authors"])
        let request = try #require(await memory.requests.last)
        #expect(request.locale == "fr")
        #expect(request.serverCache == 5)
        #expect(request.decoding.mode == .lenient)
        await #expect(throws: ContentDecodingError.self) {
            try await ContentClient(engine: engine).fetch(query)
        }
    }
}
