#if SQLite
import Foundation
import Quire
import SampleModules
import Testing

import QuireStore

private typealias Novels = SampleModules.Books

/// Several reads and writes as one, on the store.
@Suite("Transactions", .timeLimit(.minutes(60)))
struct TransactionTests {
    private struct Regret: Error {}

    private func content(_ place: Store.Location = .memory) async throws -> ContentClient {
        let store = try await Store(place, modules: [Novels.descriptor])
        return ContentClient(engine: store)
    }

    private func draft(_ title: String, rank: Int? = nil) -> Novels.Draft {
        var draft = Novels.Draft()
        draft.title = .set(title)
        draft.age = .set(1)
        draft.price = .set(1)
        draft.active = .set(true)
        if let rank { draft.rank = .set(rank) }
        return draft
    }

    private func store(_ content: ContentClient) throws -> Store { try #require(content.engine as? Store) }

    @Test("The closure sees its own writes, and others see all of them when it has returned")
    func isolation() async throws {
        let folder = try Folder()
        let content = try await content(.file(folder.file()))
        let outer = content
        let counts = try await content.transaction { content in
            try await content.create(draft("Emma"), id: "b1")
            try await content.create(draft("Persuasion"), id: "b2")
            try await content.update("b1", with: draft("Emma Woodhouse", rank: 4))
            #expect(try await content.item(ContentID<Novels>("b1")).title == "Emma Woodhouse")
            #expect(try await content.delete(Novels.query().where(\.title == "Persuasion")) == 1)
            let (count, sum) = try await content.aggregate(Novels.query(), .count, .sum(\.rank))
            #expect(count == 1 && sum == 4)
            return [try await content.count(Novels.query()), try await outer.count(Novels.query())]
        }
        #expect(counts == [1, 0])
        #expect(try await content.item(ContentID<Novels>("b1")).rank == 4)
        #expect(try await content.count(Novels.query()) == 1)
        await (try store(content)).close()
    }

    @Test("If the closure throws, nothing is written, and the store can be written to again")
    func rollback() async throws {
        let content = try await content()
        try await content.create(draft("Emma"), id: "b1")
        await #expect(throws: Regret.self) {
            try await content.transaction { content in
                try await content.create(draft("Sanditon"), id: "b2")
                try await content.update("b1", with: draft("Changed"))
                #expect(try await content.fetch(Novels.query().search("sanditon")).count == 1)
                throw Regret()
            }
        }
        #expect(try await content.fetch(Novels.query()).map(\.title) == ["Emma"])
        #expect(try await content.fetch(Novels.query().search("sanditon")).isEmpty)
        try await content.create(draft("Persuasion"), id: "b3")
        #expect(try await content.count(Novels.query()) == 2)
    }

