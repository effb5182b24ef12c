import Foundation
import Quire
import QuireStore
import QuireTesting
import SampleModules
import Testing

/// The effect of writes, the same on every engine that stores content itself.
@Suite("Writing: effects")
struct WriteBehaviourTests {
    /// Creates a separate engine for every test.
    enum Place: String, CaseIterable, Sendable {
        case memory
        #if SQLite
        case store
        #endif

        func client() async throws -> ContentClient {
            switch self {
            case .memory: return ContentClient(engine: InMemoryEngine())
            #if SQLite
            case .store:
                let modules = [Novels.descriptor, Books.descriptor, Authors.descriptor]
                return ContentClient(engine: try await Store(.memory, modules: modules))
            #endif
            }
        }
    }

    private func draft(_ title: String, rank: Int? = nil) -> Novels.Draft {
        var draft = Novels.Draft()
        draft.title = .set(title)
        if let rank { draft.rank = .set(rank) }
        return draft
    }

    private func all(_ content: ContentClient) async throws -> [Novel] {
        try await content.fetch(Novels.query().page(.all)).items
    }

    @Test(
        "A created item has the draft's values, an id of 24 hexadecimal digits, and the time",
        arguments: Place.allCases)
    func create(_ place: Place) async throws {
        let content = try await place.client()
        var draft = draft("Emma", rank: 3)
        draft.metadata.name = .set("Emma, 1815")
        draft.metadata.tags = .set([Tag(name: "brand", value: "x")])
        draft.metadata.publishedAt = .set(Date(milliseconds: 5))
        draft.author = .set("a1")
        draft.released = .set(Date(timeIntervalSince1970: 86_400))
        let before = Date().milliseconds
        let novel = try await content.create(draft)
        let after = Date().milliseconds
        #expect(novel.title == "Emma")
        #expect(novel.rank == 3)
        #expect(novel.author?.id == "a1")
        #expect(novel.released == Date(timeIntervalSince1970: 86_400))
        #expect(novel.name == "Emma, 1815")
        #expect(novel.metadata.tags == [Tag(name: "brand", value: "x")])
        #expect(novel.publishedAt == Date(milliseconds: 5))
        #expect(novel.metadata.module == "m1")
        #expect(novel.id.rawValue.wholeMatch(of: /[0-9a-f]{24}/) != nil)
        let created = try #require(novel.createdAt?.milliseconds)
        #expect((before...after).contains(created))
        #expect(novel.updatedAt == novel.createdAt)
        #expect(try await all(content) == [novel])
        #expect(try await content.create(draft).id != novel.id)
    }

    @Test("An item is created under its own id, once", arguments: Place.allCases)
    func createWithID(_ place: Place) async throws {
        let content = try await place.client()
        var mine = Novel(id: "é\"1", values: .init(title: "Emma"))
        mine.metadata.createdAt = Date(milliseconds: 1000)
        let novel = try await content.create(mine)
        #expect(novel.id == "é\"1")
        #expect(novel.createdAt == Date(milliseconds: 1000))
        for _ in 0..<2 {
            let failure = await #expect(throws: WriteError.self) { try await content.create(mine) }
            #expect(failure?.reason == .exists)
        }
        #expect(try await content.create(draft("Other"), id: "2").id == "2")
        #expect(try await all(content).count == 2)
    }

