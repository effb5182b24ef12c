import Foundation
import Quire
import QuireHTTP
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Searches issued at the same time are sent as one request.
@Suite struct BatchedEngineTests {
    @Test("Searches of two modules are one call, and each reads its own items")
    func oneCall() async throws {
        let desk = await Desk()
        let books = desk.books(Books.query().sort(by: \.title))
        try await desk.untilWaiting(1)
        let songs = desk.songs()
        try await desk.send(2)
        #expect(try await books.value == ["Emma", "Moby Dick, the whale", "Whale song"])
        #expect(try await songs.value == ["La mer"])
        #expect(await desk.asked == [["books", "songs"]])
        #expect(await desk.engine.searches == 0)
        #expect(desk.batched.waitingCallers == 0)
        #expect(desk.clock.snapshot.begun == 1)
    }

    @Test("A search after the window opens a new batch")
    func nextWindow() async throws {
        let desk = await Desk()
        let first = desk.books()
        try await desk.send(1)
        _ = try await first.value
        let second = desk.songs()
        try await desk.send(1)
        _ = try await second.value
        #expect(await desk.asked == [["books"], ["songs"]])
    }

    @Test("Requests of one caller stay together and in order, with all their settings")
    func severalRequests() async throws {
        let desk = await Desk()
        let requests = [
            Books.query().facet(\.tags).page(1, size: 1).request, Books.query().where(\.age > 12).request,
        ]
        let fetch = Task { [content = desk.content] in
            try await content.responses(to: requests, of: Books.self)
        }
        try await desk.untilWaiting(1)
        let songs = desk.songs()
        try await desk.send(2)
        let responses = try await fetch.value
        _ = try await songs.value
        #expect(responses.map(\.pageInfo.totalItems) == [3, 1])
        #expect(responses.first?.facets.first?.counts.count == 3)
        #expect(responses.last?.items.map(\.title) == ["Moby Dick, the whale"])
        #expect(await desk.asked == [["books", "books", "songs"]])
        let direct = try await desk.engine.memory.search(requests, decoding: .content(of: Books.self))
        #expect(direct.map(\.facets) == responses.map(\.facets))
        #expect(direct.map(\.pageInfo) == responses.map(\.pageInfo))
    }

    // MARK: - Cancellation

    @Test("A search that is cancelled while it waits is not sent; the others are")
    func leavesBeforeSending() async throws {
        let desk = await Desk()
        let books = desk.books()
        let songs = desk.songs()
        try await desk.untilWaiting(2)
        books.cancel()
        await #expect(throws: CancellationError.self) { try await books.value }
        try await desk.send(1)
        #expect(try await songs.value == ["La mer"])
        #expect(await desk.asked == [["songs"]])
    }

    @Test(
        "Cancelling one search in flight does not affect the shared call; cancelling the last one cancels it")
    func leavesOnTheWay() async throws {
        let desk = await Desk()
        await desk.engine.fail(.silence)
        let books = desk.books()
        let songs = desk.songs()
        try await desk.send(2)
        while await desk.engine.batches.isEmpty { await Task.yield() }
        books.cancel()
        await #expect(throws: CancellationError.self) { try await books.value }
        #expect(await desk.engine.cancellations == 0)
        #expect(desk.batched.waitingCallers == 1)
        songs.cancel()
        await #expect(throws: CancellationError.self) { try await songs.value }
        while await desk.engine.cancellations == 0 { await Task.yield() }
        #expect(await desk.asked.count == 1)
    }

    @Test("If all requests are cancelled before the window ends, nothing is sent")
    func allLeave() async throws {
        let desk = await Desk()
        let books = desk.books()
        try await desk.untilWaiting(1)
        await desk.clock.untilSleeping(1)
        books.cancel()
        await #expect(throws: CancellationError.self) { try await books.value }
        await desk.clock.untilSleeping(0)
        let songs = desk.songs()
        try await desk.send(1)
        #expect(try await songs.value == ["La mer"])
        #expect(await desk.asked == [["songs"]])
    }

