#if SQLite
import Foundation
import Quire
import QuireServer
import QuireStore
import SampleModules
import Testing

import QuireHALO

/// Writes and untyped searches over HTTP against the development server, which understands the client's requests.
@Suite("Writing: over HTTP to the development server")
struct ServedWriteTests {
    private static let deviceTag = Quire.Tag(name: "Platform Name", value: "ios")

    private func serving(_ body: (ContentClient, HALOEngine) async throws -> Void) async throws {
        let modules = [Novels.descriptor, Books.descriptor, Authors.descriptor]
        let store = try await Store(.memory, modules: modules)
        let server = try DevelopmentServer(store: store, modules: modules.map { ServedModule($0) })
        try await server.start()
        let halo = HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))) {
            [Self.deviceTag]
        }
        do {
            try await body(ContentClient(engine: halo), halo)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func draft(_ title: String, rank: Int? = nil) -> Novels.Draft {
        var draft = Novels.Draft()
        draft.metadata.name = .set(title)
        draft.title = .set(title)
        if let rank { draft.rank = .set(rank) }
        return draft
    }

    @Test("A device never gets an id that its own calls reject", arguments: ["..", "a\u{0}b", "", "a\nb"])
    func deviceIDs(_ id: String) async throws {
        try await serving { _, halo in
            let body = JSONValue.object([.init("id", .string(id))]).data
            let error = await #expect(throws: HALOError.self) {
                try await halo.send(.post, "api/segmentation/appuser", body: body)
            }
            #expect(error?.status == 400)
            let odd = JSONValue.object([.init("id", .string("a/b?c#d%2F"))]).data
            _ = try await halo.send(.post, "api/segmentation/appuser", body: odd)
            var device = try await halo.device(id: "a/b?c#d%2F")
            device.alias = "mine"
            try await halo.save(device)
            #expect(try await halo.device(id: "a/b?c#d%2F").alias == "mine")
        }
    }

    @Test("An item is created, partially updated, saved and deleted", .timeLimit(.minutes(10)))
    func life() async throws {
        try await serving { content, _ in
            var draft = draft("Emma", rank: 3)
            draft.metadata.tags = .set([Tag(name: "brand", value: "x")])
            draft.metadata.publishedAt = .set(Date(milliseconds: 5))
            let novel = try await content.create(draft)
            #expect(novel.id.rawValue.count == 24)
            #expect(novel.metadata.module == "m1")
            #expect(novel.publishedAt == Date(milliseconds: 5))

            var change = Novels.Draft()
            change.rank = .clear
            change.metadata.publishedAt = .clear
            var changed = try await content.update(novel.id, with: change)
            #expect(changed.title == "Emma")
            #expect(changed.rank == nil)
            #expect(changed.publishedAt == nil)
            #expect(changed.metadata.tags == [Tag(name: "brand", value: "x")])
            #expect(changed.createdAt == novel.createdAt)

            changed.title = "Persuasion"
            changed.rank = 1
            changed.metadata.tags = []
            var saved = try await content.save(changed)
            #expect(saved.title == "Persuasion")
            #expect(saved.metadata.tags.isEmpty)
            saved.rank = nil
            saved = try await content.save(saved)
            #expect(saved.rank == nil)
            #expect(try await content.fetch(Novels.query()).first?.values == saved.values)

            try await content.delete(saved)
            // HALO keeps deleted items and marks them.
            let left = try await content.fetch(Novels.query().filterMeta { $0.deletedAt == nil })
            #expect(left.isEmpty)
        }
    }

    @Test("A second writer's conflict contains the newer item, and is merged", .timeLimit(.minutes(10)))
    func conflict() async throws {
        try await serving { content, _ in
            let created = try await content.create(draft("Emma", rank: 1))
            let read = try await content.update(created.id, with: draft("Emma", rank: 2))
            var theirs = read
            theirs.title = "Theirs"
            theirs = try await content.save(theirs)
            var mine = read
            mine.rank = 9
            let conflict = try #require(
                await #expect(throws: WriteConflictError<Novels>.self) { try await content.save(mine) })
            #expect(conflict.theirs.title == "Theirs")
            #expect(conflict.mine?.rank == 9)
            let merged = try await content.resolve(
                conflict,
                by: .merge { mine, theirs in
                    var merged = theirs
                    merged.rank = mine.rank
                    return merged
                })
            #expect(merged?.title == "Theirs")
            #expect(merged?.rank == 9)
        }
    }

    @Test(
        "A batch of every kind returns results in their positions, failures beside successes",
        .timeLimit(.minutes(10)))
    func batch() async throws {
        try await serving { content, halo in
            let old = try await content.create(draft("Old"))
            let kept = try await content.create(Author(id: "a1", values: .init(fullName: "Jane")))
            var batch = WriteBatch()
            let created = batch.create(draft("New"))
            let truncated = batch.delete(all: Novels.self)
            let either = batch.createOrUpdate(Novel(id: "cu", values: .init(title: "Either")))
            let ghost = batch.delete(ContentID<Authors>("ghost"))
            let author = batch.update(kept.id, with: ContentDraft<Authors>())
            let result = try await content.write(batch)
            #expect(try result.item(created).title == "New")
            #expect(try result.item(either).id == "cu")
            #expect(try result.item(author).fullName == "Jane")
            guard case .truncated(1) = result.outcome(of: truncated),
                case .failed(let failure) = result.outcome(of: ghost)
            else {
                Issue.record("\(result.results)")
                return
            }
            #expect(failure.reason == .notFound)
            let live = try await content.fetch(
                Novels.query().filterMeta { $0.deletedAt == nil }.sort(by: \.name))
            #expect(Set(live.map(\.title)) == ["New", "Either"])
            #expect(!live.map(\.id).contains(old.id))
            var counted = WriteBatch()
            counted.create(draft("a"))
            counted.create(draft("b"))
            let response = try await halo.send(counted)
            let total = try #require(response.counts["total"])
            #expect(total.success == 2 && total.failure == 0 && total.total == 2)
            #expect(response.unmatched.isEmpty)
        }
    }

    @Test(
        "One search covers two modules, with the device's tags too; each item decodes as its own module",
        .timeLimit(.minutes(10)))
    func untyped() async throws {
        try await serving { content, halo in
            var tagged = draft("Tagged")
            tagged.metadata.tags = .set([Self.deviceTag])
            let novel = try await content.create(tagged)
            try await content.create(draft("Plain"))
            try await content.create(Author(id: "a1", values: .init(fullName: "Jane")))
            var query = HALOQuery(moduleNames: ["novels", "authors"])
            query.page = .page(1, size: 2)
            query.sort = [SortKey(.metadata("createdAt"))]
            let first = try await halo.search(query)
            let second = try #require(try await first.next())
            #expect(first.count == 2)
            #expect(second.count == 1)
            let novels = (first.items + second.items).filter { $0.moduleID == "m1" }
            #expect(Set(try novels.map { try $0.as(Novels.self).title }) == ["Tagged", "Plain"])
            query.page = .all
            query.segment = Segment(tags: [], includesDevice: true)
            #expect(try await halo.search(query).map(\.id) == [novel.id.rawValue])
            #expect(
                try await content.fetch(Novels.query().halo(segmentWithDevice: true)).map(\.id) == [novel.id])
        }
    }
}
#endif
