#if SQLite
import Foundation
import Quire
import QuireIndexing
import QuireStore
import QuireTesting
import SampleModules
import Testing

@Suite("Keeping an engine in sync", .timeLimit(.minutes(10)))
struct EngineIndexerTests {
    /// Responds to writes on command, and records them.
    private actor Scripted: WritableEngine {
        nonisolated let capabilities = InMemoryEngine().capabilities
        private let response: @Sendable (WriteOperation) -> WriteResult?
        private(set) var operations: [WriteOperation] = []

        init(_ response: @escaping @Sendable (WriteOperation) -> WriteResult?) { self.response = response }

        func write(_ batch: WriteBatch) async throws -> [WriteResult] {
            operations += batch.operations
            return batch.operations.compactMap(response)
        }

        nonisolated func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] { [] }
        nonisolated func searchData(_ request: SearchRequest) async throws -> Data { Data("[]".utf8) }
        nonisolated func validate(_ request: SearchRequest) throws {}

        nonisolated func explain(_ request: SearchRequest) throws -> String { "" }
    }

    private func source(_ instances: String...) async throws -> Store {
        let store = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        var options = LoadOptions()
        options.requiresFields = false
        options.isStrict = true
        try await store.load(
            Books.self, from: .data(Data(instances.joined(separator: "\n").utf8)), options: options)
        return store
    }

    @Test("Items are written completely: values, tags, name and dates; missing values are cleared")
    func whole() async throws {
        let store = try await source(
            """
            {"id":"1","name":"one","createdAt":1000,"publishedAt":2000,"removedAt":3000,"tags":[{"name":"new",\
            "value":"yes","tagType":"000000000000000000000002"}],"values":{"title":"Emma","age":12,"tags":["a","b"],"unknown":[1,{"a":null}]}}
            """)
        let target = try await Store(.memory, modules: [Books.descriptor])
        try await target.load(
            Books.self,
            from: .data(
                Data(
                    #"{"id":"1","name":"old","archivedAt":5,"values":{"title":"Old","age":1,"price":1,"active":true,"rank":3}}"#
                        .utf8)))
        let indexer = EngineIndexer(from: store, into: target, modules: Books.self)
        #expect(
            try await indexer.index(IndexBatch(type: "books", upserts: ["1"], deletes: [])) == [])
        let left = try await Things.all(store, Books.descriptor)
        let right = try await Things.all(target, Books.descriptor)
        #expect(left == right)
        #expect(left[Array("1".utf8)]?.contains("publishedAt=[2000];removedAt=[3000];archivedAt=;") == true)
    }

    @Test("An engine that merges gets null for every field that an item lacks")
    func merging() async throws {
        let store = try await source(#"{"id":"1","values":{"title":"Emma"}}"#)
        let target = Scripted { _ in .stored(Data("{}".utf8)) }
        let indexer = EngineIndexer(from: store, into: target, modules: Books.self)
        _ = try await indexer.index(IndexBatch(type: "books", upserts: ["1"], deletes: []))
        let operation = try #require(await target.operations.first)
        #expect(operation.kind == .createOrUpdate)
        #expect(operation.isWhole)
        #expect(operation.seenUpdatedAt == nil)
        guard case .object(let members) = operation.values else { throw CocoaError(.coderInvalidValue) }
        #expect(members.count == Books.descriptor.fields.fields.count)
        #expect(members.count { $0.value == .null } == members.count - 1)
    }

    @Test("A rejected operation fails by itself; removing a missing item succeeds")
    func results() async throws {
        let store = try await source(
            #"{"id":"1","values":{"title":"a"}}"#, #"{"id":"2","values":{"title":"b"}}"#)
        let target = Scripted { operation in
            switch operation.id {
            case "2": .failed(WriteError(.invalid, operation, message: "too long"))
            case "gone": .failed(WriteError(.notFound, operation, message: "not there"))
            case "kept": .failed(WriteError(.notAllowed, operation, message: "no"))
            default: operation.kind == .delete ? .deleted(nil) : .stored(Data("{}".utf8))
            }
        }
        let indexer = EngineIndexer(from: store, into: target, modules: Books.self)
        let failures = try await indexer.index(
            IndexBatch(type: "books", upserts: ["1", "2", "never"], deletes: ["gone", "kept", "5"]))
        #expect(failures.map(\.id) == ["2", "kept"])
        #expect(failures[0].reason.contains("too long"))
        // Items that are no longer in the source were removed.
        let deleted = await target.operations.filter { $0.kind == .delete }.compactMap(\.id)
        #expect(deleted == ["gone", "kept", "5", "never"])
    }

    @Test("If an engine does not return a result for every operation, none counts as written")
    func noResponse() async throws {
        let store = try await source(#"{"id":"1","values":{"title":"a"}}"#)
        let target = Scripted { $0.kind == .delete ? nil : .stored(Data("{}".utf8)) }
        let indexer = EngineIndexer(from: store, into: target, modules: Books.self)
        await #expect(throws: IndexingError.wrongCount(type: "books", expected: 2, found: 1)) {
            try await indexer.index(IndexBatch(type: "books", upserts: ["1"], deletes: ["2"]))
        }
    }

    @Test("Modules are emptied one by one, and other modules are unchanged")
    func modules() async throws {
        let store = try await source(#"{"id":"1","values":{"title":"a"}}"#)
        let target = Scripted { _ in .truncated(1) }
        let indexer = EngineIndexer(from: store, into: target, modules: Books.self)
        try await indexer.deleteAll(of: "books")
        #expect(await target.operations.map(\.kind) == [.truncate])
        #expect(indexer.indexes("books"))
        #expect(!indexer.indexes("authors"))
        let refusing = Scripted { .failed(WriteError(.notAllowed, $0, message: "no")) }
        await #expect(throws: WriteError.self) {
            try await EngineIndexer(from: store, into: refusing, modules: Books.self).deleteAll(of: "books")
        }
    }

    @Test("A module's signature is the same in every process, and changes with its fields")
    func signatures() {
        #expect(Books.descriptor.signature.utf8.count == 16)
        let fields: [[FieldDescriptor]] = [
            [], [FieldDescriptor(name: "a", kind: .text)], [FieldDescriptor(name: "b", kind: .text)],
            [FieldDescriptor(name: "a", kind: .longText)],
            [FieldDescriptor(name: "a", kind: .text, isRequired: true)],
            [FieldDescriptor(name: "a", kind: .text, searchWeight: 1)],
            [FieldDescriptor(name: "a", kind: .text, searchWeight: 2)],
            [FieldDescriptor(name: "a", kind: .list(.text))],
            [FieldDescriptor(name: "a", kind: .relation(module: "b"))],
            [FieldDescriptor(name: "a", kind: .relation(module: "c"))],
            [FieldDescriptor(name: "a", kind: .date(.rfc3339))],
            [FieldDescriptor(name: "a", kind: .date(.dateOnly))],
            [FieldDescriptor(name: "a", kind: .object(FieldTable([])))],
            [
                FieldDescriptor(
                    name: "a", kind: .object(FieldTable([FieldDescriptor(name: "b", kind: .text)])))
            ],
            [FieldDescriptor(name: "a", kind: .text), FieldDescriptor(name: "b", kind: .text)],
            [FieldDescriptor(name: "b", kind: .text), FieldDescriptor(name: "a", kind: .text)],
        ]
        let signatures = fields.map { ModuleDescriptor(name: "m", fields: $0).signature }
        #expect(Set(signatures).count == fields.count)
        // FNV-1a of the letter a, from its authors' test vectors.
        #expect(ModuleDescriptor(name: "a", fields: []).signature == "af63dc4c8601ec8c")
    }
}
#endif
