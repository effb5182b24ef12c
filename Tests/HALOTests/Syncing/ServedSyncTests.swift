#if SQLite
import Foundation
import Quire
import QuireHALO
import QuireSync
import QuireServer
import QuireStore
import SampleModules
import Testing
import TransportDoubles

/// Syncing from the development server: after each sync, the store's content equals the server's.
@Suite("Sync: from the development server")
struct ServedSyncTests {
    @Test(
        "After any writes, a sync makes the store equal to the server, and requests only changes",
        .timeLimit(.minutes(10)), arguments: [1, 20_261_121] as [UInt64])
    func randomWrites(_ seed: UInt64) async throws {
        let remote = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        let server = try DevelopmentServer(
            store: remote, modules: [ServedModule(Books.descriptor), ServedModule(Authors.descriptor)])
        try await server.start()
        do {
            try await follow(HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))), seed)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func follow(_ halo: HALOEngine, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let there = ContentClient(engine: halo)
        let store = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        let here = ContentClient(engine: store)
        let sync = ContentSync(from: halo, into: store)
        /// The server's expected content: titles by id.
        var expected: [String: String] = [:]
        var number = 0

        for round in 0..<30 {
            var batch = WriteBatch()
            var entries: [(BatchEntry<Books>, String)] = []
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                number += 1
                let title = "Title \(number)"
                let id = expected.keys.sorted().randomElement(using: &generator)
                switch (Int.random(in: 0..<10, using: &generator), id) {
                case (..<5, _), (_, nil): entries.append((batch.create(draft(title)), title))
                case (..<8, let id?):
                    batch.update(ContentID<Books>(id), with: draft(title))
                    expected[id] = title
                case (_, let id?):
                    // Deletes follow updates, whatever the order of the calls.
                    batch.delete(ContentID<Books>(id))
                    expected[id] = nil
                }
            }
            if !batch.isEmpty {
                let result = try await there.write(batch)
                // An item may randomly be deleted twice, or updated after it was deleted.
                for failure in result.failures { #expect(failure.reason == .notFound, "\(failure)") }
                for (entry, title) in entries { expected[try result.item(entry).id.rawValue] = title }
            }
            if round == 20 {
                try await there.delete(all: Books.self)
                expected = [:]
            }
            let summary = try await sync.sync(Books.self)
            let kind: SyncKind = round == 0 ? .first : .changes
            #expect(summary.kind == kind)
            #expect(summary.rejected.isEmpty)
            var stored: [String: String] = [:]
            for book in try await here.fetch(Books.query().page(.all)) {
                stored[book.id.rawValue] = book.title
            }
            #expect(stored == expected, "round \(round) of seed \(seed)")
        }
        let again = try await sync.sync(Books.self)
        #expect(again.created + again.updated + again.deleted == 0)
    }

    private func draft(_ title: String) -> ContentDraft<Books> {
        var draft = ContentDraft<Books>()
        draft.title = .set(title)
        draft.age = .set(1)
        draft.price = .set(1)
        draft.active = .set(true)
        return draft
    }
}
#endif
