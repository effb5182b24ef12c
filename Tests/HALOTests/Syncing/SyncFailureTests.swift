#if SQLite
import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireSync
import QuireStore
import SampleModules
import Testing
import TransportDoubles

/// Failed syncs: readers see the previous content, and the next sync resumes from the last successful one.
@Suite("Sync: failures", .timeLimit(.minutes(10)))
struct SyncFailureTests {
    private static let good = Wire.sync(
        3000, created: [Wire.book("3", "Sanditon")], updated: [Wire.book("1", "Changed")], deleted: ["2"])

    private func synced(_ settings: ContentSync.Settings = .init()) async throws -> SyncFixture {
        let fixture = try await SyncFixture(
            [
                Wire.sync(1000, created: [Wire.book("1", "Emma"), Wire.book("2", "Persuasion")]),
                Wire.sync(2000),
            ], settings: settings)
        try await fixture.sync.sync(Books.self)
        return fixture
    }

    private static let broken: [Reply] = [
        .json(#"{"error":{"message":"Down","type":"HaloError"}}"#, status: 500),
        .json(#"{"error":{"message":"Down","type":"HaloError"}}"#),
        .json("[]"), .json("{}"), .json(""),
        .failing(.closeAfterHeaders, body: good.body), .failing(.truncate(after: 40), body: good.body),
        .json(#"{"syncTimestamp":3000,"created":[{"id":"9","values":{"title":"#),
    ]

    @Test("A later sync that fails changes nothing", arguments: broken.indices)
    func later(_ index: Int) async throws {
        let fixture = try await synced()
        defer { fixture.server.stop() }
        let before = try await fixture.content
        fixture.responses.append(Self.broken[index], Self.good)
        await #expect(throws: (any Error).self) { try await fixture.sync.sync(Books.self) }
        #expect(try await fixture.content == before)
        try await fixture.sync.sync(Books.self)
        let body = #"{"fromSync":2000,"locale":"en-US","moduleName":"books"}"#
        #expect(Array(fixture.bodies.suffix(2)) == [body, body])
        #expect(try await fixture.titles == ["1": "Changed", "3": "Sanditon"])
    }

    @Test(
        "A change of locale that fails in either step changes nothing", arguments: broken.indices)
    func locale(_ index: Int) async throws {
        let fixture = try await synced()
        defer { fixture.server.stop() }
        let before = try await fixture.content
        fixture.responses.append(Self.broken[index], Self.good, Self.broken[index])
        for _ in 1...2 {
            await #expect(throws: (any Error).self) {
                try await fixture.sync.sync(Books.self, locale: "fr-FR")
            }
            #expect(try await fixture.content == before)
        }
        #expect(fixture.bodies.last == #"{"fromSync":3000,"locale":"fr-FR","moduleName":"books"}"#)
    }

    @Test("A strict sync throws for an invalid instance, and changes nothing")
    func strict() async throws {
        let fixture = try await synced(.init(mode: .strict))
        defer { fixture.server.stop() }
        let before = try await fixture.content
        for bad in [Wire.book("4", "Bad", age: #""old""#), "null", #"{"values":{}}"#] {
            fixture.responses.append(
                Wire.sync(3000, created: [Wire.book("3", "Sanditon")], updated: [bad], deleted: ["2"]))
            let error = await #expect(throws: ContentDecodingError.self) {
                try await fixture.sync.sync(Books.self)
            }
            #expect(error?.module == "books")
            #expect(try await fixture.content == before)
        }
        fixture.responses.append(.json(#"{"syncTimestamp":3000,"deleted":[{}]}"#))
        let error = await #expect(throws: ContentDecodingError.self) {
            try await fixture.sync.sync(Books.self)
        }
        #expect(error?.path == "deleted[0].id")
    }

    @Test("A strict change of locale that fails during the write restores the old content")
    func strictLocale() async throws {
        let fixture = try await synced(.init(mode: .strict))
        defer { fixture.server.stop() }
        let before = try await fixture.content
        fixture.responses.append(
            Wire.sync(3000, created: [Wire.book("1", "Emma (fr)")]), Wire.sync(4000, updated: ["null"]))
        await #expect(throws: ContentDecodingError.self) {
            try await fixture.sync.sync(Books.self, locale: "fr-FR")
        }
        #expect(try await fixture.content == before)
    }

    @Test("A sync that is cancelled during the write changes nothing")
    func cancelledWriting() async throws {
        let fixture = try await synced()
        defer { fixture.server.stop() }
        let before = try await fixture.content
        let store = fixture.store
        let expected = try await store.synced.syncState(of: "books")
        var changes = ChangeSet(timestamp: Date(timeIntervalSince1970: 9))
        changes.updated = (0..<1000).map {
            ChangedInstance(json: Data(Wire.book("\($0)", "New").utf8), id: "\($0)")
        }
        let update = SyncUpdate(
            module: "books", changes: [changes], kind: .newLocale, expected: expected, state: nil)
        let running = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.synced.apply(update)
        }
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(try await fixture.content == before)
        #expect(try await store.synced.apply(update).created == 998)
    }

    @Test("A lenient sync stores the valid parts of such an instance, reports the rest, and continues")
    func lenient() async throws {
        let fixture = try await synced()
        defer { fixture.server.stop() }
        let bad =
            #"{"id":"4","values":{"title":"Half","age":5,"price":1,"active":true,"rank":"high","tags":["a"]}}"#
        fixture.responses.append(
            Wire.sync(3000, created: ["7", bad, Wire.book("3", "Sanditon")]), Wire.sync(4000))
        let summary = try await fixture.sync.sync(Books.self)
        #expect(summary.rejected.map(\.id) == [nil, "4"])
        #expect(summary.rejected.map(\.path) == ["", "values.rank"])
        #expect(summary.counts == "+2 ~0 -0")
        #expect(
            try await fixture.titles
                == ["1": "Emma", "2": "Persuasion", "3": "Sanditon", "4": "Half"])
        let half = try await ContentClient(engine: fixture.store).first(Books.query().ids(["4"]))
        #expect(half?.rank == nil)
        #expect(half?.tags == ["a"])
        #expect(try await fixture.sync.log(of: Books.self).first?.rejected == 2)
        try await fixture.sync.sync(Books.self)
        #expect(fixture.bodies.last == #"{"fromSync":3000,"locale":"en-US","moduleName":"books"}"#)
    }

