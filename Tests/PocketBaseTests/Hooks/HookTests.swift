import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireStore
import QuireSync
import Testing
import TransportDoubles

/// The hooks on the real server: the journal makes syncs exact, and conflicting writes are refused.
@Suite("PocketBase: hooks", .serialized) struct HookTests {
    private static let settings = PocketBaseSettings(
        syncs: .init(comparison: .seconds(1_000_000), usesJournal: true))

    @Test("A journal shows every change to a sync, deletions too, and a pull of no change is one request")
    func journal() async throws {
        let server = try await NotesServer.start(hooks: PocketBaseHooks(readers: ""))
        defer { server.node.stop() }
        let watched = WatchedTransport(server.transport)
        let device = try await NotesDevice(server.engine(nil, Self.settings, transport: watched))
        try await device.sync.sync(Notes.self)
        try await server.put(1...120, "first")
        #expect(try await device.sync.sync(Notes.self).created == 120)
        _ = watched.takeRequests()
        try await device.sync.sync(Notes.self)
        #expect(watched.takeRequests().count == 1)
        for number in 1...10 { try await server.delete(number) }
        try await server.update(11, "second")
        await #expect(throws: PocketBaseError.self) {
            try await server.put([12, 13], String(repeating: "x", count: 6_000))
        }
        let summary = try await device.sync.sync(Notes.self)
        #expect((summary.created, summary.updated, summary.deleted) == (0, 1, 10))
        #expect(try await device.titles() == server.titles())
        try await server.call(.delete, "collections/notes/truncate")
        #expect(try await device.sync.sync(Notes.self).deleted == 110)
    }

    @Test("A follower hears at once of everything in the journal, also of what its user may no longer see")
    func following() async throws {
        let server = try await NotesServer.start(
            rule: "@request.auth.id != '' && number < 100", hooks: PocketBaseHooks())
        defer { server.node.stop() }
        try await server.put(1...20, "first")
        let engine = server.engine(HeldToken(try await server.signIn("ada")), Self.settings)
        let device = try await NotesDevice(engine)
        let selected = try await NotesDevice(
            SelectedContent(of: engine).selecting(Notes.query().where(\.number < 50)))
        let following = Task {
            await withTaskGroup(of: Void.self) { group in
                for device in [device, selected] {
                    group.addTask { await device.sync.follow(Notes.self, every: .seconds(1_000_000)) }
                }
            }
        }
        for device in [device, selected] {
            try await eventually { try await device.titles().count == 20 }
        }
        // It leaves the rule, and the filter with it.
        try await server.update(3, "hidden", 500)
        for device in [device, selected] {
            try await eventually { try await device.titles()[NotesServer.id(3)] == nil }
        }
        // It leaves the filter alone, it enters the rule, it is deleted, it is new.
        try await server.update(4, "left", 70)
        try await server.update(3, "back", 3)
        try await server.delete(5)
        try await server.create(30, "new", 30)
        try await eventually { try await device.titles() == server.titles() }
        try await eventually {
            try await selected.titles() == server.titles().filter { $0.key != NotesServer.id(4) }
        }
        following.cancel()
        await following.value
    }

    @Test(
        "The entries of the journal are the announcements, once for each change, of the modules that were asked for"
    )
    func announcements() async throws {
        let server = try await NotesServer.start(rule: "number < 100", hooks: PocketBaseHooks(readers: ""))
        defer { server.node.stop() }
        var changes = server.engine(nil, Self.settings).changes(of: Notes.self).makeAsyncIterator()
        func note(_ number: Int) -> RealtimeChange {
            RealtimeChange(module: "notes", id: NotesServer.id(number))
        }
        #expect(await changes.next() == RealtimeChange(module: "notes"))
        try await server.create(1, "a")
        #expect(await changes.next() == note(1))
        _ = try await server.signIn("ada")
        try await server.update(1, "hidden", 500)
        #expect(await changes.next() == note(1))
        try await server.create(2, "b")
        #expect(await changes.next() == note(2))
        try await server.delete(1)
        #expect(await changes.next() == note(1))
    }

    @Test("Concurrent writers: the journal misses nothing")
    func concurrentWriters() async throws {
        let server = try await NotesServer.start(hooks: PocketBaseHooks(readers: ""))
        defer { server.node.stop() }
        let device = try await NotesDevice(server.engine(nil, Self.settings))
        try await device.sync.sync(Notes.self)
        let count = 40 * Drill.factor
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<count {
                        try await server.create(writer * 10_000 + number, "x")
                        if number % 5 == 4 { try await server.delete(writer * 10_000 + number - 2) }
                    }
                }
            }
            let syncing = Task { while !Task.isCancelled { try await device.sync.sync(Notes.self) } }
            try await group.waitForAll()
            syncing.cancel()
            _ = try? await syncing.value
        }
        try await device.sync.sync(Notes.self)
        #expect(try await device.titles() == server.titles())
    }

    @Test(
        "A journal that lost its entries makes the sync compare everything",
        arguments: ["restored", "trimmed"])
    func lostEntries(_ how: String) async throws {
        let server = try await NotesServer.start(hooks: PocketBaseHooks(readers: ""))
        defer { server.node.stop() }
        try await server.put(1...10, "old")
        let device = try await NotesDevice(server.engine(nil, Self.settings))
        try await device.sync.sync(Notes.self)
        let data = server.node.folder.appendingPathComponent("data")
        let backup = server.node.folder.appendingPathComponent("backup")
        if how == "restored" {
            try await server.node.kill()
            try FileManager.default.copyItem(at: data, to: backup)
            try await server.node.restart()
            try await server.put(11...15, "lost")
            try await device.sync.sync(Notes.self)
            try await server.node.kill()
            try FileManager.default.removeItem(at: data)
            try FileManager.default.copyItem(at: backup, to: data)
            try await server.node.restart()
            // The numbers of the lost entries are given again.
            try await server.put(31...40, "new")
        } else {
            try await server.delete(3)
            try await server.put(11...15, "new")
            try await server.call(.delete, "collections/quire_journal/truncate")
        }
        try await device.sync.sync(Notes.self)
        #expect(try await device.titles() == server.titles())
    }

    @Test("Of writers that name the version they have read, one wins, and the others get 412")
    func conflicts() async throws {
        let server = try await NotesServer.start(hooks: PocketBaseHooks())
        defer { server.node.stop() }
        try await server.create(1, "x")
        let path = "collections/notes/records/\(NotesServer.id(1))"
        let acknowledged = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var acknowledged = 0
                    while acknowledged < 5 * Drill.factor {
                        let read = try await server.call(.get, path)
                        let version = read.member("updated")?.string ?? ""
                        let next = (read.member("number")?.int ?? 0) + 1
                        do {
                            try await server.call(.patch, path, .of(["number": .count(next)]), seen: version)
                            acknowledged += 1
                        } catch let error as PocketBaseError {
                            guard error.status == 412 else { throw error }
                        }
                    }
                    return acknowledged
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(try await server.call(.get, path).member("number")?.int == acknowledged)
        await #expect {
            try await server.call(.delete, path, seen: "2020-01-01 00:00:00.000Z")
        } throws: {
            ($0 as? PocketBaseError)?.status == 412
        }
    }

    @Test("Of the increments of four writers through engines, none is lost", arguments: [true, false])
    func drill(_ readsFirst: Bool) async throws {
        let server = try await NotesServer.start(hooks: PocketBaseHooks())
        defer { server.node.stop() }
        try await server.create(1, "x")
        // With batches, PocketBase adds by itself.
        try await server.call(.patch, "settings", .of(["batch": .of(["enabled": .boolean(false)])]))
        let count = 30 * Drill.factor
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let engine = server.engine(
                        nil, PocketBaseSettings(timeout: .seconds(600), conflictDetection: .hook))
                    for _ in 0..<count {
                        try await Self.add(to: NotesServer.id(1), engine, readsFirst: readsFirst)
                    }
                }
            }
            try await group.waitForAll()
        }
        let note = try await server.call(.get, "collections/notes/records/\(NotesServer.id(1))")
        #expect(note.member("number")?.int == 4 * count)
    }

    /// Adds 1: by a modifier, or as a program does that reads first, again after each conflict.
    private static func add(to id: String, _ engine: PocketBaseEngine, readsFirst: Bool) async throws {
        while true {
            var operation = WriteOperation(.update, Notes.descriptor, id: id)
            if readsFirst {
                let note = try await ContentClient(engine: engine).item(ContentID<Notes>(id))
                operation.values = .of(["number": .count(note.number + 1)])
                operation.seenUpdatedAt = note.updatedAt
            } else {
                operation.modifiers = [FieldModifier(.add, .integer(1), of: "number")]
            }
            let result = try await engine.write(WriteBatch([operation])).first
            guard let failure = result?.failure else { return }
            guard readsFirst, failure.reason == .conflict else { throw failure }
        }
    }

    @Test("The files are written, and the rule in them is a text of JavaScript")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-hooks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try PocketBaseHooks(readers: "@request.auth.role = \"a'b\\\"").write(to: folder)
        let functions = try String(contentsOf: folder.appending(path: "quire.js"), encoding: .utf8)
        #expect(functions.contains(#"const readers = "@request.auth.role = \"a'b\\\"""#))
        #expect(
            try String(contentsOf: folder.appending(path: "quire.pb.js"), encoding: .utf8).contains(
                "onRecordDelete("))
        #expect(PocketBaseHooks(readers: nil).files["quire.js"]?.contains("const readers = null\n") == true)
    }
}
