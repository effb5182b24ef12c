import Foundation
import Quire
import QuireIndexing
import Testing
import TransportDoubles

@Suite("Initial indexing", .timeLimit(.minutes(10)))
struct InitialIndexingTests {
    private let journal = MemoryJournal()
    private let clock = SteppedClock()

    private func monitor(
        _ sources: (RecordingIndex, Objects)..., batchSize: Int = 2
    ) async -> IndexMonitor {
        let monitor = IndexMonitor(
            journal: journal, name: "i", settings: IndexSettings(batchSize: batchSize, pollInterval: nil),
            clock: clock.clock)
        for (index, objects) in sources { await monitor.add(index, changesFrom: objects) }
        return monitor
    }

    private func filled(_ count: Int, _ types: [String] = ["letters"]) async -> Objects {
        let objects = Objects(types)
        for type in types { for number in 0..<count { await objects.place("\(number)", "text", type) } }
        return objects
    }

    @Test("It runs although a change was recorded before the first start (C10)")
    func changeBefore() async throws {
        let objects = await filled(5)
        let index = RecordingIndex(objects)
        await journal.report([.update("1")], of: "letters", to: "i")
        let monitor = await monitor((index, objects))
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await monitor.stop()
    }

    @Test("It runs for a type that is added later (C10)")
    func laterType() async throws {
        let letters = await filled(3)
        let folders = await filled(4, ["folders"])
        let index = RecordingIndex(letters)
        let first = await monitor((index, letters))
        try await first.start()
        await first.waitUntilIdle()
        await first.stop()
        let count = await index.batches.count
        let other = RecordingIndex(folders)
        let second = await monitor((index, letters), (other, folders))
        try await second.start()
        await second.waitUntilIdle()
        #expect(await other.all("folders") == folders.all("folders"))
        #expect(await index.batches.count == count)
        await second.stop()
    }

    @Test("Without any objects it completes, and is not repeated (C10)")
    func nothing() async throws {
        let objects = Objects(["letters"])
        let index = RecordingIndex(objects)
        for _ in 0..<3 {
            let monitor = await monitor((index, objects))
            try await monitor.start()
            await monitor.waitUntilIdle()
            await monitor.stop()
        }
        #expect(await objects.pages == 1)
        #expect(await index.emptied == ["letters"])
        #expect(await journal.indexStates(of: "i").map(\.phase) == [.complete])
    }

    @Test("It resumes after being stopped")
    func resumes() async throws {
        let objects = await filled(9)
        let index = RecordingIndex(objects)
        await index.next(.take, .take, .wait(Signal()))
        let first = await monitor((index, objects))
        try await first.start()
        await index.heard(3)
        await first.stop()
        #expect(await index.all().count == 4)
        let second = await monitor((index, objects))
        try await second.start()
        await second.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        #expect(
            await index.batches.map(\.upserts) == [
                ["0", "1"], ["2", "3"], ["4", "5"], ["4", "5"], ["6", "7"], ["8"],
            ])
        #expect(await index.emptied == ["letters"])
        await second.stop()
    }

    @Test("Objects deleted or changed while it runs end up correct")
    func changesMeanwhile() async throws {
        let objects = await filled(8)
        let index = RecordingIndex(objects)
        let signal = Signal()
        await index.next(.take, .wait(signal))
        let monitor = await monitor((index, objects))
        try await monitor.start()
        await index.heard(2)
        // 2 and 3 are being written, 0 and 1 are done, the others are pending.
        for id in ["0", "2", "6"] { await objects.remove(id) }
        for id in ["1", "3", "7"] { await objects.place(id, "new") }
        await objects.place("00", "before the cursor")
        await objects.place("9", "at the end")
        try await objects.report(
            ["0", "2", "6"].map { .delete($0) } + ["1", "3", "7", "00", "9"].map { .update($0) })
        signal.give()
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await monitor.stop()
    }

    @Test("It is repeated after emptying the index if objects or items have a new signature")
    func generations() async throws {
        let objects = await filled(3, ["letters", "folders"])
        let index = RecordingIndex(objects)
        let first = await monitor((index, objects))
        try await first.start()
        await first.waitUntilIdle()
        await first.stop()
        await index.place("ghost", "of an earlier time")
        await index.place("ghost", "of an earlier time", "folders")
        // The letters have a new signature.
        let reshaped = Objects(["letters", "folders"], signatures: ["letters": "2"])
        for type in ["letters", "folders"] { await reshaped.place("1", "new", type) }
        let second = await monitor((index, reshaped))
        try await second.start()
        await second.waitUntilIdle()
        await second.stop()
        // The items are compared with the objects that the index was built from.
        #expect(await index.emptied.sorted() == ["folders", "letters", "letters"])
        #expect(await index.all("letters")[Array("ghost".utf8)] == nil)
        #expect(await index.all("folders")[Array("ghost".utf8)] != nil)
        // The items have a new signature.
        let other = RecordingIndex(reshaped, version: "2")
        let third = await monitor((other, reshaped))
        try await third.start()
        await third.waitUntilIdle()
        await third.stop()
        #expect(await other.emptied.sorted() == ["folders", "letters"])
        #expect(await other.all("letters") == reshaped.all("letters"))
        #expect(await other.all("folders") == reshaped.all("folders"))
    }

    @Test("An index that reports its content as current is kept")
    func keepsContent() async throws {
        let objects = await filled(3)
        let index = RecordingIndex(["letters"], emptiesFirst: false) { await objects.text($0, $1) }
        await index.place("ghost", "stays")
        let monitor = await monitor((index, objects))
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.emptied == [])
        #expect(await index.all().count == 4)
        await monitor.stop()
    }

    @Test("An object that fails its batch is isolated, and all others are indexed")
    func breaking() async throws {
        let objects = await filled(40)
        let index = RecordingIndex(objects)
        await index.setBreaks("7")
        let monitor = await monitor((index, objects), batchSize: 32)
        try await monitor.start()
        for _ in 0..<40 {
            await monitor.waitUntilIdle()
            clock.advance(.seconds(300))
        }
        await monitor.waitUntilIdle()
        var all = await objects.all("letters")
        all[Array("7".utf8)] = nil
        #expect(await index.all() == all)
        #expect(await journal.indexStates(of: "i").map(\.phase) == [.complete])
        let backlog = try await monitor.backlogs()[0].backlog
        #expect(backlog.count == 1)
        #expect(backlog.failing == 1)
        // It recovers when the object is fixed.
        await index.setBreaks()
        clock.advance(.seconds(300))
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await monitor.stop()
    }

    @Test("Objects that cannot be converted to an item wait without blocking others")
    func poison() async throws {
        let objects = await filled(10)
        let index = RecordingIndex(objects)
        await index.setPoison("3", "8")
        let monitor = await monitor((index, objects), batchSize: 5)
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await index.all().count == 8)
        #expect(try await monitor.backlogs()[0].backlog.failing == 2)
        var problems: Set<String> = []
        for await problem in monitor.errors {
            problems.formUnion(problem.ids)
            if problems.count == 2 { break }
        }
        #expect(problems == ["3", "8"])
        await index.setPoison()
        clock.advance(.seconds(1))
        await monitor.waitUntilIdle()
        #expect(await index.all() == objects.all("letters"))
        await monitor.stop()
    }
}