    @Test(
        "If another sync or a clearing has stored something in the meantime, the sync is repeated, not overwritten"
    )
    func overtaken() async throws {
        let gate = Gate()
        let first = Answers([
            Wire.sync(1000, created: [Wire.book("1", "Old")]), Wire.sync(2000),
            Wire.sync(6000, created: [Wire.book("2", "Since")]),
        ])
        let slow = try LoopbackServer { request in
            if request.text.contains(#""fromSync":1000"#) { gate.wait() }
            return first.next()
        }
        let fixture = try await SyncFixture([
            Wire.sync(4000, created: [Wire.book("1", "New")]), Wire.sync(5000),
        ])
        defer {
            gate.open()
            slow.stop()
            fixture.server.stop()
        }
        let late = ContentSync(from: HALOEngine(baseURL: slow.url), into: fixture.store, locale: "en-US")
        let running = Task { try await late.sync(Books.self) }
        try await eventually { slow.requestCount == 2 }
        try await fixture.sync.sync(Books.self)
        gate.open()
        let summary = try await running.value
        #expect(slow.requests.last?.text == #"{"fromSync":5000,"locale":"en-US","moduleName":"books"}"#)
        #expect(summary.kind == .changes)
        #expect(try await fixture.titles == ["1": "New", "2": "Since"])
    }

    @Test("A module that the store does not have is rejected before sending")
    func unknownModule() async throws {
        let fixture = try await SyncFixture([])
        defer { fixture.server.stop() }
        let error = await #expect(throws: StoreError.self) { try await fixture.sync.sync("films") }
        #expect(error?.code == .unknownModule)
        #expect(fixture.bodies.isEmpty)
    }
}
#endif