    @Test("A task that is already cancelled sends nothing")
    func cancelledBefore() async throws {
        let desk = await Desk()
        let task = Task { [batched = desk.batched] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await batched.search([Books.query().request], decoding: .content(of: Books.self))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(desk.clock.snapshot.begun == 0)
    }

    // MARK: - Failures

    @Test("An outage affects all requests, and none is repeated")
    func outage() async throws {
        let desk = await Desk()
        await desk.engine.fail(.error(Shop.outage))
        let books = desk.books()
        let songs = desk.songs()
        try await desk.send(2)
        await #expect(throws: TransportError.self) { try await books.value }
        await #expect(throws: TransportError.self) { try await songs.value }
        #expect(await desk.asked.count == 1)
    }

    @Test("A search with its own error fails without affecting the others")
    func oneRefused() async throws {
        let desk = await Desk()
        let cursor = Cursor(token: "not one of ours")
        let books = desk.books(Books.query().page(.cursor(cursor, limit: 2)))
        try await desk.untilWaiting(1)
        let songs = desk.songs()
        try await desk.send(2)
        await #expect(throws: QueryError.self) { try await books.value }
        #expect(try await songs.value == ["La mer"])
        #expect(await desk.asked == [["books", "songs"]])
    }

    @Test("If the engine rejects a batch because of one request, each is sent separately")
    func askedSingly() async throws {
        let desk = await Desk()
        await desk.engine.fail(.refusing(module: "books", Shop.refusal))
        let books = desk.books()
        try await desk.untilWaiting(1)
        let songs = desk.songs()
        try await desk.send(2)
        await #expect(throws: UnsupportedError.self) { try await books.value }
        #expect(try await songs.value == ["La mer"])
        let asked = await desk.asked
        #expect(asked.first == ["books", "songs"])
        #expect(Set(asked.dropFirst()) == [["books"], ["songs"]])
        #expect(asked.count == 3)
    }

    @Test("A single rejected request is not repeated")
    func oneCallerRefused() async throws {
        let desk = await Desk()
        await desk.engine.fail(.error(Shop.refusal))
        let books = desk.books()
        try await desk.send(1)
        await #expect(throws: UnsupportedError.self) { try await books.value }
        #expect(await desk.asked.count == 1)
    }

    @Test("A wrong number of responses is an error for all, not a crash", arguments: [0, 1, 3])
    func wrongCount(_ count: Int) async throws {
        let desk = await Desk()
        await desk.engine.fail(.responses(count))
        let books = desk.books()
        let songs = desk.songs()
        try await desk.send(2)
        for result in [await books.result, await songs.result] {
            let error = #expect(throws: ResponseCountError.self) { try result.get() }
            #expect(error?.requested == 2 && error?.returned == count)
        }
        #expect(await desk.asked.count == 1)
    }

    @Test("An invalid item fails only its own search")
    func decoding() async throws {
        let desk = await Desk()
        await desk.engine.memory.add(
            [try JSONValue(parsing: Data(#"{"id":"x","values":{"age":"old"}}"#.utf8))], to: Books.descriptor)
        let books = desk.books()
        let songs = desk.songs()
        try await desk.send(2)
        await #expect(throws: ContentDecodingError.self) { try await books.value }
        #expect(try await songs.value == ["La mer"])
    }

    // MARK: - Many

    @Test("A thousand searches at random moments, half of them cancelled, each end with their own response")
    func storm() async throws {
        let watchdog = Watchdog(seconds: 900, "the batching storm")
        defer { watchdog.stop() }
        let memory = InMemoryEngine()
        await memory.add(
            Books.self,
            (0..<100).map { Book(id: ContentID("\($0)"), values: .init(title: "book \($0)", age: $0)) })
        await memory.add(
            Songs.self,
            (0..<100).map { Song(id: ContentID("\($0)"), values: .init(title: "song \($0)")) })
        let engine = BatchingDouble(memory)
        let batched = BatchedEngine(engine, window: .microseconds(500))
        var random = SeededGenerator(seed: 4711)
        let content = ContentClient(engine: batched)
        var tasks: [(Int, Bool, Task<String?, any Error>)] = []
        for _ in 0..<1000 {
            let number = Int.random(in: 0..<100, using: &random)
            let isCancelled = Bool.random(using: &random)
            let task =
                Bool.random(using: &random)
                ? Task { try await content.first(Books.query().where(\.age == number))?.title }
                : Task {
                    try await content.first(Songs.query().where(\.title == "song \(number)"))?.title
                }
            tasks.append((number, isCancelled, task))
            if Int.random(in: 0..<4, using: &random) == 0 { try await Task.sleep(for: .microseconds(200)) }
            if isCancelled { task.cancel() }
        }
        var answered = 0
        for (number, isCancelled, task) in tasks {
            switch await task.result {
            case .success(let text):
                answered += 1
                #expect(text?.hasSuffix(" \(number)") == true)
            case .failure(let error): #expect(isCancelled && error is CancellationError)
            }
        }
        #expect(answered >= tasks.count { !$0.1 })
        #expect(batched.waitingCallers == 0)
        let calls = await engine.batches.count
        #expect(calls < answered, "\(calls) calls for \(answered) searches")
    }
}
