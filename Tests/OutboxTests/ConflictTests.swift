#if SQLite
import Foundation
import Quire
import QuireSync
import QuireStore
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@Suite("Outbox: conflicts, rejections, giving up")
struct ConflictTests {
    /// A book that was changed locally and by someone else.
    private func conflicting(_ kind: Shelf.Kind = .memory) async throws -> Shelf {
        let shelf = try await Shelf(kind)
        var mine = try await shelf.addBook("1", "Emma")
        mine.title = "Mine"
        mine.rank = 9
        try await shelf.content.save(mine)
        try await shelf.changeOnServer("1", title: "Theirs")
        return shelf
    }

    @Test("Both versions and their common base are reported", arguments: Shelf.Kind.allCases)
    func versions(_ kind: Shelf.Kind) async throws {
        let shelf = try await conflicting(kind)
        var events = shelf.outbox.events.makeAsyncIterator()
        try await shelf.content.create(Shelf.draft("Elsewhere"), id: "2")
        let summary = try await shelf.outbox.send()
        #expect(summary.conflicts == 1)
        // Another item is not blocked.
        #expect(summary.sent == 1)
        #expect(summary.left == 1)
        let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
        #expect(conflict.mine?.title == "Mine")
        #expect(conflict.theirs?.title == "Theirs")
        #expect(conflict.original?.title == "Emma")
        #expect(!conflict.isGone)
        // The local version stays visible until the decision.
        #expect(try await shelf.book("1")?.title == "Mine")
        guard case .conflict(let entry, let mine, let theirs) = await events.next() else {
            Issue.record("no conflict was reported")
            return
        }
        #expect(entry.operation.id == "1")
        #expect(try Books.itemDecoder.decodeInstance(try #require(mine)).title == "Mine")
        #expect(try Books.itemDecoder.decodeInstance(try #require(theirs)).title == "Theirs")
        // It waits for a decision, and is not sent again.
        let before = shelf.remote.sent.count
        #expect(try await shelf.outbox.send().conflicts == 0)
        #expect(shelf.remote.sent.count == before)
    }

