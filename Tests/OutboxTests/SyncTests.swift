#if SQLite
import Foundation
import Quire
import QuireSync
import QuireStore
import SampleModules
import Testing
import TransportDoubles

@Suite("Outbox: combined with syncs")
struct SyncTests {
    /// Applies changes that the test provides.
    private func update(
        _ kind: SyncKind = .changes, at milliseconds: Int64, created: [Book] = [], deleted: [String] = [],
        _ store: Store
    ) async throws {
        let state = try await store.synced.syncState(of: "books")
        let instances = created.map { book in
            var json = JSONWriter()
            book.write(to: &json)
            return ChangedInstance(json: Data(json.bytes), id: book.id.rawValue)
        }
        _ = try await store.synced.apply(
            SyncUpdate(
                module: "books",
                changes: [
                    ChangeSet(
                        timestamp: Date(milliseconds: milliseconds), created: instances, deleted: deleted)
                ],
                kind: kind, expected: state,
                state: SyncState(
                    mark: Date(milliseconds: milliseconds), locale: nil, moduleID: nil)))
    }

    private func book(_ id: String, _ title: String, _ date: Int64) -> Book {
        var book = Book(id: ContentID(id), values: .init(title: title, age: 1))
        book.metadata.createdAt = Date(milliseconds: 1)
        book.metadata.updatedAt = Date(milliseconds: date)
        return book
    }

    private let soon: Int64 = 4_000_000_000_000

    @Test("A sync's content is stored beneath the pending writes", arguments: [SyncKind.changes, .newLocale])
    func overlay(_ kind: SyncKind) async throws {
        let shelf = try await Shelf()
        try await update(.first, at: 10, created: [book("1", "Emma", 5), book("2", "Gone", 5)], shelf.store)
        try await shelf.content.update("1", with: Shelf.reranking(3))
        try await shelf.content.delete(ContentID<Books>("2"))
        try await shelf.content.create(Shelf.draft("New"), id: "3")
        try await update(
            kind, at: soon, created: [book("1", "Emma II", 50), book("2", "Back", 50)], shelf.store)
        #expect(try await shelf.book("1")?.title == "Emma II")
        #expect(try await shelf.book("1")?.rank == 3)
        // The date is the server's.
        #expect(try await shelf.book("1")?.updatedAt == Date(milliseconds: 50))
        #expect(try await shelf.book("2") == nil)
        #expect(try await shelf.book("3")?.title == "New")
        // Giving them up reveals the sync's content.
        for entry in try await shelf.outbox.pending() { try await shelf.outbox.discard(entry) }
        #expect(try await shelf.book("1") == book("1", "Emma II", 50))
        #expect(try await shelf.book("2") == book("2", "Back", 50))
        #expect(try await shelf.book("3") == nil)
    }

    @Test(
        "Deleting an item with a pending change by a sync is a conflict, and the item stays visible",
        arguments: [SyncKind.changes, .newModule])
    func deleted(_ kind: SyncKind) async throws {
        let shelf = try await Shelf()
        try await update(.first, at: 10, created: [book("1", "Emma", 5), book("2", "Other", 5)], shelf.store)
        try await shelf.content.update("1", with: Shelf.reranking(3))
        try await shelf.content.delete(ContentID<Books>("2"))
        try await update(kind, at: soon, deleted: kind == .changes ? ["1", "2"] : [], shelf.store)
        let conflict = try #require(try await shelf.outbox.conflicts(Books.self).first)
        #expect(conflict.isGone)
        #expect(conflict.mine?.rank == 3)
        #expect(conflict.original?.title == "Emma")
        #expect(try await shelf.book("1")?.title == "Emma")
        // Deleted on both sides is resolved; the summary reports what the sync has found.
        let summary = try await shelf.outbox.send()
        #expect(summary.conflicts == 1)
        #expect(summary.sent == 1)
        #expect(shelf.remote.sent.isEmpty)
        try await shelf.outbox.resolve(conflict, by: .takeTheirs)
        #expect(try await shelf.book("1") == nil)
        #expect(try await shelf.outbox.pending().isEmpty)
    }

