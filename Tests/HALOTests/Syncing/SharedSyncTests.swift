#if SQLite
import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireStore
import SampleModules
import Testing
import TransportDoubles

@testable import QuireSync
@testable import QuireToolbox

/// Several callers, several modules, listeners, the log.
@Suite("Sync: concurrent callers", .timeLimit(.minutes(10)))
struct SharedSyncTests {
    /// A server that holds every response until the gate is opened, and a sync from it.
    private func held(
        _ gate: Gate, _ replies: [Reply]
    ) async throws -> (server: LoopbackServer, sync: ContentSync, store: Store) {
        let responses = Answers(replies)
        let server = try LoopbackServer { _ in
            gate.wait()
            return responses.next()
        }
        let store = try await Store(.memory, schema: Library.self)
        let engine = HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900), retries: .never))
        return (server, ContentSync(from: engine, into: store, locale: "en-US"), store)
    }

    private static let first = [
        Wire.sync(1000, created: [Wire.book("1", "Emma")]), Wire.sync(2000),
    ]

    @Test("Concurrent calls for the same content share one sync")
    func joins() async throws {
        let gate = Gate()
        let (server, sync, store) = try await held(gate, Self.first)
        defer {
            gate.open()
            server.stop()
        }
        let events = sync.events(of: Books.self)
        let callers = (1...20).map { _ in Task { try await sync.sync(Books.self) } }
        try await eventually { await sync.flights.waiterCount == 20 }
        gate.open()
        var summaries: Set<SyncSummary> = []
        for caller in callers { summaries.insert(try await caller.value) }
        #expect(summaries.count == 1)
        #expect(server.requestCount == 2)
        #expect(try await store.count(Books.self) == 1)
        // One event for all of them; the next belongs to the next sync.
        var iterator = events.makeAsyncIterator()
        #expect(try await iterator.next()?.summary.isFirst == true)
        await #expect(throws: HALOError.self) { try await sync.sync(Books.self) }
        let failure = await iterator.next()
        #expect(throws: HALOError.self) { try failure?.summary }
    }

    @Test("A cancelled caller does not affect the others")
    func oneLeaves() async throws {
        let gate = Gate()
        let (server, sync, store) = try await held(gate, Self.first)
        defer {
            gate.open()
            server.stop()
        }
        let leaving = Task { try await sync.sync(Books.self) }
        let staying = Task { try await sync.sync(Books.self) }
        try await eventually { await sync.flights.waiterCount == 2 }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.open()
        #expect(try await staying.value.created == 1)
        #expect(try await store.count(Books.self) == 1)
    }

    @Test(
        "Cancelling the last caller cancels the sync, nothing is stored, and the next one starts from the beginning"
    )
    func lastLeaves() async throws {
        let gate = Gate()
        let (server, sync, store) = try await held(gate, Self.first + Self.first)
        defer {
            gate.open()
            server.stop()
        }
        let callers = (1...3).map { _ in Task { try await sync.sync(Books.self) } }
        try await eventually { await sync.flights.waiterCount == 3 && server.requestCount == 1 }
        for caller in callers { caller.cancel() }
        for caller in callers {
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
        try await eventually { await sync.flights.isIdle }
        #expect(try await store.synced.syncState(of: "books") == nil)
        #expect(server.requestCount == 1)
        gate.open()
        #expect(try await sync.sync(Books.self).isFirst)
        #expect(try await store.synced.syncState(of: "books") != nil)
    }

    @Test("Syncs of one module in two locales run one after the other")
    func otherOptions() async throws {
        let gate = Gate()
        let (server, sync, _) = try await held(
            gate, Self.first + [Wire.sync(3000, created: [Wire.book("1", "Emma (fr)")]), Wire.sync(4000)])
        defer {
            gate.open()
            server.stop()
        }
        let english = Task { try await sync.sync(Books.self) }
        try await eventually { await sync.flights.waiterCount == 1 }
        let french = Task { try await sync.sync(Books.self, locale: "fr") }
        try await eventually { await sync.flights.waiterCount == 2 && server.requestCount == 1 }
        gate.open()
        #expect(try await english.value.kind == .first)
        #expect(try await french.value.kind == .newLocale)
        #expect(
            server.requests.map(\.text) == [
                #"{"locale":"en-US","moduleName":"books"}"#,
                #"{"fromSync":1000,"locale":"en-US","moduleName":"books"}"#,
                #"{"locale":"fr","moduleName":"books"}"#,
                #"{"fromSync":3000,"locale":"fr","moduleName":"books"}"#,
            ])
    }

    @Test("All modules are synced, and a failing one does not stop the others")
    func all() async throws {
        let server = try LoopbackServer { request in
            request.text.contains("authors") ? .json("{}", status: 500) : Wire.sync(1000)
        }
        defer { server.stop() }
        let store = try await Store(.memory, schema: Library.self)
        let engine = HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900), retries: .never))
        let sync = ContentSync(from: engine, into: store)
        let events = sync.events()
        let results = try await sync.syncAll()
        #expect(results.map(\.module) == ["authors", "books", "publishers"])
        #expect(throws: HALOError.self) { try results[0].summary }
        #expect(try results[1].summary.isFirst)
        #expect(try await store.synced.syncState(of: "publishers") != nil)
        #expect(try await store.synced.syncState(of: "authors") == nil)
        var told: Set<String> = []
        for await event in events where told.insert(event.module).inserted && told.count == 3 { break }
        #expect(told == ["authors", "books", "publishers"])
    }

    @Test("A listener that stops is removed; many may listen, and a slow one gets the newest sixteen events")
    func listeners() async throws {
        let server = try LoopbackServer { _ in Wire.sync(1000) }
        defer { server.stop() }
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(
            from: HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))), into: store)
        let slow = sync.events(of: Books.self)
        let leaving = Task { for await _ in sync.events(of: Books.self) {} }
        try await eventually { sync.listeners.count == 2 }
        leaving.cancel()
        await leaving.value
        #expect(sync.listeners.count == 1)
        for _ in 1...20 { try await sync.sync(Books.self) }
        var kinds: [SyncKind] = []
        for await event in slow {
            kinds.append(try event.summary.kind)
            if kinds.count == 16 { break }
        }
        // The first sync was the first of the four that were dropped.
        #expect(kinds == Array(repeating: .changes, count: 16))
    }

    @Test("The log has an entry for each sync, newest first, and a limit; clearing it keeps the content")
    func log() async throws {
        let moments = Moments()
        let server = try LoopbackServer { request in
            Wire.sync(1000, updated: request.text.contains("fromSync") ? [Wire.book("1", "Emma")] : [])
        }
        defer { server.stop() }
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(
            from: HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))),
            into: store.synced,
            locale: "en-US",
            settings: .init(logLimit: 3), now: moments.next)
        for _ in 1...5 { try await sync.sync(Books.self) }
        try await sync.sync(Authors.self, locale: "fr")
        let log = try await sync.log(of: Books.self)
        #expect(log.map { $0.date.timeIntervalSince1970 } == [5, 4, 3])
        #expect(
            log.first
                == SyncLogEntry(
                    module: "books", date: Date(timeIntervalSince1970: 5), locale: "en-US", kind: .changes,
                    created: 0, updated: 1, deleted: 0, rejected: 0))
        #expect(try await sync.log().map(\.module) == ["authors", "books", "books", "books"])
        try await sync.clearLog(of: Books.self)
        #expect(try await sync.log().map(\.locale) == ["fr"])
        #expect(try await store.count(Books.self) == 1)
    }

    @Test("A cleared module is empty, and its next sync is a first one; others are unchanged")
    func clear() async throws {
        let server = try LoopbackServer { request in
            Wire.sync(1000, created: request.text.contains("books") ? [Wire.book("1", "Emma")] : [])
        }
        defer { server.stop() }
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(
            from: HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))), into: store)
        try await sync.sync(Books.self)
        try await sync.sync(Authors.self)
        try await sync.clear(Books.self)
        #expect(try await store.count(Books.self) == 0)
        #expect(try await sync.sync(Authors.self).kind == .changes)
        #expect(try await sync.sync(Books.self).isFirst)
        #expect(try await store.count(Books.self) == 1)
    }
}

/// 1, 2, 3 … seconds after 1970.
private final class Moments: @unchecked Sendable {
    private let lock = NSLock()
    private var seconds = 0.0

    var next: @Sendable () -> Date {
        {
            self.lock.withLock {
                self.seconds += 1
                return Date(timeIntervalSince1970: self.seconds)
            }
        }
    }
}
#endif
