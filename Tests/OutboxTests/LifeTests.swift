#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@testable import QuireEngine
@testable import QuireHALO
@testable import QuireSync
@testable import QuireStore

@Suite("Outbox: restarts, two senders, stopping")
struct LifeTests {
    /// A file that is removed at the end.
    private func withFile(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("outbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appendingPathComponent("content.sqlite").path)
    }

    private func open(_ path: String) async throws -> Store {
        try await Store(.file(path), modules: [Books.descriptor, Authors.descriptor])
    }

    /// Changes the lease to one of a process that has ended.
    private func kill(_ store: Store) async throws {
        try await store.outboxTransaction("kill") { transaction in
            guard var lease = try transaction.lease() else { return }
            lease.owner = "killed"
            lease.process = Int64(Int32.max)
            try transaction.setLease(lease)
        }
    }

    @Test("Pending writes survive a restart, with their state, attempts and last error")
    func restart() async throws {
        try await withFile { path in
            let remote = ScriptedRemote(InMemoryEngine())
            do {
                let shelf = try await Shelf(try await open(path), remote)
                try await shelf.addBook("1", "Emma")
                var mine = try #require(try await shelf.book("1"))
                mine.title = "Mine"
                try await shelf.content.save(mine)
                try await shelf.changeOnServer("1", title: "Theirs")
                try await shelf.content.create(Shelf.draft("Bad"), id: "2")
                try await shelf.content.create(Shelf.draft("Waiting"), id: "3")
                shelf.remote.script(.refuses(.conflict), .refuses(.invalid), .fails(.timedOut))
                _ = try await shelf.outbox.send()
                await shelf.store.close()
            }
            let shelf = try await Shelf(try await open(path), remote)
            let pending = try await shelf.outbox.pending()
            #expect(pending.map(\.state) == [.conflict, .refused, .waiting])
            #expect(pending.map(\.attempts) == [1, 1, 1])
            #expect(pending[2].lastError?.contains("deadline") == true)
            #expect(pending[2].isUncertain)
            #expect(try await shelf.book("3")?.title == "Waiting")
            #expect(try await shelf.outbox.conflicts(Books.self).first?.theirs?.title == "Theirs")
            #expect(try await shelf.outbox.send().sent == 1)
            #expect(try await shelf.outbox.discard(pending[1]).count == 1)
            // Numbers are never reused.
            try await shelf.content.create(Shelf.draft("New"), id: "4")
            #expect(try await shelf.outbox.pending().last?.number == 4)
            await shelf.store.close()
        }
    }

    @Test(
        "If a process is killed while sending a write, the next one recovers, and no write takes effect twice",
        arguments: [true, false])
    func killed(_ arrived: Bool) async throws {
        try await withFile { path in
            let remote = ScriptedRemote(InMemoryEngine())
            let shelf = try await Shelf(try await open(path), remote)
            try await shelf.addBook("1", "Emma")
            try await shelf.content.update("1", with: Shelf.reranking(1))
            try await shelf.content.update("1", with: Shelf.reranking(2))
            remote.script(.waits)
            let sending = Task { try await shelf.outbox.send() }
            await remote.waitForArrival()

            // Another process opens the file while the first one still appears to run: it does not send.
            let next = try await Shelf(try await open(path), ScriptedRemote(remote.base))
            #expect(try await next.outbox.pending().first?.state == .sending)
            let early = try await next.outbox.send()
            #expect(early.isSentElsewhere)
            #expect(early.sent == 0)

            // It is killed: before its write has arrived, or after.
            if arrived {
                try await next.server.update(ContentID<Books>("1"), with: Shelf.reranking(1))
            }
            try await kill(next.store)
            let summary = try await next.outbox.send()
            #expect(summary.left == 0)
            #expect(next.remote.done.count == (arrived ? 1 : 2))
            #expect(try await next.serverBook("1")?.rank == 2)

            // Late responses of the killed process do not overwrite newer results.
            remote.letGoOn()
            _ = try await sending.value
            #expect(try await next.outbox.pending().isEmpty)
            #expect(try await next.serverBook("1")?.rank == 2)
            #expect(try await next.book("1") == next.serverBook("1"))
            await next.store.close()
            await shelf.store.close()
        }
    }

    @Test("Two senders of one store never send at the same time, and send everything once")
    func twoSenders() async throws {
        try await withFile { path in
            let remote = ScriptedRemote(InMemoryEngine())
            let one = try await Shelf(try await open(path), remote)
            let other = try await Shelf(try await open(path), remote)
            for number in 0..<20 {
                try await one.content.create(Shelf.draft("\(number)"), id: ContentID("\(number)"))
            }
            for _ in 0..<200 {
                async let first = one.outbox.send()
                async let second = other.outbox.send()
                let summaries = try await [first, second]
                if summaries.contains(where: { $0.left == 0 }) { break }
            }
            #expect(try await one.outbox.pending().isEmpty)
            #expect(remote.sent.compactMap(\.id) == (0..<20).map { "\($0)" })
            await one.store.close()
            await other.store.close()
        }
    }

    @Test("A lease expires by itself, and one from a clock that was set back is invalid")
    func leases() {
        let now = Date(timeIntervalSince1970: 1_000)
        let own = Int64(ProcessInfo.processInfo.processIdentifier)
        func lease(_ seconds: Double, _ process: Int64) -> OutboxLease {
            OutboxLease(owner: "x", process: process, until: now.addingTimeInterval(seconds))
        }
        #expect(lease(10, own).isHeld(at: now, length: 60))
        #expect(!lease(-1, own).isHeld(at: now, length: 60))
        #expect(!lease(61, own).isHeld(at: now, length: 60))
        #expect(!lease(10, Int64(Int32.max)).isHeld(at: now, length: 60))
    }

    @Test("Cancelling ends a send; the write in flight is looked up the next time", .timeLimit(.minutes(10)))
    func cancellation() async throws {
        let shelf = try await Shelf(.memory, [.waits])
        try await shelf.content.create(Shelf.draft("Emma"), id: "1")
        let sending = Task { try await shelf.outbox.send() }
        await shelf.remote.waitForArrival()
        sending.cancel()
        shelf.remote.letGoOn()
        await #expect(throws: CancellationError.self) { _ = try await sending.value }
        let entry = try #require(try await shelf.outbox.pending().first)
        #expect(entry.state == .waiting)
        #expect(entry.isUncertain)
        #expect(try await shelf.outbox.send().sent == 1)
        #expect(shelf.remote.done.count == 1)
    }

    @Test(
        "Once started, it sends each write, backs off with growing delays, and can be woken",
        .timeLimit(.minutes(10)))
    func start() async throws {
        let shelf = try await Shelf(.memory, [.fails(.offline), .fails(.offline), .fails(.offline)])
        var events = shelf.outbox.events.makeAsyncIterator()
        shelf.outbox.start()
        shelf.outbox.start()
        try await shelf.content.create(Shelf.draft("Emma"), id: "1")
        for _ in 0..<3 {
            guard case .waiting(_, let error) = await events.next() else {
                Issue.record("it did not wait")
                return
            }
            #expect((error as? TransportError)?.kind == .offline)
        }
        guard case .sent(let entry, let stored) = await events.next() else {
            Issue.record("it was not sent")
            return
        }
        #expect(entry.operation.id == "1")
        #expect(stored != nil)
        let waits = shelf.clock.slept
        #expect(waits.count == 3)
        #expect(zip(waits, [1.0, 2, 4]).allSatisfy { $0.inSeconds >= $1 / 2 && $0.inSeconds <= $1 })
        try await shelf.content.update("1", with: Shelf.reranking(1))
        guard case .sent = await events.next() else {
            Issue.record("the second write was not sent")
            return
        }
        await shelf.outbox.stop()
        try await shelf.content.update("1", with: Shelf.reranking(2))
        shelf.outbox.wake()
        #expect(try await shelf.outbox.pending().count == 1)
        shelf.outbox.start()
        guard case .sent = await events.next() else {
            Issue.record("it was not started again")
            return
        }
        await shelf.outbox.stop()
    }

    @Test("Entries of another version are a clear error, and stay")
    func unreadable() async throws {
        let shelf = try await Shelf()
        try await shelf.content.create(Shelf.draft("Emma"), id: "1")
        let changes: [@Sendable (JSONValue) -> JSONValue] = [
            { $0.setting("format", .integer(2)) },
            { $0.setting("kind", .string("append")) },
            { $0.setting("module", .string("films")) },
            { $0.setting("priority", .integer(1)) },
            { $0.setting("metadata", .object([.init("owner", .string("me"))])) },
        ]
        for change in changes {
            let saved = try await shelf.store.transaction("break") { transaction in
                let sql = "SELECT operation FROM quire_outbox_entry"
                let saved = try transaction.connection.text(sql) ?? ""
                let broken = change(try JSONValue(parsing: Data(saved.utf8)))
                try transaction.connection.run(
                    "UPDATE quire_outbox_entry SET operation = ?", [.text(broken.description)])
                return saved
            }
            await #expect(throws: OutboxUnreadableError.self) { try await shelf.outbox.pending() }
            await #expect(throws: OutboxUnreadableError.self) { try await shelf.outbox.send() }
            #expect(shelf.remote.sent.isEmpty)
            try await shelf.store.transaction("mend") { transaction in
                try transaction.connection.run(
                    "UPDATE quire_outbox_entry SET operation = ?", [.text(saved)])
            }
        }
        #expect(try await shelf.outbox.send().sent == 1)
    }

    @Test("An operation is saved with all its properties")
    func saving() throws {
        var draft = Shelf.draft("Émma \u{0} \"x\"")
        draft.registration = .clear
        draft.metadata.name = .clear
        draft.metadata.tags = .set([
            Tag(id: "7", name: "brand", value: "x"), Tag(name: "plain", tagType: nil),
        ])
        draft.metadata.publishedAt = .set(Date(milliseconds: 5))
        draft.metadata.removedAt = .clear
        var operation = WriteOperation(.update, draft, id: "e\u{301}")
        operation.moduleID = "m1"
        operation.isWhole = true
        operation.createdAt = Date(milliseconds: 1_700_000_000_123)
        operation.seenUpdatedAt = Date(milliseconds: -1)
        for kind in WriteOperation.Kind.allCases {
            operation.kind = kind
            let text = operation.saved.description
            let read = try WriteOperation(saved: JSONValue(parsing: Data(text.utf8))) { _ in
                Books.descriptor
            }
            #expect(read == operation)
            #expect(read.id?.isByteEqual(to: "e\u{301}") == true)
        }
    }

    @Test("Saved errors contain no token")
    func secrets() async throws {
        let request = HTTPRequest(.post, URL(fileURLWithPath: "/x"))
        var repeated = HALOError(status: 503, HTTPResponse(status: 503), to: request)
        repeated.message = "the token s3cr3t-token is not accepted"
        let texts = [
            OutboxErrorText.text(of: repeated),
            OutboxErrorText.text(
                of: TransportError(.other, request, detail: "Authorization: Bearer s3cr3t-token")),
            OutboxErrorText.text(of: NSError(domain: "s3cr3t-token", code: 1)),
            OutboxErrorText.withoutSecrets(#"{"access_token":"s3cr3t-token","x":1}"#),
            OutboxErrorText.withoutSecrets("token=s3cr3t-token&a=b"),
        ]
        for text in texts {
            #expect(!text.contains("s3cr3t"), "\(text)")
            #expect(!text.isEmpty)
        }
    }
}
#endif
