import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireStore
import Seeds
import StoreCrashWriter
import Testing
import TransportDoubles

/// A first sync that was interrupted continues where it stopped.
@Suite("PocketBase: interrupted first syncs", .serialized) struct ResumingTests {
    /// Nobody writes while a sync reads, so nothing has to be read twice.
    private static let settings = PocketBaseSettings(syncs: .init(overlap: .zero))

    /// A server with some thousand notes.
    private static func server(_ count: Int, rule: String = "") async throws -> NotesServer {
        let server = try await NotesServer.start(rule: rule)
        for start in stride(from: 1, through: count, by: 1_000) {
            try await server.put(start...min(start + 999, count), "first")
        }
        return server
    }

    /// The requests for pages of whole records.
    private static func pages(_ requests: [String]) -> [String] {
        requests.filter { $0.contains("sort=id") && $0.contains("title") }
    }

    @Test("It reads only the pages that are left, and then what has changed and gone in between")
    func changes() async throws {
        let server = try await Self.server(5_200)
        defer { server.node.stop() }
        let store = try await Store(.memory, modules: [Notes.descriptor])
        let dying = DyingTransport(server.transport, after: 3, isHeard: false)
        let cut = NotesDevice(server.engine(nil, Self.settings, transport: dying), store)
        await #expect(throws: TransportError.self) { try await cut.sync.sync(Notes.self) }
        #expect(try await cut.titles().isEmpty)

        // In the pages that were read, and in those that were not.
        for number in [3, 999, 4_000] { try await server.update(number, "second") }
        for number in [1, 2_500, 5_000] { try await server.delete(number) }
        try await server.call(
            .post, "collections/notes/records",
            .of(["id": .string("a00000000000000"), "title": .string("before"), "number": .integer(1)]))
        try await server.create(6_000, "behind")

        let watched = WatchedTransport(server.transport)
        let device = NotesDevice(server.engine(nil, Self.settings, transport: watched), store)
        let summary = try await device.sync.sync(Notes.self)
        let requests = watched.takeRequests()
        #expect(summary.isFirst && summary.created == 5_199)
        #expect(try await device.titles() == server.titles())
        // Three of six pages, and the records that differ.
        #expect(Self.pages(requests).count == 5, "\(Self.pages(requests))")

        // Then it goes on as always.
        _ = watched.takeRequests()
        try await device.sync.sync(Notes.self)
        #expect(watched.takeRequests().count == 1)
        try await server.update(7, "third")
        #expect(try await device.sync.sync(Notes.self).updated == 1)
        #expect(try await device.titles() == server.titles())
    }

    @Test("A sync that ends after its last page and before its end has nothing to read again")
    func lastPage() async throws {
        let server = try await Self.server(2_000)
        defer { server.node.stop() }
        let store = try await Store(.memory, modules: [Notes.descriptor])
        // The third page is empty. The request after it fails.
        let cut = NotesDevice(
            server.engine(
                nil, Self.settings, transport: DyingTransport(server.transport, after: 3, isHeard: true)),
            store)
        await #expect(throws: TransportError.self) { try await cut.sync.sync(Notes.self) }
        let watched = WatchedTransport(server.transport)
        let device = NotesDevice(server.engine(nil, Self.settings, transport: watched), store)
        #expect(try await device.sync.sync(Notes.self).created == 2_000)
        #expect(Self.pages(watched.takeRequests()).filter { !$0.contains("updated%3E") }.count == 1)
        #expect(try await device.titles() == server.titles())
        try await server.update(7, "second")
        #expect(try await device.sync.sync(Notes.self).updated == 1)
        #expect(watched.takeRequests().count <= 2)
    }

    @Test("Another user starts from the beginning")
    func otherReader() async throws {
        let server = try await Self.server(2_100, rule: "number > 0")
        defer { server.node.stop() }
        let store = try await Store(.memory, modules: [Notes.descriptor])
        let ada = NotesDevice(
            server.engine(
                HeldToken(try await server.signIn("ada")),
                transport: DyingTransport(server.transport, after: 2, isHeard: false)), store)
        await #expect(throws: TransportError.self) { try await ada.sync.sync(Notes.self) }
        let watched = WatchedTransport(server.transport)
        let grace = NotesDevice(
            server.engine(HeldToken(try await server.signIn("grace")), transport: watched), store)
        #expect(try await grace.sync.sync(Notes.self).created == 2_100)
        #expect(watched.takeRequests().first.map { !$0.contains("id%3E") } ?? false)
        #expect(try await grace.titles() == server.titles())
    }

    @Test("Clearing the content also removes what was read")
    func cleared() async throws {
        let server = try await Self.server(2_100)
        defer { server.node.stop() }
        let store = try await Store(.memory, modules: [Notes.descriptor])
        let cut = NotesDevice(
            server.engine(
                nil, Self.settings, transport: DyingTransport(server.transport, after: 2, isHeard: false)),
            store)
        await #expect(throws: TransportError.self) { try await cut.sync.sync(Notes.self) }
        try await cut.sync.clear(Notes.self)
        let watched = WatchedTransport(server.transport)
        let device = NotesDevice(server.engine(nil, Self.settings, transport: watched), store)
        try await device.sync.sync(Notes.self)
        #expect(watched.takeRequests().first.map { !$0.contains("id%3E") } ?? false)
        #expect(try await device.titles() == server.titles())
    }

    @Test("A process that is killed at any request continues, while the server changes")
    func kills() async throws {
        let server = try await Self.server(6_000)
        defer { server.node.stop() }
        let file = server.node.folder.appendingPathComponent("pulled.sqlite").path
        var random = SeededGenerator(seed: Seed.current)
        func pull(killedAt moment: ChildProcess.Moment?) async throws -> ChildProcess.End {
            try await ChildProcess([
                try BuiltProducts.program("StoreCrashWriter").path, Mode.pull.rawValue, file,
                server.node.url.absoluteString, server.token,
            ]).end(killedAt: moment)
        }
        var kills = 0
        for round in 1...5 {
            let end = try await pull(
                killedAt: .init(
                    lines: Int.random(in: 2...5, using: &random),
                    microseconds: UInt32.random(in: 0...60_000, using: &random)))
            if end.wasKilled { kills += 1 }
            try await server.update(round * 500, "after run \(round)")
            try await server.delete(round * 700 + 1)
            try await server.create(10_000 + round, "new")
        }
        #expect(kills > 1)
        let end = try await pull(killedAt: nil)
        #expect(end.lines.last == "done", "\(end.errors)")
        let store = try await Store(.file(file), modules: [Notes.descriptor])
        let device = NotesDevice(server.engine(HeldToken(server.token)), store)
        #expect(try await device.titles() == server.titles())
        try await device.sync.sync(Notes.self)
        #expect(try await device.titles() == server.titles())
        await store.close()
    }
}