    @Test("Full text inside the closure finds words that were just written, also misspelt")
    func fullText() async throws {
        let content = try await content()
        try await content.create(draft("Emma"), id: "b1")
        #expect(try await content.fetch(Novels.query().search("persuation")).isEmpty)
        let found = try await content.transaction { content in
            try await content.create(draft("Persuasion"), id: "b2")
            let first = try await content.fetch(Novels.query().search("persuation")).map(
                \.title)
            try await content.create(draft("Northanger Abbey"), id: "b3")
            let second = try await content.fetch(Novels.query().search("northangr")).map(
                \.title)
            return first + second
        }
        #expect(found == ["Persuasion", "Northanger Abbey"])
        #expect(
            try await content.fetch(Novels.query().search("northangr")).map(\.title)
                == ["Northanger Abbey"])
    }

    @Test("A @MainActor closure uses the actor's state")
    @MainActor func mainActor() async throws {
        let content = try await content()
        var log: [String] = []
        try await content.transaction { content in
            MainActor.assertIsolated()
            log.append(try await content.create(draft("Emma")).title)
        }
        #expect(log == ["Emma"])
    }

    @Test("Transactions of several tasks run one after another, so that no increment is lost")
    func counter() async throws {
        let folder = try Folder()
        let content = try await content(.file(folder.file()))
        try await content.create(draft("Emma", rank: 0), id: "b1")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await content.transaction { content in
                        let rank = try await content.item(ContentID<Novels>("b1")).rank ?? 0
                        await Task.yield()
                        var draft = Novels.Draft()
                        draft.rank = .set(rank + 1)
                        try await content.update("b1", with: draft)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await content.item(ContentID<Novels>("b1")).rank == 40)
        await (try store(content)).close()
    }

    @Test("A write through another client, or a second transaction, throws instead of waiting for ever")
    func outerClient() async throws {
        let outer = try await content()
        try await outer.transaction { content in
            try await content.create(draft("Emma"), id: "b1")
            var error = await #expect(throws: StoreError.self) { try await outer.create(draft("Lost")) }
            #expect(error?.code == .transaction)
            error = await #expect(throws: StoreError.self) { try await outer.transaction { _ in } }
            #expect(error?.code == .transaction)
            // A store in memory has only one connection, so reads would wait, too.
            error = await #expect(throws: StoreError.self) { try await outer.count(Novels.query()) }
            #expect(error?.code == .transaction)
            await #expect(throws: UnsupportedError.self) { try await content.transaction { _ in } }
            // A task of its own is in the transaction, too.
            await Task {
                _ = await #expect(throws: StoreError.self) { try await outer.create(draft("Lost")) }
            }.value
        }
        #expect(try await outer.fetch(Novels.query()).map(\.title) == ["Emma"])
    }

    @Test(
        "The closure's client throws once the transaction has ended, while its tasks may write with the other one"
    )
    func ended() async throws {
        let outer = try await content()
        var kept: ContentClient?
        var task: Task<Void, any Error>?
        let (gate, open) = AsyncStream<Void>.makeStream()
        try await outer.transaction { content in
            kept = content
            task = Task {
                for await _ in gate { break }
                try await outer.create(draft("Later"))
            }
        }
        let client = try #require(kept)
        let error = await #expect(throws: StoreError.self) { try await client.count(Novels.query()) }
        #expect(error?.code == .transaction)
        open.finish()
        try await task?.value
        #expect(try await outer.count(Novels.query()) == 1)
    }

    @Test("A rejected item does not end the transaction; a write that may be half done does")
    func failures() async throws {
        let content = try await content()
        try await content.transaction { content in
            try await content.create(draft("Emma"), id: "b1")
            await #expect(throws: (any Error).self) { try await content.update("missing", with: draft("x")) }
            try await content.create(draft("Persuasion"), id: "b2")
        }
        #expect(try await content.count(Novels.query()) == 2)
        await #expect(throws: QueryWriteError.self) {
            try await content.transaction { content in
                try await content.create(draft("Sanditon"), id: "b3")
                var operation = WriteOperation(.update, Novels.descriptor)
                operation.values = .object([.init("age", .string("old"))])
                let engine = try #require(content.engine as? any QueryWritingEngine)
                _ = try? await engine.write(operation, toItemsOf: Novels.query().request)
                _ = try? await content.create(draft("After"), id: "b4")
            }
        }
        #expect(try await content.count(Novels.query()) == 2)
    }

    @Test("A cancelled transaction is rolled back, and the next writer goes on")
    func cancellation() async throws {
        let content = try await content()
        let (started, start) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await content.transaction { content in
                try await content.create(draft("Emma"), id: "b1")
                start.finish()
                while true {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        for await _ in started {}
        let waiting = Task { try await content.create(draft("Persuasion"), id: "b2") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = try await waiting.value
        #expect(try await content.fetch(Novels.query()).map(\.title) == ["Persuasion"])
    }

    @Test("An observed store reports what happens inside, and other engines refuse")
    func engines() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let log = OperationLog()
        try await ContentClient(engine: store.observed(by: log)).transaction { content in
            try await content.create(draft("Emma"))
            _ = try await content.count(Novels.query())
        }
        #expect(log.operations == ["write", "search"])
        let reader = ContentClient(engine: ReadingEngine(base: store))
        let error = await #expect(throws: UnsupportedError.self) { try await reader.transaction { _ in } }
        #expect(error.map { "\($0)" }?.contains("transactions") == true)
    }
}

/// An engine without transactions.
private struct ReadingEngine: ContentEngine {
    let base: Store

    var capabilities: EngineCapabilities { base.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await base.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }
    func validate(_ request: SearchRequest) throws { try base.validate(request) }
    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}

private final class OperationLog: RequestObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []

    var operations: [String] { lock.withLock { names } }

    func started(_ request: ObservedRequest) {}

    func finished(_ request: ObservedRequest, _ summary: RequestSummary) {
        lock.withLock { names.append(request.operation) }
    }

    func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {}
}
#endif
