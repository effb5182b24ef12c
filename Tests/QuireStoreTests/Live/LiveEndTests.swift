#if SQLite
import Foundation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing

import QuireEngine
import QuireStore

@Suite("Live queries: how they end, and what cannot be live", .timeLimit(.minutes(60)))
struct LiveEndTests {
    @Test(
        "Leaving the loop, dropping the iterator and cancelling the task leave nothing behind",
        arguments: LivePlace.allCases)
    func cleaning(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            for try await _ in content.live(Titles.query()) { break }
            #expect(engine.liveQueryCount == 0)
            var iterator: LiveResults<Page<Content<Titles>>>.Iterator? =
                content.live(Titles.query()).makeAsyncIterator()
            _ = try await iterator?.next()
            #expect(engine.liveQueryCount == 1)
            #expect((engine as? Store)?.followsOtherWriters != (place == .memoryStore))
            iterator = nil
            #expect(engine.liveQueryCount == 0)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for try await _ in content.live(Titles.query()) { start.yield() }
            }
            for await _ in started { break }
            #expect(engine.liveQueryCount == 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(engine.liveQueryCount == 0)
            #expect((engine as? Store)?.followsOtherWriters != true)
        }
    }

    @Test("An error of the query ends the loop, and the iterator returns nothing after it")
    func failing() async throws {
        let engine = InMemoryEngine()
        let content = ContentClient(engine: engine)
        var pages = content.live(Titles.query()).makeAsyncIterator()
        _ = try await pages.next()
        await engine.failNext(with: URLError(.timedOut))
        await engine.add(Titles.self, [])
        await engine.removeAll()
        await #expect(throws: URLError.self) { _ = try await pages.next() }
        #expect(try await pages.next() == nil)
        #expect(engine.liveQueryCount == 0)
    }

    @Test("An engine that does not report its commits refuses before any I/O and names the interval")
    func refusing() async throws {
        let base = InMemoryEngine()
        var pages = ContentClient(engine: SearchOnly(base: base)).live(Titles.query()).makeAsyncIterator()
        await #expect {
            _ = try await pages.next()
        } throws: { error in
            (error as? UnsupportedError)?.hint.contains("live(query, every: .seconds(30))") == true
        }
        #expect(await base.requests.isEmpty)
    }

    @Test("With an interval, any engine is asked again, and only changed results come")
    func polling() async throws {
        let base = InMemoryEngine()
        var results = ContentClient(engine: SearchOnly(base: base)).live(
            Titles.query(), every: .seconds(30))
        let pauses = Pauses()
        results.setPause { duration in
            #expect(duration == .seconds(30))
            // The content changes during the third pause.
            if await pauses.next() == 3 { await base.add(Titles.self, [Titles.item("b1", "Emma")]) }
        }
        var pages = results.makeAsyncIterator()
        #expect(try await pages.next()?.count == 0)
        #expect(try await pages.next()?.map(\.title) == ["Emma"])
        #expect(await pauses.count == 3)
        #expect(await base.requests.count == 4)
    }

    @Test("An interval of zero, or a negative one, still pauses between two requests")
    func noInterval() async throws {
        let base = InMemoryEngine()
        for interval in [Duration.zero, .seconds(-1)] {
            var results = ContentClient(engine: SearchOnly(base: base)).live(Titles.query(), every: interval)
            results.setPause { duration in
                #expect(duration == .milliseconds(1))
                throw CancellationError()
            }
            var pages = results.makeAsyncIterator()
            _ = try await pages.next()
            await #expect(throws: CancellationError.self) { _ = try await pages.next() }
        }
    }

    private actor Pauses {
        var count = 0

        func next() -> Int {
            count += 1
            return count
        }
    }

    @Test(
        "A live query inside a live query is refused, and the outer client too where it would wait for itself"
    )
    func nesting() async throws {
        let content = ContentClient(engine: try await Store(.memory, modules: Titles.library))
        var nested = content.live { content in
            var counts = content.live { try await $0.count(Titles.query()) }.makeAsyncIterator()
            return try await counts.next() ?? -1
        }.makeAsyncIterator()
        await #expect(throws: UnsupportedError.self) { _ = try await nested.next() }
        var outer = content.live { _ in try await content.count(Titles.query()) }.makeAsyncIterator()
        await #expect { _ = try await outer.next() } throws: { ($0 as? StoreError)?.code == .transaction }
    }

    @Test("Inside a transaction there are no live queries")
    func transactions() async throws {
        let store = try await Store(.memory, modules: Titles.library)
        try await ContentClient(engine: store).transaction { content in
            #expect(!content.engine.capabilities.liveQueries)
            var pages = content.live(Titles.query()).makeAsyncIterator()
            await #expect(throws: UnsupportedError.self) { _ = try await pages.next() }
        }
    }

    @Test("Wrapped engines are live where their store is")
    func wrappers() async throws {
        let store = try await Store(.memory, modules: Titles.library)
        let remote = InMemoryEngine()
        let outbox = try await remote.outbox(in: store)
        let mirrored = SearchOnly(base: remote).mirrored(by: store)
        let clients = [
            ContentClient(engine: outbox.engine), ContentClient(engine: mirrored),
            ContentClient(engine: store.observed(by: SearchCounter())),
        ]
        for (number, content) in clients.enumerated() {
            #expect(content.engine.capabilities.liveQueries)
            var pages = content.live(Titles.query()).makeAsyncIterator()
            let first = try #require(try await pages.next())
            #expect(first.count == number)
            #expect(first.isLocal == (number == 1))
            try await ContentClient(engine: store).create(
                Titles.draft("T\(number)"), id: ContentID("b\(number)"))
            #expect(try await pages.next()?.count == number + 1)
        }
        var batched = ContentClient(engine: BatchedEngine(remote)).live(Titles.query()).makeAsyncIterator()
        #expect(try await batched.next()?.count == 0)
    }
}

extension Titles {
    static func item(_ id: ContentID<Titles>, _ title: String) -> Content<Titles> {
        Content(id: id, values: .init(title: title, age: 1, price: 1, active: true))
    }
}
#endif
