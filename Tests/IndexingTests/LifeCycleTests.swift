import Foundation
import Quire
import QuireIndexing
import Testing
import TransportDoubles

@Suite("Starting and stopping a monitor", .timeLimit(.minutes(10)))
struct LifeCycleTests {
    private let journal = MemoryJournal()
    private let clock = SteppedClock()

    private func monitor(
        _ index: any Indexer, _ objects: Objects, batchSize: Int = 500, pollInterval: Duration? = nil
    ) async -> IndexMonitor {
        let monitor = IndexMonitor(
            journal: journal, name: "i",
            settings: IndexSettings(batchSize: batchSize, pollInterval: pollInterval), clock: clock.clock)
        await monitor.add(index, changesFrom: objects)
        return monitor
    }

    @Test("Stopping during a batch keeps the batch in the journal")
    func stops() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let monitor = await monitor(index, objects)
        try await monitor.start()
        await monitor.waitUntilIdle()
        await index.next(.wait(Signal()))
        await objects.place("1", "one")
        try await objects.report([.insert("1")])
        await index.heard(1)
        await monitor.stop()
        #expect(await !monitor.isRunning)
        #expect(try await monitor.backlogs()[0].backlog == IndexBacklog(count: 1))
        // Stopping twice has no further effect; waiting tasks are released.
        await monitor.stop()
        await monitor.waitUntilIdle()
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await monitor.stop()
    }

    @Test("An index has one monitor at a time, and waiting for it can be cancelled")
    func one() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let first = await monitor(index, objects)
        let second = await monitor(index, objects)
        try await first.start()
        await #expect(throws: IndexingError.running(index: "i")) { try await second.start() }
        await first.waitUntilIdle()
        await index.next(.wait(Signal()))
        try await objects.report([.update("1")])
        await index.heard(1)
        // The index never responds.
        let waiting = Task { await first.waitUntilIdle() }
        waiting.cancel()
        await waiting.value
        await first.stop()
        try await second.start()
        await second.waitUntilIdle()
        #expect(await index.batches.count == 2)
        await second.stop()
    }

    @Test("Releasing a monitor ends its work")
    func dropped() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let signal = Signal()
        await index.next(.wait(signal))
        await objects.place("1", "one")
        var monitor: IndexMonitor? = await monitor(index, objects)
        try await monitor?.start()
        await index.heard(1)
        weak let dropped = monitor
        monitor = nil
        // The batch is cancelled, so the index is not written.
        try? await signal.wait()
        #expect(dropped == nil)
        #expect(await index.all().isEmpty)
    }

    @Test("Changes journaled by another process are found by polling")
    func polls() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let monitor = await monitor(index, objects, pollInterval: .seconds(30))
        try await monitor.start()
        await monitor.waitUntilIdle()
        await objects.place("1", "one")
        await journal.report([.insert("1")], of: "letters", to: "i")
        // It may not sleep yet when the clock is moved first.
        while await index.batches.isEmpty {
            clock.advance(.seconds(30))
            await Task.yield()
        }
        await monitor.stop()
        #expect(await index.batches.count == 1)
    }

    @Test("Deleting everything empties the index and the journal, and the next start is a first one")
    func deletesAll() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        for number in 0..<3 { await objects.place("\(number)", "text") }
        let monitor = await monitor(index, objects)
        try await monitor.start()
        await monitor.waitUntilIdle()
        await monitor.stop()
        await journal.report([.update("1")], of: "letters", to: "i")
        try await monitor.deleteAll()
        #expect(await index.all().isEmpty)
        #expect(await journal.indexStates(of: "i") == [])
        #expect(try await monitor.backlogs()[0].backlog.count == 0)
        #expect(await !monitor.isRunning)
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await monitor.stop()
    }

    @Test("A partially emptied index counts as empty")
    func halfDeleted() async throws {
        struct Stubborn: Indexer {
            struct Refused: Error {}
            let index: RecordingIndex
            let refuses: @Sendable () -> Bool
            func indexes(_ type: String) -> Bool { index.indexes(type) }
            func index(_ batch: IndexBatch) async throws -> [ObjectIndexError] {
                try await index.index(batch)
            }
            func deleteAll(of type: String) async throws {
                await index.deleteAll(of: type)
                if refuses() { throw Refused() }
            }
        }
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        for number in 0..<3 { await objects.place("\(number)", "text") }
        let log = Log()
        let monitor = await monitor(
            Stubborn(index: index) {
                log.add("delete")
                return log.lines.count == 2
            }, objects)
        try await monitor.start()
        await monitor.waitUntilIdle()
        await #expect(throws: Stubborn.Refused.self) { try await monitor.deleteAll() }
        #expect(await index.all().isEmpty)
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await monitor.stop()
    }

    @Test("Some objects, or all of a type, are reindexed on request")
    func reindexes() async throws {
        let objects = Objects(["letters", "folders"])
        let index = RecordingIndex(objects)
        for type in ["letters", "folders"] { for id in ["1", "2"] { await objects.place(id, "text", type) } }
        let monitor = await monitor(index, objects)
        // Also before the first start.
        try await monitor.reindex(["1"], of: "letters")
        try await monitor.start()
        await monitor.waitUntilIdle()
        await index.place("1", "spoiled")
        await index.place("3", "not there")
        try await monitor.reindex(["1", "3"], of: "letters")
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await index.place("4", "spoiled")
        await index.place("4", "spoiled", "folders")
        try await monitor.reindexAll(of: "letters")
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        #expect(await index.all("folders").count == 3)
        try await monitor.reindexAll()
        await monitor.waitUntilIdle()
        #expect(await index.all("folders") == objects.all("folders"))
        await monitor.stop()
    }

    @Test("Progress reports each batch with its number of objects")
    func progress() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        for number in 0..<5 { await objects.place("\(number)", "text") }
        let monitor = await monitor(index, objects, batchSize: 2)
        try await monitor.start()
        await monitor.waitUntilIdle()
        for number in 0..<3 { await objects.place("\(number)", "new") }
        try await objects.report((0..<3).map { .update("\($0)") })
        await monitor.waitUntilIdle()
        var heard: [IndexProgress] = []
        for await progress in monitor.progress {
            heard.append(progress)
            if heard.count == 8 { break }
        }
        func expected(_ phase: IndexProgress.Phase, _ done: Int, _ total: Int?) -> IndexProgress {
            IndexProgress(type: "letters", phase: phase, done: done, total: total)
        }
        #expect(
            heard == [
                expected(.emptying, 0, nil), expected(.initial, 2, 5), expected(.initial, 4, 5),
                expected(.initial, 5, 5), expected(.idle, 0, nil), expected(.changes, 2, 3),
                expected(.changes, 3, 3), expected(.idle, 0, nil),
            ])
        await monitor.stop()
    }

    @Test("Late listeners get the errors, and the journal stores them without secrets")
    func errors() async throws {
        struct Secret: Error, CustomStringConvertible { let description = "token=hunter2" }
        struct Leaking: Indexer {
            func indexes(_ type: String) -> Bool { true }
            func index(_ batch: IndexBatch) async throws -> [ObjectIndexError] { throw Secret() }
            func deleteAll(of type: String) async throws {}
        }
        let objects = Objects(["letters"])
        let monitor = await monitor(Leaking(), objects)
        try await monitor.start()
        await monitor.waitUntilIdle()
        try await objects.report([.update("1")])
        await monitor.waitUntilIdle()
        for await problem in monitor.errors {
            #expect(problem.error is Secret)
            #expect(problem.ids == ["1"])
            #expect(problem.type == "letters")
            #expect(!problem.description.contains("hunter2"))
            #expect(problem.delay > .zero && problem.delay <= .seconds(1))
            break
        }
        let backlog = try await monitor.backlogs()[0].backlog
        #expect(backlog.lastReason?.contains("Secret") == true)
        #expect(backlog.lastReason?.contains("hunter2") == false)
        await monitor.stop()
    }
}
