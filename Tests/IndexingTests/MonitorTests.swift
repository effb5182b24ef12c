import Foundation
import Quire
import QuireIndexing
import Testing
import TransportDoubles

/// The article's rules, and each defect of the library that it describes.
@Suite("The monitor", .timeLimit(.minutes(10)))
struct MonitorTests {
    private let journal = MemoryJournal()
    private let clock = SteppedClock()

    private func monitor(
        _ sources: (RecordingIndex, Objects)..., journal: (any IndexJournal)? = nil, batchSize: Int = 500
    ) async -> IndexMonitor {
        let monitor = IndexMonitor(
            journal: journal ?? self.journal, name: "i",
            settings: IndexSettings(batchSize: batchSize, pollInterval: nil), clock: clock.clock)
        for (index, objects) in sources { await monitor.add(index, changesFrom: objects) }
        return monitor
    }

    @Test("It indexes all objects at its first start, and all later changes")
    func first() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        for number in 0..<7 { await objects.place("\(number)", "text \(number)") }
        let monitor = await monitor((index, objects), batchSize: 3)
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        #expect(await index.batches.map(\.upserts.count) == [3, 3, 1])
        await objects.place("3", "new")
        await objects.remove("4")
        try await objects.report([.update("3"), .delete("4")])
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        #expect(await index.batches.count == 4)
        // Starting again does not repeat it.
        await monitor.stop()
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.batches.count == 4)
        await monitor.stop()
    }

    @Test("Several changes of an object reach the index once")
    func collapses() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let monitor = await monitor((index, objects))
        try await monitor.start()
        await monitor.waitUntilIdle()
        await objects.place("1", "one")
        await objects.place("2", "two")
        // All at once, so that none is being written before the last is reported.
        try await objects.report([
            .insert("1"), .update("1"), .insert("2"), .update("1"), .insert("3"), .delete("3"), .delete("2"),
            .insert("2"),
        ])
        await monitor.waitUntilIdle()
        #expect(
            await index.batches == [IndexBatch(type: "letters", upserts: ["1", "2"], deletes: ["3"])])
        await monitor.stop()
    }

    @Test(
        "An object deleted after its insertion never reappears, for any batches (C6)")
    func noResurrection() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let monitor = await monitor((index, objects), batchSize: 2)
        try await monitor.start()
        await monitor.waitUntilIdle()
        var changes: [ObjectChange] = []
        for number in 0..<20 { changes.append(.insert("\(number)")) }
        for number in 0..<20 where number % 3 == 0 { changes.append(.delete("\(number)")) }
        for number in 0..<20 where number % 3 != 0 { await objects.place("\(number)", "text") }
        try await objects.report(changes)
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        #expect(await index.all().count == 13)
        await monitor.stop()
    }

    @Test("One batch runs at a time, however often it is woken and started (C7)")
    func oneAtATime() async throws {
        let objects = Objects(["letters", "folders"])
        let index = RecordingIndex(objects)
        let monitor = await monitor((index, objects), batchSize: 1)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try? await monitor.start() } }
        }
        for number in 0..<20 {
            await objects.place("\(number)", "text", number % 2 == 0 ? "letters" : "folders")
            try await objects.report([.insert("\(number)")], number % 2 == 0 ? "letters" : "folders")
            monitor.wake()
            try await monitor.start()
        }
        await monitor.waitUntilIdle()
        #expect(await index.all("letters").count == 10)
        #expect(await index.all("folders").count == 10)
        #expect(await !index.overlapped)
        #expect(await index.batches.count == 20)
        await monitor.stop()
    }

    @Test("Pending changes resume at the start (C7)")
    func resumes() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let first = await monitor((index, objects))
        try await first.start()
        await first.waitUntilIdle()
        await index.next(.fail)
        await objects.place("1", "one")
        try await objects.report([.insert("1")])
        await index.heard(1)
        await first.stop()
        #expect(await index.all().isEmpty)
        // As after a restart: other objects, the same journal.
        let again = await monitor((index, objects))
        try await again.start()
        await again.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await again.stop()
    }

    @Test("A rejected change is kept and retried with a delay (C9)")
    func retries() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let monitor = await monitor((index, objects))
        try await monitor.start()
        await monitor.waitUntilIdle()
        await objects.place("1", "one")
        await index.next(.fail, .loseResponse, .fail)
        try await objects.report([.insert("1")])
        await monitor.waitUntilIdle()
        #expect(await index.batches.count == 1)
        var backlog = try await monitor.backlogs()[0].backlog
        #expect(backlog.failing == 1)
        #expect(backlog.lastReason?.contains("Down") == true)
        // Half of a delay is fixed, half of it is random: 1 s, 2 s, 4 s.
        for (count, wait) in [(2, Duration.seconds(1)), (3, .seconds(2)), (4, .seconds(4))] {
            clock.advance(wait * 0.49)
            await monitor.waitUntilIdle()
            #expect(await index.batches.count == count - 1)
            clock.advance(wait * 0.52)
            await monitor.waitUntilIdle()
            #expect(await index.batches.count == count)
        }
        #expect(await index.all() == objects.all("letters"))
        backlog = try await monitor.backlogs()[0].backlog
        #expect(backlog == IndexBacklog())
        await monitor.stop()
    }

    @Test("A change reported while a batch is running is not lost (C9)")
    func changeDuringBatch() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let monitor = await monitor((index, objects))
        try await monitor.start()
        await monitor.waitUntilIdle()
        let signal = Signal()
        await index.next(.wait(signal))
        await objects.place("1", "old")
        await objects.place("2", "old")
        try await objects.report([.insert("1"), .insert("2")])
        await index.heard(1)
        // The batch has read the old texts, and is slow.
        await objects.place("1", "new")
        await objects.remove("2")
        try await objects.report([.update("1"), .delete("2")])
        signal.give()
        await monitor.waitUntilIdle()
        #expect(await index.all() == [Array("1".utf8): "new"])
        await monitor.stop()
    }

    @Test("Other types continue while one fails")
    func otherTypes() async throws {
        let letters = Objects(["letters"])
        let folders = Objects(["folders"])
        let bad = RecordingIndex(letters)
        let good = RecordingIndex(folders)
        let monitor = await monitor((bad, letters), (good, folders))
        try await monitor.start()
        await monitor.waitUntilIdle()
        await bad.setBreaks("1")
        await letters.place("1", "one")
        try await letters.report([.insert("1")])
        for number in 0..<5 {
            await folders.place("\(number)", "text", "folders")
            try await folders.report([.insert("\(number)")], "folders")
            await monitor.waitUntilIdle()
        }
        #expect(await good.all("folders").count == 5)
        #expect(await bad.all().isEmpty)
        #expect(await bad.batches.count == 1)
        await monitor.stop()
    }

    @Test("A pending object that no longer exists is removed from the index (C8)")
    func gone() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        let monitor = await monitor((index, objects))
        try await monitor.start()
        await monitor.waitUntilIdle()
        await index.place("1", "stale")
        try await objects.report([.update("1")])
        await monitor.waitUntilIdle()
        #expect(await index.all().isEmpty)
        await monitor.stop()
    }

    @Test("A type without an indexer or with two providers is an error (C2)")
    func sources() async throws {
        let objects = Objects(["letters", "folders"])
        let index = RecordingIndex(["letters"]) { await objects.text($0, $1) }
        let without = await monitor((index, objects))
        await #expect(throws: IndexingError.noIndexer(type: "folders")) { try await without.start() }
        #expect(await !without.isRunning)
        let twice = await monitor((RecordingIndex(objects), objects), (index, Objects(["letters"])))
        await #expect(throws: IndexingError.twoProviders(type: "letters")) { try await twice.start() }
        // Another indexer that supports the type is enough.
        let rest = RecordingIndex(["folders"]) { await objects.text($0, $1) }
        let shared = await monitor((index, objects), (rest, Objects(["none"])))
        await #expect(throws: IndexingError.noIndexer(type: "none")) { try await shared.start() }
        let both = await monitor((index, objects), (rest, Objects([])))
        await objects.place("1", "one", "folders")
        try await both.start()
        await both.waitUntilIdle()
        #expect(await rest.all("folders").count == 1)
        await both.stop()
    }
}
