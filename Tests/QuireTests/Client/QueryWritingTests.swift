import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Updates and deletions of all items of a query, on an engine that writes them in batches.
@Suite struct QueryWritingTests {
    @Test("update(query) changes every item that matches, also those on later pages, and no other")
    func update() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(250))
        let count = try await content.update(Books.query().where(\.age >= 20).page(2, size: 5)) {
            $0.rank = .set(7)
        }
        #expect(count == 230)
        #expect(try await content.count(Books.query().where(\.rank == 7)) == 230)
        #expect(try await content.item("b19", in: Books.query()).rank == nil)
    }

    @Test("A change after which items no longer match the query reaches all of them")
    func leaving() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(250))
        #expect(try await content.update(Books.query().where(\.age >= 0)) { $0.age = .set(-1) } == 250)
        #expect(try await content.count(Books.query().where(\.age == -1)) == 250)
    }

    @Test("delete(query) deletes every item that matches, and returns their number")
    func delete() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(250))
        #expect(try await content.delete(Books.query().where(\.age < 240)) == 240)
        #expect(try await content.count(Books.query()) == 10)
        #expect(try await content.delete(Books.query().where(\.age < 240)) == 0)
    }

    @Test("A limit applies to the first items of the query's order")
    func limit() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(10))
        #expect(try await content.delete(Books.query().sort(by: \.age, .descending).limit(3)) == 3)
        #expect(try await content.ids(Books.query().sort(by: \.age)).last == "b6")
    }

    @Test("A draft without changes writes nothing, and an invalid value is found before anything is read")
    func invalid() async throws {
        let memory = await InMemoryEngine.shelf(10)
        let content = ContentClient(engine: memory)
        #expect(try await content.update(Books.query()) { _ in } == 0)
        await #expect(throws: WriteError.self) {
            try await content.update(Books.query()) { $0.price = .set(.nan) }
        }
        let readOnly = ContentClient(engine: LimitedEngine(memory) { _ in })
        await #expect(throws: UnsupportedError.self) { try await readOnly.delete(Books.query()) }
    }

    @Test("A rejected write stops the call and reports how many items were written")
    func rejected() async throws {
        let engine = RejectingEngine(
            memory: await InMemoryEngine.shelf(250), rejected: "b150", reason: .notAllowed)
        let content = ContentClient(engine: engine)
        let error = await #expect(throws: QueryWriteError.self) {
            try await content.update(Books.query().sort(by: \.age)) { $0.rank = .set(1) }
        }
        #expect(error?.written == 199)
        #expect(error?.matched == 250)
        #expect(error?.failure.id == "b150")
        #expect(try await content.count(Books.query().where(\.rank == 1)) == 199)
    }

    @Test("An item that somebody deletes meanwhile is skipped and not counted")
    func vanished() async throws {
        let engine = RejectingEngine(
            memory: await InMemoryEngine.shelf(20), rejected: "b5", reason: .notFound)
        #expect(try await ContentClient(engine: engine).delete(Books.query()) == 19)
    }

    @MainActor @Test("The change may read the state of the actor that calls")
    func actor() async throws {
        var rank = 3
        let content = ContentClient(engine: await InMemoryEngine.shelf(2))
        try await content.update(Books.query()) {
            rank += 1
            $0.rank = .set(rank)
        }
        #expect(try await content.count(Books.query().where(\.rank == 4)) == 2)
    }
}

/// The in-memory engine, which rejects the writes of one item.
private struct RejectingEngine: WritableEngine {
    let memory: InMemoryEngine
    let rejected: String
    let reason: WriteError.Reason

    var capabilities: EngineCapabilities { memory.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await memory.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await memory.searchData(request) }
    func validate(_ request: SearchRequest) throws { try memory.validate(request) }
    func explain(_ request: SearchRequest) throws -> String { try memory.explain(request) }

    func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        var results: [WriteResult] = []
        for operation in batch.operations {
            if operation.id == rejected {
                results.append(.failed(WriteError(reason, operation, message: "not this one")))
            } else {
                results += try await memory.write(WriteBatch([operation]))
            }
        }
        return results
    }
}
