#if SQLite
import Foundation
import Quire
import QuireIndexing
import QuireStore
import Testing
import TransportDoubles

@Suite("Random events", .timeLimit(.minutes(10)))
struct RandomFeedTests {
    /// Fails now and then: before anything is written, after all of it, or for single items.
    private final class Faulty: WritableEngine, @unchecked Sendable {
        struct Broken: Error {}
        let store: Store
        private let lock = NSLock()
        private var random: SeededGenerator
        private var isFaulty = true

        init(_ store: Store, seed: UInt64) {
            self.store = store
            random = SeededGenerator(seed: seed)
        }

        func mend() { lock.withLock { isFaulty = false } }

        private func roll(_ sides: Int) -> Int {
            lock.withLock { isFaulty ? Int.random(in: 0..<sides, using: &random) : .max }
        }

        var capabilities: EngineCapabilities { store.capabilities }

        func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] {
            try await store.search(requests, decoding: decoder)
        }

        func searchData(_ request: SearchRequest) async throws -> Data { try await store.searchData(request) }

        func validate(_ request: SearchRequest) throws { try store.validate(request) }

        func explain(_ request: SearchRequest) throws -> String { try store.explain(request) }

        func write(_ batch: WriteBatch) async throws -> [WriteResult] {
            switch roll(6) {
            case 0: throw Broken()
            case 1:
                _ = try await store.write(batch)
                throw Broken()
            case 2:
                // Some of them, one by one.
                var results: [WriteResult] = []
                for operation in batch.operations {
                    if roll(2) == 0 {
                        results.append(
                            .failed(WriteError(.other, operation, message: "not now")))
                    } else {
                        results += try await store.write(WriteBatch([operation]))
                    }
                }
                return results
            default: return try await store.write(batch)
            }
        }
    }

    @Test("The second store ends up equal to the first", arguments: 1...8 as ClosedRange<UInt64>)
    func random(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let folder = try Folder()
        let target = try await Store(.file(folder.file("target")), modules: [Things.module])
        let faulty = Faulty(target, seed: seed &* 77)
        var store = try await Store(.file(folder.file()), modules: [Things.module])
        // Content that existed before the feed, and outdated content of the target.
        try await Things.put((0..<20).map { "\($0)" }, 0, in: store)
        try await Things.put(["ghost"], 0, in: target)
        // Waits take no time.
        let clock = ManualClock()
        var version = 1
        func makeMonitor(_ store: Store) async -> IndexMonitor {
            let monitor = IndexMonitor(
                journal: store, name: "i",
                settings: IndexSettings(batchSize: 4, maximumDelay: .seconds(2), pollInterval: nil),
                clock: clock.clock)
            await monitor.add(
                Versioned(EngineIndexer(from: store, into: faulty, [Things.module]), "\(version)"),
                changesFrom: store.changes(ofModules: ["things"]))
            return monitor
        }
        var monitor = await makeMonitor(store)
        for step in 1...150 {
            let ids = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                "\(Int.random(in: 0..<30, using: &random))"
            }
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8: try await Things.put(ids, step, in: store)
            case 8..<12: try await store.delete(ids, from: "things")
            case 12:
                if Bool.random(using: &random) { try await store.deleteAll(from: "things") }
            case 13...14: try await monitor.start()
            case 15: await monitor.stop()
            case 16: try await monitor.reindex(ids, of: "things")
            case 17:
                // A restart, sometimes with the next version of the app.
                await monitor.stop()
                await store.close()
                store = try await Store(.file(folder.file()), modules: [Things.module])
                if Bool.random(using: &random) { version += 1 }
                monitor = await makeMonitor(store)
                try await monitor.start()
            case 18: await monitor.waitUntilIdle()
            default:
                if Int.random(in: 0..<4, using: &random) == 0 { try? await monitor.deleteAll() }
            }
        }
        faulty.mend()
        try await monitor.start()
        var rounds = 0
        while true {
            await monitor.waitUntilIdle()
            let isDone = try await monitor.backlogs()[0].backlog.count == 0
            if try await store.journal.indexStates(of: "i")[0].phase == .complete, isDone { break }
            rounds += 1
            try #require(rounds < 10_000)
        }
        #expect(try await Things.all(target) == Things.all(store))
        await monitor.stop()
        await store.close()
        await target.close()
    }

    /// An indexer with a version of the app.
    private struct Versioned: Indexer {
        let indexer: EngineIndexer
        let version: String

        init(_ indexer: EngineIndexer, _ version: String) {
            self.indexer = indexer
            self.version = version
        }

        func indexes(_ type: String) -> Bool { indexer.indexes(type) }
        func generation(of type: String) async throws -> String { version }
        func index(_ batch: IndexBatch) async throws -> [ObjectIndexError] { try await indexer.index(batch) }
        func deleteAll(of type: String) async throws { try await indexer.deleteAll(of: type) }
    }

    @Test("Writers faster than the index are followed to the end")
    func concurrentWriters() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        let target = try await Store(.file(folder.file("target")), modules: [Things.module])
        let monitor = IndexMonitor(
            journal: store, name: "i", settings: IndexSettings(batchSize: 7, pollInterval: nil))
        await monitor.add(
            EngineIndexer(from: store, into: target, [Things.module]),
            changesFrom: store.changes(ofModules: ["things"]))
        try await monitor.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(writer))
                    for step in 0..<60 {
                        let ids = (0..<4).map { _ in "\(Int.random(in: 0..<25, using: &random))" }
                        if step % 3 == 2 {
                            try await store.delete(ids, from: "things")
                        } else {
                            try await Things.put(ids, writer * 1000 + step, in: store)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        await monitor.waitUntilIdle()
        #expect(try await Things.all(target) == Things.all(store))
        #expect(try await monitor.backlogs()[0].backlog == IndexBacklog())
        await monitor.stop()
    }
}
#endif