    @Test(
        "A draft without required fields is kept; it decodes as an item once they are set",
        arguments: Place.allCases)
    func incomplete(_ place: Place) async throws {
        let content = try await place.client()
        let id = try await content.create(incomplete: Novels.Draft())
        #expect(try await content.fetch(Novels.query().lenient()).rejected.map(\.id) == [id.rawValue])
        let failure = await #expect(throws: WriteError.self) {
            try await content.create(Novels.Draft())
        }
        #expect(failure?.fields.map(\.name) == ["title"])
        #expect(try await content.fetch(Novels.query().lenient()).rejected.count == 1)
        let novel = try await content.update(id, with: draft("Now whole"))
        #expect(novel.title == "Now whole")
    }

    @Test(
        "A partial update changes the fields that it sets and clears, and nothing else",
        arguments: Place.allCases)
    func partial(_ place: Place) async throws {
        let content = try await place.client()
        var first = draft("Emma", rank: 3)
        first.metadata.name = .set("n")
        first.metadata.publishedAt = .set(Date(milliseconds: 5))
        first.author = .set("a1")
        let novel = try await content.create(first)
        var second = Novels.Draft()
        second.rank = .clear
        second.metadata.publishedAt = .clear
        second.metadata.removedAt = .set(Date(milliseconds: 9))
        let changed = try await content.update(novel.id, with: second)
        #expect(changed.title == "Emma")
        #expect(changed.rank == nil)
        #expect(changed.author?.id == "a1")
        #expect(changed.name == "n")
        #expect(changed.publishedAt == nil)
        #expect(changed.removedAt == Date(milliseconds: 9))
        #expect(changed.createdAt == novel.createdAt)
        #expect(try #require(changed.updatedAt) > #require(novel.updatedAt))
        #expect(try await all(content) == [changed])
    }

    @Test("Saving replaces the whole item, including values that it lacks", arguments: Place.allCases)
    func save(_ place: Place) async throws {
        let content = try await place.client()
        var first = draft("Emma", rank: 3)
        first.metadata.tags = .set([Tag(name: "brand")])
        first.metadata.publishedAt = .set(Date(milliseconds: 5))
        var novel = try await content.create(first)
        novel.rank = nil
        novel.title = "Persuasion"
        novel.publishedAt = nil
        novel.metadata.tags = []
        let saved = try await content.save(novel)
        #expect(saved.title == "Persuasion")
        #expect(saved.rank == nil)
        #expect(saved.publishedAt == nil)
        #expect(saved.metadata.tags.isEmpty)
        #expect(saved.createdAt == novel.createdAt)
        #expect(try await all(content) == [saved])
    }

    @Test("A missing item cannot be changed or deleted", arguments: Place.allCases)
    func notFound(_ place: Place) async throws {
        let content = try await place.client()
        let ghost = Novel(id: "ghost", values: .init(title: "x"))
        for write in [
            { try await content.save(ghost) }, { try await content.update("ghost", with: draft("x")) },
            { try await content.delete(ghost) },
        ] as [() async throws -> Void] {
            let failure = await #expect(throws: WriteError.self) { try await write() }
            #expect(failure?.reason == .notFound)
            #expect(failure?.id == "ghost")
        }
        #expect(try await all(content).isEmpty)
    }

    @Test("Create or update creates or updates the item", arguments: Place.allCases)
    func createOrUpdate(_ place: Place) async throws {
        let content = try await place.client()
        let new = try await content.createOrUpdate(Novel(id: "1", values: .init(title: "New")))
        #expect(new.createdAt != nil)
        var changed = new
        changed.title = "Changed"
        let stored = try await content.createOrUpdate(changed)
        #expect(stored.title == "Changed")
        #expect(try await all(content) == [stored])
        await #expect(throws: WriteConflictError<Novels>.self) { try await content.createOrUpdate(new) }
    }

    @Test("Deleting removes the item, whatever has changed since", arguments: Place.allCases)
    func delete(_ place: Place) async throws {
        let content = try await place.client()
        let novel = try await content.create(draft("Emma"))
        let kept = try await content.create(draft("Kept"))
        _ = try await content.update(novel.id, with: draft("Changed"))
        try await content.delete(novel)
        #expect(try await all(content) == [kept])
    }

    @Test(
        "Of two writers who read the same state, the second has a conflict, even within a millisecond",
        arguments: Place.allCases)
    func conflict(_ place: Place) async throws {
        let content = try await place.client()
        let read = try await content.create(draft("Emma", rank: 1))
        var theirs = read
        theirs.title = "Theirs"
        let stored = try await content.save(theirs)
        var mine = read
        mine.rank = 2
        let conflict = try #require(
            await #expect(throws: WriteConflictError<Novels>.self) { try await content.save(mine) })
        #expect(conflict.theirs == stored)
        #expect(conflict.mine?.rank == 2)
        #expect(try await all(content) == [stored])
        await #expect(throws: WriteConflictError<Novels>.self) {
            try await content.update(read, with: draft("Draft"))
        }
        let merged = try await content.resolve(
            conflict,
            by: .merge { mine, theirs in
                var merged = theirs
                merged.rank = mine.rank
                return merged
            })
        #expect(merged?.title == "Theirs")
        #expect(merged?.rank == 2)
        // Their item has changed again: the old conflict is a new one.
        await #expect(throws: WriteConflictError<Novels>.self) {
            try await content.resolve(conflict, by: .keepMine)
        }
        // Without a version check, there is no conflict.
        #expect(try await content.update(read.id, with: draft("Last")).title == "Last")
    }

    @Test(
        "A batch runs in the order of kinds; each operation is independent, and each result is in its position",
        arguments: Place.allCases)
    func batch(_ place: Place) async throws {
        let content = try await place.client()
        let stale = try await content.create(draft("Stale"))
        _ = try await content.create(draft("Second"))
        let book = try await content.create(Book(id: "b", values: .init(title: "Book", age: 1)))
        var batch = WriteBatch()
        let created = batch.create(draft("Created"), id: "c")
        let truncated = batch.delete(all: Novels.self)
        let lost = batch.update(stale)
        let updated = batch.update("c", with: draft("Created and updated"))
        let deleted = batch.delete(book)
        let missing = batch.delete(ContentID<Books>("ghost"))
        let either = batch.createOrUpdate(Novel(id: "cu", values: .init(title: "Either")))
        let result = try await content.write(batch)
        #expect(try result.item(created).title == "Created")
        #expect(try result.item(updated).title == "Created and updated")
        #expect(try result.item(either).title == "Either")
        guard case .truncated(2) = result.outcome(of: truncated), case .deleted = result.outcome(of: deleted),
            case .failed(let gone) = result.outcome(of: lost),
            case .failed(let ghost) = result.outcome(of: missing)
        else {
            Issue.record("\(result.results)")
            return
        }
        #expect(gone.reason == .notFound)
        #expect(ghost.id == "ghost")
        #expect(result.succeeded == 5)
        #expect(try await all(content).map(\.title).sorted() == ["Created and updated", "Either"])
        #expect(try await content.count(Books.query()) == 0)
    }

    @Test("The conflicts of a batch become the next batch", arguments: Place.allCases)
    func batchConflicts(_ place: Place) async throws {
        let content = try await place.client()
        var read: [Novel] = []
        for id in ["a", "b", "c"] { read.append(try await content.create(draft(id), id: .init(id))) }
        for novel in read.dropFirst() {
            _ = try await content.update(novel.id, with: draft("theirs", rank: 7))
        }
        let result = try await content.batch { batch in
            for novel in read { batch.update(novel, with: draft("mine")) }
        }
        #expect(result.succeeded == 1)
        #expect(result.conflicts(Novels.self).map(\.theirs.id) == read.dropFirst().map(\.id))
        let next = try await content.write(result.resolving(Novels.self, by: .keepMine))
        #expect(next.failures.isEmpty)
        #expect(try await all(content).map(\.title) == ["mine", "mine", "mine"])
        #expect(try await all(content).map(\.rank) == [nil, 7, 7])
    }

    @Test("An empty batch and a missing id are rejected", arguments: Place.allCases)
    func refused(_ place: Place) async throws {
        let content = try await place.client()
        await #expect(throws: EmptyBatchError.self) { try await content.batch { _ in } }
        await #expect(throws: UnsupportedError.self) { try await content.delete(ContentID<Novels>("")) }
        await #expect(throws: UnsupportedError.self) { try await content.create(draft("x"), id: "") }
    }

    @Test("New ids contain their time, and are unique", .timeLimit(.minutes(10)))
    func ids() {
        let date = Date(timeIntervalSince1970: 1_474_980_516)
        #expect(InstanceWriting.newID(at: date).hasPrefix("57ea6aa4"))
        #expect(Set((0..<100_000).map { _ in InstanceWriting.newID(at: date) }).count == 100_000)
        #expect(InstanceWriting.newID(at: Date(timeIntervalSince1970: -1)).count == 24)
    }

    @Test("A read-only engine rejects writes, and states the remedy")
    func readOnlyEngine() async throws {
        let content = ContentClient(engine: ReadOnlyEngine())
        let error = await #expect(throws: UnsupportedError.self) { try await content.create(draft("x")) }
        #expect(error?.node == "writing")
    }

    private struct ReadOnlyEngine: ContentEngine {
        let memory = InMemoryEngine()
        var capabilities: EngineCapabilities { memory.capabilities }
        func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] { try await memory.search(requests, decoding: decoder) }
        func searchData(_ request: SearchRequest) async throws -> Data {
            try await memory.searchData(request)
        }
        func validate(_ request: SearchRequest) throws { try memory.validate(request) }

        func explain(_ request: SearchRequest) throws -> String { try memory.explain(request) }
    }
}
