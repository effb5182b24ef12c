#if SQLite
import Foundation
import Quire
import SampleModules
import QuireStore
import Seeds
import Testing

/// Pages with included items are decoded from rows. `searchData` writes the same pages as JSON.
@Suite("Included items")
struct IncludedItemsTests {
    private static let modules = [Novels.descriptor, Writers.descriptor, Houses.descriptor]

    private static func request(_ relations: String...) -> SearchRequest {
        var request = Novels.query().request
        request.include = relations.map { IncludePath([$0]) }
        request.sort = [SortKey(.metadata("id"))]
        request.page = .page(1, size: 500)
        return request
    }

    /// A store with writers that lack their name, as a schema allowed in which it is not required.
    private static func storeWithNamelessWriters() async throws -> Store {
        var name = try #require(Writers.descriptor.fields.fields.first)
        name.isRequired = false
        let writers = ModuleDescriptor(
            name: "writers", fields: [name] + Writers.descriptor.fields.fields.dropFirst())
        let store = try await Store(.memory, modules: [Novels.descriptor, writers, Houses.descriptor])
        try await store.load(
            writers,
            [#"{"id":"w1","values":{"name":"Ann"}}"#, #"{"id":"w2","values":{"birthYear":1900}}"#])
        try await store.load(
            Novels.descriptor,
            [
                #"{"id":"n1","values":{"author":"w1","editors":["w1"]}}"#,
                #"{"id":"n2","values":{"author":"w2"}}"#,
                #"{"id":"n3","values":{"editors":["w1","w2"]}}"#,
                #"{"id":"n4","values":{"author":"w1","editors":["gone","w1"]}}"#,
            ])
        return store
    }

    @Test("The items of a page are those of its JSON, decoded as models and as instances")
    func agreement() async throws {
        var random = SeededGenerator(seed: Seed.current)
        var included = 0
        for _ in 0..<20 {
            let store = try await Store.library(RandomLibrary(seed: random.next()))
            for request in [
                Self.request("author"), Self.request("editors"), Self.request("editors", "author"),
            ] {
                let data = try await store.searchData(request)
                let models = ItemDecoder<Content<Novels>>.content(of: Novels.self)
                let page = try await store.search([request], decoding: models)[0]
                let expected = try models.decodePage(data)
                #expect(page.items == expected.items)
                #expect(page.pageInfo.totalItems == expected.pageInfo.totalItems)
                included += page.items.count { $0.author?.item != nil }
                included += page.items.reduce(0) { $0 + $1.editors.count { $0.item != nil } }
                let instances = ItemDecoder<JSONValue>.instances(of: Novels.descriptor)
                let rows = try await store.search([request], decoding: instances)[0].items
                #expect(
                    try rows.map { try models.decodeInstance(Data($0.description.utf8)) } == expected.items)
            }
        }
        #expect(included > 100)
    }

    @Test("Unknown values are kept of the page's items, not of the included ones")
    func unknownValues() async throws {
        let store = try await Store(.memory, modules: Self.modules)
        try await store.load(Writers.descriptor, [#"{"id":"w1","values":{"name":"Ann","pet":"cat"}}"#])
        try await store.load(Novels.descriptor, [#"{"id":"n1","values":{"author":"w1","size":[1]}}"#])
        var request = Self.request("author")
        request.decoding.keepsUnknownValues = true
        let novel = try #require(try await store.items(Novels.self, request).first)
        #expect(novel.metadata.unknownValues == ["size": .array([.integer(1)])])
        #expect(novel.author?.item?.values.name == "Ann")
        #expect(novel.author?.item?.metadata.unknownValues == [:])
    }

    @Test("The error of an included item names the page's item and the path through the relation")
    func unreadable() async throws {
        let store = try await Self.storeWithNamelessWriters()
        var request = Self.request("author", "editors")
        request.decoding.mode = .lenient
        let response = try await store.search([request], decoding: .content(of: Novels.self))[0]
        #expect(response.items.map(\.id.rawValue) == ["n1", "n4"])
        #expect(response.items.last?.editors.map { $0.item?.values.name } == [nil, "Ann"])
        #expect(response.rejected.map(\.module) == ["novels", "novels"])
        #expect(response.rejected.map(\.id) == ["n2", "n3"])
        #expect(
            response.rejected.map(\.path) == ["values.author.values.name", "values.editors[1].values.name"])
        #expect(response.rejected.map(\.expected) == ["a string", "a string"])
        #expect(response.rejected.map(\.found) == ["nothing", "nothing"])
        request.decoding.mode = .strict
        let error = await #expect(throws: ContentDecodingError.self) {
            try await store.search([request], decoding: .content(of: Novels.self))
        }
        #expect(error?.id == "n2")
        request.include = []
        #expect(try await store.items(Novels.self, request).count == 4)
    }

    @Test("An error of reading the included items is an error of the page")
    func failedRead() async throws {
        let store = try await Store.library()
        let request = Self.request("author")
        #expect(try await store.items(Novels.self, request).count == Library.novels.count)
        try await store.runInside("DROP TABLE m_writers")
        await #expect(throws: StoreError.self) { try await store.items(Novels.self, request) }
        #expect(try await store.items(Novels.self, Self.request()).count == Library.novels.count)
    }

    @Test("Relations to a module that the store does not have keep their ids")
    func missingModule() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        try await store.load(
            Novels.descriptor, [#"{"id":"n1","values":{"author":"w1","editors":["w2"]}}"#])
        let novel = try #require(
            try await store.items(Novels.self, Self.request("author", "editors")).first)
        #expect(novel.author == Relation("w1"))
        #expect(novel.editors == [Relation("w2")])
    }

    @Test("A request with an unknown relation is refused, also after others of its kind")
    func unknownRelations() async throws {
        let store = try await Store.library()
        for _ in 0..<2 {
            #expect(try await store.items(Novels.self, Self.request("author")).count == Library.novels.count)
            for name in ["pages", "autor"] {
                await #expect(throws: QueryError.self, "\(name)") {
                    try await store.items(Novels.self, Self.request(name))
                }
            }
        }
    }
}
#endif