    @Test("A sync that is older than a write's response does not revert the write")
    func staleSync() async throws {
        let shelf = try await Shelf()
        try await shelf.addBook("1", "Emma")
        let before = try #require(try await shelf.book("1"))
        let mark = try #require(before.updatedAt).milliseconds
        try await update(.first, at: mark, created: [before], shelf.store)
        try await shelf.content.update("1", with: Shelf.reranking(3))
        try await shelf.content.create(Shelf.draft("New"), id: "2")
        #expect(try await shelf.outbox.send().sent == 2)
        // Requested before the writes arrived, received after.
        try await update(.first, at: mark, created: [before], shelf.store)
        #expect(try await shelf.book("1")?.rank == 3)
        #expect(try await shelf.book("2")?.title == "New")
        // A newer one reports the current state.
        try await update(at: soon, created: [book("1", "Newer", soon)], deleted: ["2"], shelf.store)
        #expect(try await shelf.book("1")?.title == "Newer")
        #expect(try await shelf.book("2") == nil)
    }

    @Test("A create whose response was lost is done when a sync returns the item")
    func createThroughSync() async throws {
        try await ServedShelf.run { shelf in
            shelf.faults.next([.dropResponse])
            let book = try await shelf.content.create(Shelf.draft("Emma"))
            try await shelf.content.update(book, with: Shelf.reranking(2))
            #expect(try await shelf.outbox.send().problem != nil)
            try await shelf.sync.sync(Books.self)
            #expect(try await shelf.book(book.id.rawValue)?.rank == 2)
            let summary = try await shelf.outbox.send()
            #expect(summary.left == 0)
            #expect(shelf.faults.requests.count == 2)
            #expect(try await shelf.servedBook(book.id.rawValue)?.metadata.revision == 1)
            #expect(try await shelf.book(book.id.rawValue) == shelf.servedBook(book.id.rawValue))
        }
    }

    @Test(
        "A create whose response was lost, and whose item is then deleted, is not created again")
    func createAndDeleted() async throws {
        try await ServedShelf.run { shelf in
            try await shelf.sync.sync(Books.self)
            shelf.faults.next([.dropResponse])
            let book = try await shelf.content.create(Shelf.draft("Emma"))
            #expect(try await shelf.outbox.send().problem != nil)
            try await shelf.remote.delete(book.id)
            try await shelf.sync.sync(Books.self)
            #expect(try await shelf.outbox.pending().isEmpty)
            #expect(try await shelf.book(book.id.rawValue) == nil)
            #expect(try await shelf.servedBook(book.id.rawValue)?.deletedAt != nil)
        }
    }

    @Test("Clearing synced content keeps pending writes")
    func clearing() async throws {
        let shelf = try await Shelf()
        try await update(.first, at: 10, created: [book("1", "Emma", 5), book("2", "Other", 5)], shelf.store)
        try await shelf.content.update("1", with: Shelf.reranking(3))
        try await shelf.content.create(Shelf.draft("New"), id: "3")
        try await shelf.store.synced.clearSynced("books")
        #expect(try await shelf.content.ids(Books.query()).map(\.rawValue).sorted() == ["1", "3"])
        #expect(try await shelf.book("1")?.rank == 3)
        #expect(try await shelf.outbox.pending().count == 2)
    }

    @Test("A live query follows pending writes, syncs, and writes that are given up")
    func live() async throws {
        let shelf = try await Shelf()
        var pages = shelf.content.live(Books.query().sort(by: \.title)).makeAsyncIterator()
        func titles() async throws -> [String]? { try await pages.next()?.map(\.title) }
        #expect(try await titles() == [])
        try await update(.first, at: 10, created: [book("1", "Emma", 5)], shelf.store)
        #expect(try await titles() == ["Emma"])
        try await shelf.content.update("1", with: Shelf.retitling("Dune"))
        #expect(try await titles() == ["Dune"])
        try await update(.changes, at: soon, created: [book("2", "It", 50)], shelf.store)
        #expect(try await titles() == ["Dune", "It"])
        for entry in try await shelf.outbox.pending() { try await shelf.outbox.discard(entry) }
        #expect(try await titles() == ["Emma", "It"])
    }
}
#endif
