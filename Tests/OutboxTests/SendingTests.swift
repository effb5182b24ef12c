#if SQLite
import Foundation
import Quire
import QuireSync
import QuireStore
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@Suite("Outbox: writing and sending")
struct SendingTests {
    @Test(
        "A write is visible immediately, waits, and leaves the outbox when the server has it",
        arguments: Shelf.Kind.allCases)
    func createUpdateDelete(_ kind: Shelf.Kind) async throws {
        let shelf = try await Shelf(kind)
        let emma = try await shelf.content.create(Shelf.draft("Emma"))
        #expect(emma.id.rawValue.count == 24)
        try await shelf.content.update(emma, with: Shelf.reranking(3))
        let other = try await shelf.content.create(Shelf.draft("Persuasion"))
        try await shelf.content.delete(other)
        #expect(try await shelf.book(emma.id.rawValue)?.rank == 3)
        #expect(try await shelf.book(other.id.rawValue) == nil)
        #expect(
            try await shelf.outbox.pending().map(\.operation.kind) == [.create, .update, .create, .delete])
        #expect(shelf.remote.sent.isEmpty)

        let summary = try await shelf.outbox.send()
        #expect(summary.sent == 4)
        #expect(summary.left == 0)
        #expect(summary.problem == nil)
        #expect(shelf.remote.done.map(\.kind) == [.create, .update, .create, .delete])
        let served = try #require(try await shelf.serverBook(emma.id.rawValue))
        #expect(served.title == "Emma")
        #expect(served.rank == 3)
        #expect(try await shelf.serverBook(other.id.rawValue) == nil)
        // The server's instance, with its dates, has replaced the local one.
        #expect(try await shelf.book(emma.id.rawValue) == served)
    }

    @Test("A batch is stored in its order of execution")
    func batchOrder() async throws {
        let shelf = try await Shelf()
        try await shelf.addBook("old", "Old")
        try await shelf.addBook("other", "Other")
        let result = try await shelf.content.batch {
            $0.delete(ContentID<Books>("old"))
            $0.create(Shelf.draft("New"), id: "new")
            $0.update("other", with: Shelf.reranking(1))
        }
        #expect(result.succeeded == 3)
        let pending = try await shelf.outbox.pending()
        #expect(pending.map(\.operation.kind) == [.create, .update, .delete])
        #expect(Set(pending.map(\.batch)) == [pending[0].number])
        #expect(try await shelf.outbox.send().sent == 3)
        #expect(try await shelf.server.count(Books.query()) == 2)
    }

    @Test("A write that fails locally throws immediately and is not stored")
    func localFailures() async throws {
        let shelf = try await Shelf()
        try await shelf.addBook("1", "Emma")
        var stale = try #require(try await shelf.book("1"))
        stale.metadata.updatedAt = Date(timeIntervalSince1970: 1)
        try await shelf.changeOnServer("1", title: "Emma II")
        try await shelf.store.upsert([try #require(try await shelf.serverBook("1"))])
        let read = stale
        await #expect(throws: WriteConflictError<Books>.self) { try await shelf.content.save(read) }
        await #expect(throws: WriteError.self) {
            try await shelf.content.update(ContentID<Books>("none"), with: Shelf.reranking(1))
        }
        await #expect(throws: WriteError.self) {
            try await shelf.content.create(Shelf.draft("Twice"), id: "1")
        }
        var bad = WriteOperation(.update, Books.descriptor, id: "1")
        bad.values = .object([.init("rank", .string("first"))])
        let results = try await shelf.outbox.engine.write(WriteBatch([bad]))
        guard case .failed(let failure) = results[0] else {
            Issue.record("\(results)")
            return
        }
        #expect(failure.reason == .invalid)
        #expect(try await shelf.outbox.pending().isEmpty)
        #expect(try await shelf.book("1")?.title == "Emma II")
    }

    @Test(
        "A write whose response was lost is sent again and takes effect once", arguments: Shelf.Kind.allCases)
    func lostResponses(_ kind: Shelf.Kind) async throws {
        let shelf = try await Shelf(kind)
        try await shelf.addBook("1", "Emma")
        try await shelf.addBook("2", "Persuasion")
        let book = try #require(try await shelf.book("1"))
        try await shelf.content.create(Shelf.draft("New"), id: "own")
        try await shelf.content.create(Shelf.draft("Made here"))
        try await shelf.content.update(book, with: Shelf.retitling("Emma II"))
        try await shelf.content.update("1", with: Shelf.reranking(7))
        try await shelf.content.delete(ContentID<Books>("2"))
        for _ in 0..<5 {
            shelf.remote.script(.losesResponse)
            let summary = try await shelf.outbox.send()
            #expect(summary.problem != nil)
        }
        let summary = try await shelf.outbox.send()
        #expect(summary.conflicts == 0)
        #expect(summary.left == 0)
        // Each was carried out once, however often it was sent.
        #expect(shelf.remote.done.map(\.kind) == [.create, .create, .update, .update, .delete])
        #expect(shelf.remote.sent.count == 10)
        #expect(try await shelf.serverBook("1")?.title == "Emma II")
        #expect(try await shelf.serverBook("1")?.rank == 7)
        #expect(try await shelf.book("1") == shelf.serverBook("1"))
    }

    @Test("An update without a version check is applied on top of others' writes")
    func unconditional() async throws {
        let shelf = try await Shelf()
        try await shelf.addBook("1", "Emma")
        try await shelf.content.update("1", with: Shelf.reranking(7))
        try await shelf.changeOnServer("1", title: "Emma II")
        let summary = try await shelf.outbox.send()
        #expect(summary.sent == 1)
        #expect(try await shelf.serverBook("1")?.title == "Emma II")
        #expect(try await shelf.serverBook("1")?.rank == 7)
        #expect(try await shelf.book("1") == shelf.serverBook("1"))
    }

    @Test("A later write of the same item does not conflict with the earlier one")
    func ownWrites() async throws {
        let shelf = try await Shelf()
        try await shelf.addBook("1", "Emma")
        let read = try #require(try await shelf.book("1"))
        var first = read
        first.title = "Emma II"
        let saved = try await shelf.content.save(first)
        var second = saved
        second.rank = 2
        try await shelf.content.save(second)
        #expect(try await shelf.outbox.send().sent == 2)
        // The version read before the responses arrived can still be written.
        var third = saved
        third.rank = 3
        try await shelf.content.save(third)
        #expect(try await shelf.outbox.send().sent == 1)
        #expect(try await shelf.outbox.send().conflicts == 0)
        #expect(try await shelf.serverBook("1")?.rank == 3)
        #expect(try await shelf.serverBook("1")?.title == "Emma II")
    }

    @Test(
        "A new item that is written again before it is sent keeps both writes, whatever the local clock"
    )
    func newItems() async throws {
        let shelf = try await Shelf()
        let draft = try await shelf.content.create(Shelf.draft("Emma"))
        shelf.clock.advance(.seconds(40 * 365 * 86_400))
        let late = try await shelf.content.create(Shelf.draft("From the future"))
        for book in [draft, late] {
            var changed = book
            changed.rank = 5
            try await shelf.content.save(changed)
        }
        #expect(try await shelf.outbox.send().sent == 4)
        for book in [draft, late] {
            var changed = book
            changed.rank = 6
            try await shelf.content.save(changed)
        }
        #expect(try await shelf.outbox.send().sent == 2)
        #expect(try await shelf.serverBook(draft.id.rawValue)?.rank == 6)
        #expect(try await shelf.serverBook(late.id.rawValue)?.rank == 6)
    }

    @Test("Without a network, nothing is lost, and no write overtakes a pending one")
    func offline() async throws {
        let shelf = try await Shelf(.memory, [.fails(.offline), .status(503), .status(429), .status(401)])
        try await shelf.content.create(Shelf.draft("A"), id: "a")
        try await shelf.content.create(Shelf.draft("B"), id: "b")
        for attempt in 1...4 {
            let summary = try await shelf.outbox.send()
            #expect(summary.sent == 0)
            #expect(summary.left == 2)
            #expect(summary.problem != nil)
            let first = try #require(try await shelf.outbox.pending().first)
            #expect(first.attempts == attempt)
            #expect(first.state == .waiting)
            #expect(first.lastError != nil)
        }
        #expect(shelf.remote.sent.map(\.id) == ["a", "a", "a", "a"])
        #expect(try await shelf.outbox.send().sent == 2)
        #expect(shelf.remote.done.map(\.id) == ["a", "b"])
    }

    @Test("Emptying a module hides its items locally, is sent in order, and can be given up")
    func truncate() async throws {
        let shelf = try await Shelf()
        try await shelf.addBook("1", "Emma")
        try await shelf.addBook("2", "Persuasion")
        #expect(try await shelf.content.delete(all: Books.self) == 2)
        try await shelf.content.create(Shelf.draft("After"), id: "after")
        #expect(try await shelf.content.count(Books.query()) == 1)
        let entry = try #require(try await shelf.outbox.pending().first)
        try await shelf.outbox.discard(entry)
        #expect(try await shelf.content.count(Books.query()) == 3)
        try await shelf.content.delete(all: Books.self)
        try await shelf.content.create(Shelf.draft("Last"), id: "last")
        #expect(try await shelf.outbox.send().sent == 3)
        #expect(try await shelf.server.ids(Books.query()).map(\.rawValue) == ["last"])
        #expect(try await shelf.content.ids(Books.query()).map(\.rawValue) == ["last"])
    }

    @Test("An emptying whose response was lost is not repeated over possibly newer items")
    func lostTruncate() async throws {
        let shelf = try await Shelf(.memory, [.losesResponse])
        try await shelf.addBook("1", "Emma")
        try await shelf.content.delete(all: Books.self)
        _ = try await shelf.outbox.send()
        try await shelf.server.create(Shelf.draft("Of someone else"), id: "theirs")
        let summary = try await shelf.outbox.send()
        #expect(summary.refused == 1)
        #expect(try await shelf.server.ids(Books.query()).map(\.rawValue) == ["theirs"])
        let entry = try #require(try await shelf.outbox.pending().first)
        #expect(entry.failure?.reason == .noResponse)
        try await shelf.outbox.retry(entry)
        #expect(try await shelf.outbox.send().sent == 1)
        #expect(try await shelf.server.count(Books.query()) == 0)
    }

    @Test("An item is created or updated depending on the server")
    func createOrUpdate() async throws {
        let shelf = try await Shelf()
        let known = try await shelf.addBook("1", "Emma")
        var changed = known
        changed.rank = 4
        try await shelf.content.createOrUpdate(changed)
        try await shelf.content.createOrUpdate(
            Book(id: "2", values: .init(title: "New", age: 1)))
        shelf.remote.script(.losesResponse)
        #expect(try await shelf.outbox.send().problem != nil)
        #expect(try await shelf.outbox.send().left == 0)
        #expect(shelf.remote.done.map(\.kind) == [.update, .create])
        #expect(try await shelf.serverBook("1")?.rank == 4)
        #expect(try await shelf.serverBook("2")?.title == "New")
    }
}
#endif
