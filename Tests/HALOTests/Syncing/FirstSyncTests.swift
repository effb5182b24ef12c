#if SQLite
import Foundation
import LoopbackServer
import Quire
import QuireSync
import QuireStore
import SampleModules
import Testing

/// Requests and stored content of successful syncs.
@Suite("Sync: requests and stored content", .timeLimit(.minutes(10)))
struct FirstSyncTests {
    @Test("A first sync makes two requests: everything from a cache, then the changes since")
    func twoSteps() async throws {
        let fixture = try await SyncFixture([
            Wire.sync(1_475_052_559_289, created: [Wire.book("1", "Emma"), Wire.book("2", "Persuasion")]),
            Wire.sync(
                1_475_052_600_000, created: [Wire.book("3", "Sanditon")],
                updated: [Wire.book("1", "Emma, revised")], deleted: ["2"]),
        ])
        defer { fixture.server.stop() }
        let summary = try await fixture.sync.sync(Books.self)

        #expect(
            fixture.bodies == [
                #"{"locale":"en-US","moduleName":"books"}"#,
                #"{"fromSync":1475052559289,"locale":"en-US","moduleName":"books"}"#,
            ])
        let requests = fixture.server.requests
        #expect(requests.map(\.method) == ["POST", "POST"])
        #expect(requests.map(\.target) == Array(repeating: "/api/generalcontent/instance/sync", count: 2))
        #expect(fixture.headers("to-cache") == ["86400", "-"])
        #expect(fixture.headers("cache-control") == ["-", "-"])
        #expect(fixture.headers("Content-Type") == ["application/json", "application/json"])

