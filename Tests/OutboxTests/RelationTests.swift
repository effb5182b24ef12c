#if SQLite
import Foundation
import Quire
import QuireSync
import QuireStore
import QuireTesting
import SampleModules
import Testing

/// Writes that refer to items which the server does not have yet.
@Suite("Outbox: related items")
struct RelationTests {
    private static func author(_ name: String, mentor: ContentID<Authors>? = nil) -> ContentDraft<Authors> {
        var draft = ContentDraft<Authors>()
        draft.fullName = .set(name)
        if let mentor { draft.mentor = .set(mentor) }
        return draft
    }

    private static func book(
        by author: ContentID<Authors>? = nil, editedBy editors: [ContentID<Authors>] = []
    ) -> Books.Draft {
        var draft = Shelf.draft("B")
        if let author { draft.author = .set(author) }
        if !editors.isEmpty { draft.editors = .set(editors) }
        return draft
    }

    private static func ids(_ operations: [WriteOperation]) -> [String] { operations.compactMap(\.id) }

    @Test(
        "A write that refers to a rejected new item is not sent before it, and follows once it is corrected")
    func corrected() async throws {
        let shelf = try await Shelf(.memory, [.refuses(.invalid)])
        try await shelf.content.create(Self.author("Taken"), id: "a")
        try await shelf.content.create(Self.book(by: "a"), id: "b")
        try await shelf.content.create(Shelf.draft("Independent"), id: "c")
        let first = try await shelf.outbox.send()
        #expect(first.refused == 1)
        #expect(first.left == 2)
        #expect(Self.ids(shelf.remote.sent) == ["a", "c"])
        try await shelf.content.update("a", with: Self.author("Free"))
        let second = try await shelf.outbox.send()
        #expect(second.sent == 2)
        #expect(second.left == 0)
        #expect(Self.ids(shelf.remote.done) == ["c", "a", "b"])
    }

    @Test("A chain of three and lists of relations wait for the first, also after a restart and a kill")
    func chain() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("relations-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("content.sqlite").path
        let modules = [Books.descriptor, Authors.descriptor]
        let remote = ScriptedRemote(InMemoryEngine(), [.refuses(.invalid)])
        do {
            let shelf = try await Shelf(try await Store(.file(path), modules: modules), remote)
            try await shelf.content.create(Self.author("Taken"), id: "a")
            try await shelf.content.create(Self.author("Pupil", mentor: "a"), id: "pupil")
            try await shelf.content.create(Self.author("Other"), id: "other")
            try await shelf.content.create(Self.book(editedBy: ["other", "pupil"]), id: "b")
            #expect(try await shelf.outbox.send().left == 3)
            #expect(Self.ids(remote.sent) == ["a", "other"])
            await shelf.store.close()
        }
        let shelf = try await Shelf(try await Store(.file(path), modules: modules), remote)
        #expect(try await shelf.outbox.pending().map(\.state) == [.refused, .waiting, .waiting])
        #expect(try await shelf.outbox.send().left == 3)
        try await shelf.content.update("a", with: Self.author("Free"))
        remote.script(.losesResponse)
        #expect(try await shelf.outbox.send().problem != nil)
        #expect(try await shelf.outbox.send().left == 0)
        #expect(Self.ids(remote.done) == ["other", "a", "pupil", "b"])
        await shelf.store.close()
    }

    @Test(
        "If a new item is discarded, writes that refer to it are rejected with that reason, and are never sent"
    )
    func discarded() async throws {
        let shelf = try await Shelf(.memory, [.refuses(.invalid)])
        try await shelf.content.create(Self.author("Taken"), id: "a")
        try await shelf.content.create(Self.author("Pupil", mentor: "a"), id: "pupil")
        try await shelf.content.create(Self.book(by: "pupil"), id: "b")
        _ = try await shelf.outbox.send()
        try await shelf.outbox.discard(try #require(try await shelf.outbox.pending().first))
        let refused = try #require(try await shelf.outbox.pending().first)
        #expect(refused.state == .refused)
        #expect(
            refused.failure?.message
                == "it refers to authors a, which the server does not have: its own write was dropped")
        #expect(try await shelf.outbox.send().left == 2)
        #expect(Self.ids(shelf.remote.sent) == ["a"])
        // Corrected, it is sent, and so is the write that refers to it.
        var draft = ContentDraft<Authors>()
        draft.mentor = .clear
        try await shelf.content.update("pupil", with: draft)
        #expect(try await shelf.outbox.send().left == 0)
        #expect(Self.ids(shelf.remote.done) == ["pupil", "b"])
    }

    @Test("Deleting a rejected new item here rejects the writes that refer to it")
    func deleted() async throws {
        let shelf = try await Shelf(.memory, [.refuses(.invalid)])
        try await shelf.content.create(Self.author("Taken"), id: "a")
        try await shelf.content.create(Self.book(by: "a"), id: "b")
        _ = try await shelf.outbox.send()
        try await shelf.content.delete(ContentID<Authors>("a"))
        #expect(try await shelf.outbox.pending().map(\.state) == [.refused])
    }

    @Test("A rejected update of an item that the server has delays nothing else")
    func existing() async throws {
        let shelf = try await Shelf(.memory)
        try await shelf.content.create(Self.author("Jane"), id: "a")
        _ = try await shelf.outbox.send()
        shelf.remote.script(.refuses(.invalid))
        try await shelf.content.update("a", with: Self.author("Taken"))
        try await shelf.content.create(Self.book(by: "a"), id: "b")
        let summary = try await shelf.outbox.send()
        #expect(summary.sent == 1)
        #expect(Self.ids(shelf.remote.done) == ["a", "b"])
        // Discarding the update loses no item.
        try await shelf.content.update("b", with: Self.book(by: "a"))
        try await shelf.outbox.discard(try #require(try await shelf.outbox.pending().first))
        #expect(try await shelf.outbox.send().left == 0)
    }

    @Test("A write that was rejected before the item that it refers to is sent again after that item")
    func referredLater() async throws {
        let shelf = try await Shelf(.memory, [.refuses(.invalid)])
        try await shelf.content.create(Self.book(by: "a"), id: "b")
        try await shelf.content.create(Self.author("Jane"), id: "a")
        let summary = try await shelf.outbox.send()
        #expect(summary.refused == 1)
        #expect(summary.left == 0)
        #expect(Self.ids(shelf.remote.done) == ["a", "b"])
    }
}
#endif
