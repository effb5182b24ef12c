import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireStore
import QuireSync
import Testing

/// Syncs from the real server into a store.
@Suite("PocketBase: syncs", .serialized) struct SyncTests {
    private static let seldom = PocketBaseSyncSettings(overlap: .seconds(15), comparison: .seconds(1_000_000))

    @Test("New, changed and deleted records arrive, and a pull of no change is one request")
    func changes() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        let watched = WatchedTransport(server.transport)
        let device = try await NotesDevice(server.engine(transport: watched))
        try await server.put(1...5, "first")
        let first = try await device.sync.sync(Notes.self)
        #expect(first.isFirst && first.created == 5)
        #expect(try await device.titles() == server.titles())

        _ = watched.takeRequests()
        let none = try await device.sync.sync(Notes.self)
        #expect((none.created, none.updated, none.deleted) == (0, 0, 0))
        #expect(watched.takeRequests().count == 1)

        try await server.update(2, "second")
        try await server.create(6, "new")
        try await server.delete(3)
        let second = try await device.sync.sync(Notes.self)
        #expect((second.created, second.updated, second.deleted) == (1, 1, 1))
        #expect(try await device.titles() == server.titles())
        #expect(try await device.content.item(ContentID<Notes>(NotesServer.id(6))).updatedAt != nil)
    }

    @Test("A collection of several pages is read whole, with its progress")
    func pages() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...1_000, "a")
        try await server.put(1_001...2_000, "b")
        try await server.put(2_001...2_100, "c")
        let device = try await NotesDevice(server.engine())
        let progress = device.sync.progress(of: Notes.self)
        #expect(try await device.sync.sync(Notes.self).created == 2_100)
        #expect(try await device.titles() == server.titles())
        var last: SyncProgress?
        for await step in progress {
            last = step
            if step.items == 2_100 { break }
        }
        #expect(last?.total == 2_100)
        // Old records that were deleted are found by the count after a reconnect, and by a comparison.
        try await server.delete(7)
        try await device.sync.syncComparingAll(Notes.self)
        #expect(try await device.titles() == server.titles())
    }

    @Test("A sync with a revoked token deletes nothing, and one with a new token goes on")
    func revokedToken() async throws {
        let server = try await NotesServer.start(rule: "@request.auth.id != ''")
        defer { server.node.stop() }
        try await server.put(1...20, "mine")
        let token = HeldToken(try await server.signIn("ada"))
        let device = try await NotesDevice(
            server.engine(token, PocketBaseSettings(syncs: .init(comparison: .zero))))
        #expect(try await device.sync.sync(Notes.self).created == 20)
        try await server.revokeTokens(of: "ada")
        try await server.delete(1)
        await #expect(throws: PocketBaseError.self) { try await device.sync.sync(Notes.self) }
        await #expect(throws: PocketBaseError.self) { try await device.sync.syncComparingAll(Notes.self) }
        #expect(try await device.titles().count == 20)
        // A token that is known to have expired is not even tried on a list.
        let claims = Data(#"{"collectionId":"users","id":"ada","exp":1700000000}"#.utf8).base64EncodedString()
        token.set("e30.\(claims).e30")
        await #expect(throws: PocketBaseAuthorizationError.self) { try await device.sync.sync(Notes.self) }
        // It looks as if it were good for less than a minute, so the server is asked first.
        let soon = Date.now.addingTimeInterval(50).timeIntervalSince1970
        let short = Data(#"{"collectionId":"users","id":"ada","exp":\#(Int(soon))}"#.utf8)
            .base64EncodedString()
        token.set("e30.\(short).e30")
        await #expect(throws: PocketBaseError.self) { try await server.engine(token).withCheckedAccess {} }
        token.set(nil)
        await #expect(throws: PocketBaseSyncError.self) { try await device.sync.sync(Notes.self) }
        #expect(try await device.titles().count == 20)
        token.set(server.token)
        #expect(try await device.sync.sync(Notes.self).deleted == 1)
        #expect(try await device.titles() == server.titles())
    }

    @Test("A token that is revoked between the list and the confirmation deletes nothing")
    func revokedMeanwhile() async throws {
        let server = try await NotesServer.start(rule: "@request.auth.id != ''")
        defer { server.node.stop() }
        try await server.put(1...20, "mine")
        let token = HeldToken(try await server.signIn("ada"))
        // The list is that of a guest, as with an expired token, and the new token is good.
        let isExpired = HeldToken(nil)
        let watched = WatchedTransport(server.transport) { request, response in
            guard isExpired.authorization(replacing: nil) != nil else { return response }
            let isOld = request.headers["Authorization"] != token.authorization(replacing: nil)
            if request.url.path().hasSuffix("auth-refresh") {
                return isOld ? HTTPResponse(status: 401) : response
            }
            guard isOld, request.method == .get else { return response }
            return HTTPResponse(
                status: 200, body: Data(#"{"items":[],"page":1,"perPage":1000,"totalItems":0}"#.utf8))
        }
        let device = try await NotesDevice(
            server.engine(token, PocketBaseSettings(syncs: .init(comparison: .zero)), transport: watched))
        #expect(try await device.sync.sync(Notes.self).created == 20)
        isExpired.set("yes")
        let new = try await server.signIn("grace")
        let provider = ReplacingToken(old: token.authorization(replacing: nil) ?? "", new: new)
        token.set(new)
        let other = ContentSync(
            from: server.engine(
                provider, PocketBaseSettings(syncs: .init(comparison: .zero)), transport: watched),
            into: device.store)
        #expect(try await other.sync(Notes.self).deleted == 0)
        #expect(provider.wasAsked)
        #expect(try await device.titles() == server.titles())
    }

    @Test("Rows that a changed rule hides are removed by the next comparison")
    func changedRule() async throws {
        let server = try await NotesServer.start(rule: "number >= 0")
        defer { server.node.stop() }
        try await server.put(1...30, "x")
        let device = try await NotesDevice(server.engine(nil, PocketBaseSettings(syncs: Self.seldom)))
        try await device.sync.sync(Notes.self)
        try await server.setRule("number > 10")
        #expect(try await device.sync.syncComparingAll(Notes.self).deleted == 10)
        #expect(try await device.titles().count == 20)
        try await server.setRule("number > 5")
        #expect(try await device.sync.syncComparingAll(Notes.self).created == 5)
    }

    @Test("Concurrent writers: no change is missed, without any comparison")
    func concurrentWriters() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        let device = try await NotesDevice(server.engine(nil, PocketBaseSettings(syncs: Self.seldom)))
        try await device.sync.sync(Notes.self)
        let count = 40 * Drill.factor
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    for number in 0..<count { try await server.create(writer * 10_000 + number, "single") }
                }
            }
            for writer in 3..<5 {
                group.addTask {
                    for batch in 0..<count / 10 {
                        let first = writer * 10_000 + batch * 50
                        try await server.put(first..<first + 50, "batch")
                    }
                }
            }
            let writing = Task {
                var syncs = 0
                while !Task.isCancelled {
                    try await device.sync.sync(Notes.self)
                    syncs += 1
                }
                return syncs
            }
            try await group.waitForAll()
            writing.cancel()
            _ = try? await writing.value
        }
        try await device.sync.sync(Notes.self)
        #expect(try await device.titles() == server.titles())
    }

    @Test(
        "A server that was restored from a backup is noticed: what it lost is removed, and what it has is read"
    )
    func restored() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...10, "old")
        let device = try await NotesDevice(server.engine(nil, PocketBaseSettings(syncs: Self.seldom)))
        try await device.sync.sync(Notes.self)
        try await server.node.kill()
        let data = server.node.folder.appendingPathComponent("data")
        let backup = server.node.folder.appendingPathComponent("backup")
        try FileManager.default.copyItem(at: data, to: backup)
        try await server.node.restart()
        try await server.put(11...20, "lost")
        try await server.update(1, "lost")
        try await server.delete(2)
        try await device.sync.sync(Notes.self)
        #expect(try await device.titles().count == 19)
        try await server.node.kill()
        try FileManager.default.removeItem(at: data)
        try FileManager.default.copyItem(at: backup, to: data)
        try await server.node.restart()
        // New changes hide from the dates that older ones are gone.
        try await server.create(30, "new")
        try await device.sync.sync(Notes.self)
        #expect(try await device.titles() == server.titles())
    }

    @Test("A clock that was set back makes the next sync compare everything")
    func clock() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...3, "x")
        let watched = WatchedTransport(server.transport) { _, response in
            var response = response
            response.headers["Date"] = "Sun, 06 Nov 1994 08:49:37 GMT"
            return response
        }
        let settings = PocketBaseSettings(syncs: Self.seldom)
        let device = try await NotesDevice(server.engine(nil, settings))
        try await device.sync.sync(Notes.self)
        let behind = ContentSync(from: server.engine(nil, settings, transport: watched), into: device.store)
        try await behind.sync(Notes.self)
        #expect(watched.takeRequests().contains { $0.contains("fields=id%2Cupdated") })
        // It is compared once. Then changes are read from the earlier time.
        try await server.update(1, "y")
        try await behind.sync(Notes.self)
        #expect(!watched.takeRequests().contains { $0.contains("fields=id%2Cupdated") })
        #expect(try await device.titles() == server.titles())
    }

    @Test(
        "A record that is dated in the future hides no new one, also from a server that does not send its time",
        arguments: [true, false])
    func futureDate(_ sendsTime: Bool) async throws {
        // The dates of a trigger are like those of an import by SQL.
        let server = try await NotesServer.start(
            script: """
                onRecordCreateExecute((e) => {
                    e.next()
                    if (e.record.getString("title") !== "future") return
                    e.app.db().newQuery("UPDATE notes SET updated = '9999-12-31 00:00:00.000Z' WHERE id = {:id}")
                        .bind({ id: e.record.id }).execute()
                }, "notes")
                """)
        defer { server.node.stop() }
        try await server.put(1...1_000, "first")
        try await server.put(1_001...1_200, "first")
        let watched = WatchedTransport(server.transport) { _, response in
            var response = response
            if !sendsTime { response.headers["Date"] = nil }
            return response
        }
        let device = try await NotesDevice(
            server.engine(nil, PocketBaseSettings(syncs: Self.seldom), transport: watched))
        try await device.sync.sync(Notes.self)
        try await server.create(2_000, "future")
        #expect(try await device.sync.sync(Notes.self).created == 1)
        _ = watched.takeRequests()
        for number in 2_001...2_003 {
            try await server.create(number, "new")
            #expect(try await device.sync.sync(Notes.self).created == 1)
        }
        #expect(!watched.takeRequests().contains { $0.contains("fields=id%2Cupdated") })
        #expect(try await device.titles() == server.titles())
        // Also if it was there at the first sync.
        let other = try await NotesDevice(
            server.engine(nil, PocketBaseSettings(syncs: Self.seldom), transport: watched))
        try await other.sync.sync(Notes.self)
        try await server.create(2_004, "new")
        try await other.sync.sync(Notes.self)
        #expect(try await other.titles() == server.titles())
    }

    @Test("An item without a required value is stored, and counted as rejected; a strict sync throws")
    func missingRequiredValue() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...3, "first")
        try await server.create(4, "")
        let module = ModuleDescriptor(
            name: "notes",
            fields: [
                FieldDescriptor(name: "title", kind: .text, isRequired: true),
                FieldDescriptor(name: "number", kind: .integer, isRequired: true),
            ])
        let store = try await Store(.memory, modules: [module])
        let summary = try await ContentSync(from: server.engine(), into: store).sync("notes")
        #expect(summary.created == 4)
        #expect(summary.rejected.map(\.id) == [NotesServer.id(4)])
        #expect(summary.rejected.map(\.path) == ["values.title"])
        let strict = ContentSync(
            from: server.engine(), into: try await Store(.memory, modules: [module]),
            settings: .init(mode: .strict))
        await #expect(throws: ContentDecodingError.self) { try await strict.sync("notes") }
    }

    @Test(
        "A cancelled first sync stores nothing, and a collection without dates is compared record by record")
    func withoutDates() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...5, "x")
        let collection = try await server.call(.get, "collections/notes")
        let fields = (collection.member("fields")?.elements ?? []).filter {
            !["created", "updated"].contains($0.member("name")?.string)
        }
        try await server.call(
            .patch, "collections/notes", .of(["fields": .array(fields), "indexes": .array([])]))
        let device = try await NotesDevice(server.engine())
        let cancelled = Task { try await device.sync.sync(Notes.self) }
        cancelled.cancel()
        _ = try? await cancelled.value
        try await device.sync.sync(Notes.self)
        try await server.update(1, "y")
        try await server.delete(2)
        let second = try await device.sync.sync(Notes.self)
        #expect((second.created, second.updated, second.deleted) == (0, 1, 1))
        #expect(try await device.titles() == server.titles())
    }
}

/// Gives a new token once the old one was rejected.
final class ReplacingToken: AuthorizationProvider, @unchecked Sendable {
    private let lock = NSLock()
    private let old: String
    private let new: String
    private var asked = false

    init(old: String, new: String) {
        self.old = old
        self.new = new
    }

    var wasAsked: Bool { lock.withLock { asked } }

    func authorization(replacing rejected: String?) -> String? {
        lock.withLock {
            if rejected != nil { asked = true }
            return asked ? new : old
        }
    }
}
