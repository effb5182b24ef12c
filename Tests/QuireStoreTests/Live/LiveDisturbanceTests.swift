#if SQLite
import Foundation
import Quire
import SampleModules
import Seeds
import Testing

import QuireEngine
import QuireStore

@Suite("Live queries that are disturbed", .timeLimit(.minutes(60)))
struct LiveDisturbanceTests {
    private struct Regret: Error {}

    /// Waits for the second result of a live query.
    private func second(
        _ content: ContentClient, _ first: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var count = 0
            for try await page in content.live(Titles.query().sort(by: \.title)) {
                count += 1
                if count == 2 { return page.map(\.title) }
                start.yield()
            }
            return []
        }
        for await _ in started { break }
        try await first()
        return try await task.value
    }

    @Test(
        "A store that is closed while a loop waits ends it with an error",
        arguments: [LivePlace.memoryStore, .file])
    func closing(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let store = try #require(engine as? Store)
            await #expect {
                _ = try await second(ContentClient(engine: store)) { await store.close() }
            } throws: { ($0 as? StoreError)?.code == .closed }
            #expect(store.liveQueryCount == 0)
        }
    }

    @Test("A file that is replaced while a loop waits ends it with an error", arguments: [true, false])
    func replacing(_ byCopy: Bool) async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: Titles.library)
        let other = try await Store(.file(folder.file("other.sqlite")), modules: Titles.library)
        try await ContentClient(engine: other).create(Titles.draft("Emma"), id: "b1")
        await other.close()
        await #expect {
            _ = try await second(ContentClient(engine: store)) {
                try FileManager.default.removeItem(atPath: folder.file())
                guard byCopy else { return }
                try FileManager.default.moveItem(atPath: folder.file("other.sqlite"), toPath: folder.file())
            }
        } throws: { ($0 as? StoreError)?.code == .replaced }
        #expect(!store.followsOtherWriters)
    }

    @Test("A read-only store follows the writes of another store, such as an app's in its widget")
    func readOnly() async throws {
        let folder = try Folder()
        let app = try await Store(.file(folder.file()), modules: Titles.library)
        var options = StoreOptions()
        options.isReadOnly = true
        let widget = try await Store(.file(folder.file()), modules: Titles.library, options: options)
        let titles = try await second(ContentClient(engine: widget)) {
            try await ContentClient(engine: app).create(Titles.draft("Emma"), id: "b1")
        }
        #expect(titles == ["Emma"])
    }

    @Test("A closure that throws ends its loop only", arguments: LivePlace.allCases)
    func throwing(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            var other = content.live { try await $0.count(Titles.query()) }.makeAsyncIterator()
            #expect(try await other.next() == 0)
            for id in ["b1", "b2", "b3", "b4", "b5", "b6"] {
                var results = content.live { content in
                    _ = try await content.count(Titles.query())
                    if id.count == 2 { throw Regret() }
                    return 0
                }.makeAsyncIterator()
                await #expect(throws: Regret.self) { _ = try await results.next() }
                try await content.create(Titles.draft("Emma"), id: ContentID(id))
            }
            #expect(try await other.next() == 6)
            #expect(engine.commits.watcherCount == 1)
        }
    }

    @Test("Loops that are cancelled at random moments leave no transaction and no live query behind")
    func cancelling() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: Titles.library)
        let content = ContentClient(engine: store)
        var random = SeededGenerator(seed: Seed.current)
        for number in 0..<40 {
            let tasks = (0..<8).map { _ in
                Task { for try await _ in content.live(Titles.query().search("emma")) {} }
            }
            try await content.create(Titles.draft("Emma"), id: ContentID("b\(number)"))
            try await Task.sleep(for: .microseconds(Int.random(in: 0..<2_000, using: &random)))
            for task in tasks { task.cancel() }
            for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
            #expect(store.liveQueryCount == 0)
        }
        #expect(try await !store.checkpoint("TRUNCATE"))
        #expect(try await content.count(Titles.query()) == 40)
    }
}
#endif