        #expect(summary.isFirst)
        #expect(summary.timestamp == Date(timeIntervalSince1970: 1_475_052_600))
        #expect(summary.counts == "+2 ~0 -0")
        #expect(summary.rejected.isEmpty)
        #expect(try await fixture.titles == ["1": "Emma, revised", "3": "Sanditon"])
        let found = try await ContentClient(engine: fixture.store).fetch(
            Books.query().where(\.title == "Sanditon" && \.age >= 7))
        #expect(found.map(\.id) == ["3"])
    }

    @Test("A later sync makes one request from the last response's timestamp, in another process too")
    func later() async throws {
        let folder = try TemporaryFolder()
        let first = try await Store(.file(folder.file()), schema: Library.self)
        let before = try await SyncFixture(
            [
                Wire.sync(1000, created: [Wire.book("1", "Emma"), Wire.book("2", "Persuasion")]),
                Wire.sync(2000),
            ],
            store: first)
        try await before.sync.sync(Books.self)
        before.server.stop()
        await first.close()

        let second = try await Store(.file(folder.file()), schema: Library.self)
        let after = try await SyncFixture(
            [
                Wire.sync(
                    3000, created: [Wire.book("3", "Sanditon")], updated: [Wire.book("1", "Emma, revised")],
                    deleted: ["2", "never-there"])
            ], store: second)
        defer { after.server.stop() }
        let summary = try await after.sync.sync(Books.self)
        #expect(after.bodies == [#"{"fromSync":2000,"locale":"en-US","moduleName":"books"}"#])
        #expect(after.headers("to-cache") == ["-"])
        #expect(summary.kind == .changes)
        #expect(summary.counts == "+1 ~1 -1")
        #expect(try await after.titles == ["1": "Emma, revised", "3": "Sanditon"])
    }

    @Test("A timestamp of 0 is valid")
    func zero() async throws {
        let fixture = try await SyncFixture([Wire.sync(0), Wire.sync(0), Wire.sync(0)])
        defer { fixture.server.stop() }
        try await fixture.sync.sync(Books.self)
        try await fixture.sync.sync(Books.self)
        let since = #"{"fromSync":0,"locale":"en-US","moduleName":"books"}"#
        #expect(fixture.bodies == [#"{"locale":"en-US","moduleName":"books"}"#, since, since])
    }

    @Test(
        "A module can be requested by id and without a locale; the caller sets the server's cache time"
    )
    func byID() async throws {
        let fixture = try await SyncFixture(
            [Wire.sync(1), Wire.sync(2)], locale: nil, settings: .init(serverCache: 60))
        defer { fixture.server.stop() }
        try await fixture.sync.sync(Books.self, moduleID: "571f0e")
        #expect(fixture.bodies == [#"{"moduleId":"571f0e"}"#, #"{"fromSync":1,"moduleId":"571f0e"}"#])
        #expect(fixture.headers("to-cache") == ["60", "-"])
    }

    @Test(
        "A range with a date outside 64-bit milliseconds is rejected before sending",
        arguments: [1e300, -1e300, .nan, .infinity, 1e16])
    func endlessRange(_ seconds: Double) async throws {
        let fixture = try await SyncFixture([])
        defer { fixture.server.stop() }
        let date = Date(timeIntervalSince1970: seconds)
        let start = await #expect(throws: QueryError.self) {
            try await fixture.sync.sync(Books.self, from: date)
        }
        #expect(start?.node == "fromSync")
        let end = await #expect(throws: QueryError.self) {
            try await fixture.sync.sync(Books.self, from: Date(timeIntervalSince1970: 0), to: date)
        }
        #expect(end?.node == "toSync")
        #expect(fixture.server.requests.isEmpty)
    }

    @Test("Syncing a range requests that range, and does not change the checkpoint")
    func range() async throws {
        let fixture = try await SyncFixture([
            Wire.sync(1000), Wire.sync(2000),
            Wire.sync(9000, updated: [Wire.book("1", "Emma")]), Wire.sync(3000),
        ])
        defer { fixture.server.stop() }
        try await fixture.sync.sync(Books.self)
        let summary = try await fixture.sync.sync(
            Books.self, from: Date(timeIntervalSince1970: 1_473_686_540),
            to: Date(timeIntervalSince1970: 1_475_046_170.088))
        try await fixture.sync.sync(Books.self)
        #expect(
            fixture.bodies.dropFirst(2) == [
                #"{"fromSync":1473686540000,"locale":"en-US","moduleName":"books","toSync":1475046170088}"#,
                #"{"fromSync":2000,"locale":"en-US","moduleName":"books"}"#,
            ])
        #expect(fixture.server.requests[2]["to-cache"] == nil)
        #expect(summary.kind == .range)
        #expect(summary.created == 1)
        #expect(try await fixture.titles == ["1": "Emma"])
        let error = await #expect(throws: SyncLocaleError.self) {
            try await fixture.sync.sync(
                Books.self, from: Date(timeIntervalSince1970: 0), locale: "fr")
        }
        #expect(error?.storedLocale == "en-US")
        #expect(fixture.bodies.count == 4)
    }

    @Test("Another locale requests everything and keeps nothing of the old one")
    func localeChange() async throws {
        let fixture = try await SyncFixture([
            Wire.sync(1000, created: [Wire.book("1", "Emma"), Wire.book("2", "Persuasion")]), Wire.sync(2000),
            Wire.sync(3000, created: [Wire.book("1", "Emma (fr)")]), Wire.sync(4000),
        ])
        defer { fixture.server.stop() }
        try await fixture.sync.sync(Books.self)
        let summary = try await fixture.sync.sync(Books.self, locale: "fr-FR")
        #expect(
            fixture.bodies.dropFirst(2) == [
                #"{"locale":"fr-FR","moduleName":"books"}"#,
                #"{"fromSync":3000,"locale":"fr-FR","moduleName":"books"}"#,
            ])
        #expect(fixture.server.requests[2]["to-cache"] == "86400")
        #expect(summary.kind == .newLocale)
        #expect(summary.counts == "+0 ~1 -1")
        #expect(try await fixture.titles == ["1": "Emma (fr)"])
        #expect(try await fixture.store.synced.syncState(of: "books")?.locale == "fr-FR")
    }

    @Test("An outdated copy from the first step's cache does not survive the second step")
    func staleCache() async throws {
        let fixture = try await SyncFixture([
            Wire.sync(
                1000,
                created: [Wire.book("1", "Old", updatedAt: 900), Wire.book("2", "Gone", updatedAt: 900)]),
            Wire.sync(5000, updated: [Wire.book("1", "New", updatedAt: 4000)], deleted: ["2"]),
        ])
        defer { fixture.server.stop() }
        try await fixture.store.upsert([
            Book(id: "1", values: .init(title: "Bundled", age: 1)),
            Book(id: "9", values: .init(title: "No longer on the server", age: 1)),
        ])
        let summary = try await fixture.sync.sync(Books.self)
        #expect(try await fixture.titles == ["1": "New"])
        #expect(summary.counts == "+0 ~1 -1")
    }

    @Test("Another module of the same name is requested completely, without caches, and replaces the old one")
    func newModule() async throws {
        let fixture = try await SyncFixture([
            Wire.sync(1000, created: [Wire.book("1", "Emma"), Wire.book("2", "Persuasion")]), Wire.sync(2000),
            Wire.sync(3000, created: [Wire.book("3", "Sanditon", module: "m2")]),
            Wire.sync(4000, created: [Wire.book("3", "Sanditon", module: "m2")]), Wire.sync(5000),
        ])
        defer { fixture.server.stop() }
        try await fixture.sync.sync(Books.self)
        let summary = try await fixture.sync.sync(Books.self)
        #expect(
            fixture.bodies.dropFirst(2) == [
                #"{"fromSync":2000,"locale":"en-US","moduleName":"books"}"#,
                #"{"locale":"en-US","moduleName":"books"}"#,
                #"{"fromSync":4000,"locale":"en-US","moduleName":"books"}"#,
            ])
        #expect(fixture.headers("cache-control") == ["-", "-", "-", "no-cache", "-"])
        #expect(fixture.headers("to-cache") == ["86400", "-", "-", "86400", "-"])
        #expect(summary.kind == .newModule)
        #expect(summary.counts == "+1 ~0 -2")
        #expect(try await fixture.titles == ["3": "Sanditon"])
        #expect(try await fixture.store.synced.syncState(of: "books")?.moduleID == "m2")
    }

    @Test("A cached response of a module that has been replaced is bypassed once")
    func staleModuleInCache() async throws {
        let fixture = try await SyncFixture([
            Wire.sync(1000, created: [Wire.book("1", "Emma")]),
            Wire.sync(2000, created: [Wire.book("3", "Sanditon", module: "m2")]),
            Wire.sync(3000, created: [Wire.book("3", "Sanditon", module: "m2")]),
            Wire.sync(4000, created: [Wire.book("4", "Odd", module: "m3")]),
        ])
        defer { fixture.server.stop() }
        let summary = try await fixture.sync.sync(Books.self)
        #expect(fixture.headers("cache-control") == ["-", "-", "no-cache", "-"])
        #expect(summary.kind == .first)
        #expect(try await fixture.titles == ["3": "Sanditon", "4": "Odd"])
        #expect(try await fixture.store.synced.syncState(of: "books")?.moduleID == nil)
    }
}
#endif
