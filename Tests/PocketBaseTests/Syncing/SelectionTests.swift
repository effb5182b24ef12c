import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireStore
import QuireSync
import Testing

/// Syncs of what a query selects, while records enter and leave the query.
@Suite("PocketBase: partial syncs", .serialized) struct SelectionTests {
    /// The titles that the query selects on the server, by id.
    private static func expected(_ server: NotesServer) async throws -> [String: String] {
        var titles: [String: String] = [:]
        var number = 1
        while true {
            let page = try await server.call(
                .get, "collections/notes/records?perPage=500&page=\(number)&filter=number%3E%3D100")
            let items = page.member("items")?.elements ?? []
            for item in items { titles[item.member("id")?.string ?? ""] = item.member("title")?.string ?? "" }
            guard items.count == 500 else { return titles }
            number += 1
        }
    }

    private static func selection(_ engine: PocketBaseEngine) -> SelectedContent {
        SelectedContent(of: engine)
            .selecting(Notes.query().where(\.number >= 100).sortMeta(by: \.updatedAt, .descending))
    }

    @Test("Records enter and leave the query by updates, and are created and deleted")
    func entering() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...700, "first")
        try await server.put(701...1_400, "first")
        let watched = WatchedTransport(server.transport)
        let device = try await NotesDevice(Self.selection(server.engine(transport: watched)))
        #expect(try await device.sync.sync(Notes.self).created == 1_301)
        #expect(watched.takeRequests().count == 2)
        #expect(try await device.titles() == Self.expected(server))

        for number in [5, 6] { try await server.update(number, "entered", 500) }
        for number in [700, 1_350] { try await server.update(number, "left", 1) }
        for number in [800, 50] { try await server.delete(number) }
        try await server.update(900, "second", 900)
        try await server.update(7, "outside", 7)
        try await server.create(2_000, "new", 2_000)
        try await server.create(2_001, "new outside", 3)
        let summary = try await device.sync.sync(Notes.self)
        #expect((summary.created, summary.deleted) == (3, 3))
        #expect(try await device.titles() == Self.expected(server))

        // Back again.
        try await server.update(700, "back", 700)
        try await server.update(5, "left again", 5)
        try await device.sync.sync(Notes.self)
        #expect(try await device.titles() == Self.expected(server))
        try await server.call(.delete, "collections/notes/truncate")
        #expect(try await device.sync.sync(Notes.self).deleted == 1_301)
    }

    @Test("A record that others change between two pages is not removed")
    func moving() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        for start in stride(from: 101, to: 2_600, by: 500) {
            try await server.put(start..<start + 500, "first")
        }
        let store = try await Store(.memory, modules: [Notes.descriptor])
        try await NotesDevice(Self.selection(server.engine()), store).sync.sync(Notes.self)
        let pages = Counter()
        let transport = InterleavedTransport(server.transport) { request in
            guard pages.next() > 1 else { return }
            // In the order of the query, it moves to the front: the first and the last by id.
            for number in [101, 102, 1_500, 2_599, 2_600] { try await server.update(number, "moved", 200) }
        }
        let device = NotesDevice(Self.selection(server.engine(transport: transport)), store)
        #expect(try await device.sync.sync(Notes.self).deleted == 0)
        #expect(try await device.titles().count == 2_500)
        try await NotesDevice(Self.selection(server.engine()), store).sync.sync(Notes.self)
        #expect(try await device.titles() == Self.expected(server))
    }

    @Test("A maximum keeps the query's order, and what falls out of it is removed")
    func maximum() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...60, "first")
        let watched = WatchedTransport(server.transport)
        let device = try await NotesDevice(
            SelectedContent(of: server.engine(transport: watched))
                .selecting(Notes.query().sort(by: \.number, .descending), maximum: 50))
        #expect(try await device.sync.sync(Notes.self).created == 50)
        #expect(watched.takeRequests().count == 1)
        try await server.update(3, "first now", 1_000)
        let summary = try await device.sync.sync(Notes.self)
        #expect((summary.created, summary.deleted) == (1, 1))
        #expect(try await Set(device.titles().keys) == Set(([3] + Array(12...60)).map(NotesServer.id)))
    }

    @Test("A revoked token removes nothing that a query selects")
    func revokedToken() async throws {
        let server = try await NotesServer.start(rule: "@request.auth.id != ''")
        defer { server.node.stop() }
        try await server.put(101...130, "mine")
        let token = HeldToken(try await server.signIn("ada"))
        let device = try await NotesDevice(Self.selection(server.engine(token)))
        #expect(try await device.sync.sync(Notes.self).created == 30)
        try await server.revokeTokens(of: "ada")
        await #expect(throws: PocketBaseError.self) { try await device.sync.sync(Notes.self) }
        #expect(try await device.titles().count == 30)
        token.set(server.token)
        try await server.update(101, "left", 1)
        #expect(try await device.sync.sync(Notes.self).deleted == 1)
        #expect(try await device.titles() == Self.expected(server))
    }
}