    @Test("A conflict is resolved with mine, theirs, or a merge", arguments: Shelf.Kind.allCases)
    func resolutions(_ kind: Shelf.Kind) async throws {
        for (resolution, title, rank) in [
            (ConflictResolution<Books>.keepMine, "Mine", 9 as Int?), (.takeTheirs, "Theirs", nil),
            (
                .merge { mine, theirs in
                    var merged = theirs
                    merged.rank = mine.rank
                    return merged
                }, "Theirs", 9
            ),
        ] {
            let shelf = try await conflicting(kind)
            _ = try await shelf.outbox.send()
            let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
            try await shelf.outbox.resolve(conflict, by: resolution)
            #expect(try await shelf.book("1")?.title == title)
            let summary = try await shelf.outbox.send()
            #expect(summary.left == 0)
            #expect(try await shelf.serverBook("1")?.title == title)
            #expect(try await shelf.serverBook("1")?.rank == rank)
            #expect(try await shelf.book("1") == shelf.serverBook("1"))
            await #expect(throws: OutboxEntryNotFoundError.self) {
                try await shelf.outbox.resolve(conflict, by: .takeTheirs)
            }
        }
    }

    @Test("A later write of an item in conflict waits for the decision, and is not a separate conflict")
    func laterWrites() async throws {
        let shelf = try await conflicting()
        var later = try #require(try await shelf.book("1"))
        later.price = 42
        try await shelf.content.save(later)
        _ = try await shelf.outbox.send()
        #expect(try await shelf.outbox.pending().map(\.state) == [.conflict, .waiting])
        let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
        try await shelf.outbox.resolve(conflict, by: .keepMine)
        #expect(try await shelf.outbox.send().sent == 2)
        #expect(try await shelf.serverBook("1")?.price == 42)
    }

    @Test("An item that changes again after the decision is a conflict again")
    func changedAgain() async throws {
        let shelf = try await conflicting()
        _ = try await shelf.outbox.send()
        let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
        try await shelf.changeOnServer("1", title: "Theirs again")
        try await shelf.outbox.resolve(conflict, by: .keepMine)
        let summary = try await shelf.outbox.send()
        #expect(summary.conflicts == 1)
        #expect(try await shelf.outbox.conflicts(Books.self).first?.theirs?.title == "Theirs again")
    }

    @Test("An item that was deleted on the server can be restored or dropped", arguments: [true, false])
    func gone(_ comesBack: Bool) async throws {
        let shelf = try await Shelf()
        try await shelf.addBook("1", "Emma")
        try await shelf.content.update("1", with: Shelf.reranking(3))
        try await shelf.server.delete(ContentID<Books>("1"))
        #expect(try await shelf.outbox.send().conflicts == 1)
        let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
        #expect(conflict.isGone)
        #expect(conflict.theirs == nil)
        #expect(conflict.mine?.rank == 3)
        #expect(try await shelf.book("1")?.rank == 3)
        try await shelf.outbox.resolve(conflict, by: comesBack ? .keepMine : .takeTheirs)
        #expect(try await shelf.outbox.send().left == 0)
        #expect(try await shelf.serverBook("1")?.rank == (comesBack ? 3 : nil))
        #expect(try await shelf.serverBook("1")?.title == (comesBack ? "Emma" : nil))
        #expect(try await shelf.book("1") == shelf.serverBook("1"))
    }

    @Test("The first create of an existing id is a conflict and overwrites nothing")
    func takenID() async throws {
        let shelf = try await Shelf()
        try await shelf.server.create(Shelf.draft("Theirs"), id: "1")
        try await shelf.content.create(Shelf.draft("Mine"), id: "1")
        #expect(try await shelf.outbox.send().conflicts == 1)
        let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
        #expect(conflict.mine?.title == "Mine")
        #expect(conflict.theirs?.title == "Theirs")
        try await shelf.outbox.resolve(conflict, by: .keepMine)
        #expect(try await shelf.outbox.send().sent == 1)
        #expect(try await shelf.serverBook("1")?.title == "Mine")
    }

    @Test("A rejected write stays visible; writing the item again corrects it")
    func refused() async throws {
        let shelf = try await Shelf(.memory, [.refuses(.invalid, status: 422)])
        try await shelf.content.create(Shelf.draft("Bad"), id: "1")
        try await shelf.content.update("1", with: Shelf.reranking(2))
        try await shelf.content.create(Shelf.draft("Good"), id: "2")
        let summary = try await shelf.outbox.send()
        #expect(summary.refused == 1)
        #expect(summary.sent == 1)
        let entries = try await shelf.outbox.pending()
        #expect(entries.map(\.state) == [.refused, .waiting])
        #expect(entries[0].failure?.reason == .invalid)
        #expect(try await shelf.book("1")?.title == "Bad")
        try await shelf.content.update("1", with: Shelf.retitling("Corrected"))
        let corrected = try await shelf.outbox.pending()
        #expect(corrected.count == 1)
        #expect(corrected[0].state == .waiting)
        #expect(try await shelf.outbox.send().sent == 1)
        #expect(try await shelf.serverBook("1")?.title == "Corrected")
        #expect(try await shelf.serverBook("1")?.rank == 2)
    }

    @Test("Deleting an item whose create was rejected leaves nothing to send")
    func refusedAndDeleted() async throws {
        let shelf = try await Shelf(.memory, [.refuses(.notAllowed, status: 403)])
        try await shelf.content.create(Shelf.draft("Bad"), id: "1")
        _ = try await shelf.outbox.send()
        try await shelf.content.delete(ContentID<Books>("1"))
        #expect(try await shelf.outbox.pending().isEmpty)
        #expect(try await shelf.book("1") == nil)
        #expect(try await shelf.server.count(Books.query()) == 0)
    }

    @Test("A rejected write can be retried unchanged")
    func retry() async throws {
        let shelf = try await Shelf(.memory, [.refuses(.notAllowed, status: 403)])
        try await shelf.content.create(Shelf.draft("Emma"), id: "1")
        _ = try await shelf.outbox.send()
        try await shelf.outbox.retry(try #require(try await shelf.outbox.pending().first))
        #expect(try await shelf.outbox.send().sent == 1)
    }

    @Test("Giving up a write reverts its local effect and keeps the others")
    func discard() async throws {
        let shelf = try await Shelf()
        let before = try await shelf.addBook("1", "Emma")
        try await shelf.content.update("1", with: Shelf.retitling("Changed"))
        try await shelf.content.update("1", with: Shelf.reranking(8))
        let entries = try await shelf.outbox.pending()
        #expect(try await shelf.outbox.discard(entries[0]).count == 1)
        #expect(try await shelf.book("1")?.title == "Emma")
        #expect(try await shelf.book("1")?.rank == 8)
        try await shelf.outbox.discard(entries[1])
        #expect(try await shelf.book("1") == before)
        await #expect(throws: OutboxEntryNotFoundError.self) { try await shelf.outbox.discard(entries[1]) }

        try await shelf.content.delete(before)
        try await shelf.outbox.discard(try #require(try await shelf.outbox.pending().first))
        #expect(try await shelf.book("1") == before)

        try await shelf.content.create(Shelf.draft("New"), id: "2")
        try await shelf.content.update("2", with: Shelf.reranking(1))
        let created = try await shelf.outbox.pending()
        #expect(try await shelf.outbox.discard(created[0]).map(\.number) == created.map(\.number))
        #expect(try await shelf.book("2") == nil)
        #expect(try await shelf.outbox.pending().isEmpty)
        #expect(try await shelf.outbox.send().sent == 0)
    }
}
#endif
