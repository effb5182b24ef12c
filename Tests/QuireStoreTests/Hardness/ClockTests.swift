#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireIndexing
import StoreCrashWriter
import Testing

import QuireStore
import QuireSync

@Suite("A system clock that is set back", .timeLimit(.minutes(60)))
struct ClockTests {
    /// A clock whose date a test sets; elapsed time is independent of it.
    private final class SetClock: @unchecked Sendable {
        private let lock = NSLock()
        private var instant = ContinuousClock.now
        private var date = Date(timeIntervalSince1970: 1_700_000_000)

        func setBack(_ seconds: TimeInterval) { lock.withLock { date -= seconds } }

        func pass(_ seconds: Int) {
            lock.withLock {
                instant += .seconds(seconds)
                date += TimeInterval(seconds)
            }
        }

        var clock: TransportClock {
            TransportClock(
                now: { self.lock.withLock { self.instant } }, date: { self.lock.withLock { self.date } },
                // No time-based wake-ups: the test wakes the monitor itself.
                sleep: { _ in try await Task.sleep(for: .seconds(3_600)) })
        }
    }

    @Test("Index retries are not delayed")
    func retries() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        let index = CountingIndex()
        let time = SetClock()
        let monitor = IndexMonitor(
            journal: store, name: "i", settings: IndexSettings(pollInterval: nil), clock: time.clock)
        await monitor.add(index, changesFrom: store.changes(ofModules: ["things"]))
        try await monitor.start()
        await monitor.waitUntilIdle()
        await index.setDown(true)
        _ = try await store.load("things", from: .data(Things.line(1)))
        await monitor.waitUntilIdle()
        #expect(await index.attempts == 1)
        time.setBack(365 * 86_400)
        await index.setDown(false)
        // More than the delay after a first failure.
        time.pass(5)
        monitor.wake()
        await monitor.waitUntilIdle()
        #expect(await index.taken == ["1"])
        await monitor.stop()
    }

    @Test(
        "A cached response never outlives its time to live, in either direction",
        arguments: [(1, true), (2, true), (2.001, false), (365, false)] as [(Double, Bool)])
    func cachedResponses(_ daysBack: Double, _ isGood: Bool) async throws {
        let store = try await Store(.memory, modules: [Things.module])
        let moment = Date(timeIntervalSince1970: 1_700_000_000)
        for cache: any ResponseCache in [store.responses, MemoryResponseCache()] {
            var settings = OfflineSettings(timeToLive: .seconds(2 * 86_400))
            settings.setNow { moment }
            _ = try await OfflineData(cache: cache, settings: settings).response(to: "terms") {
                Data("1".utf8)
            }
            settings.setNow { moment - daysBack * 86_400 }
            let offline = OfflineData(cache: cache, settings: settings)
            var stored = OfflineOptions()
            stored.policy = .stored
            if isGood {
                let response = try await offline.response(to: "terms", stored) { Data() }
                #expect(response.value == Data("1".utf8))
            } else {
                await #expect(throws: NotStoredError.self) {
                    try await offline.response(to: "terms", stored) { Data() }
                }
                // It is removed too.
                settings.setNow { moment }
                let later = OfflineData(cache: cache, settings: settings)
                await #expect(throws: NotStoredError.self) {
                    try await later.response(to: "terms", stored) { Data() }
                }
            }
        }
    }

    @Test("An item that is written again gets a later date than before")
    func dates() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        // As written while the clock was a hundred years ahead.
        let future = Date().milliseconds + 100 * 366 * 86_400_000
        _ = try await store.load(
            "things", from: .data(Data(#"{"id":"1","updatedAt":\#(future),"values":{"n":1}}"#.utf8)))
        for round in 1...3 {
            var operation = WriteOperation(.update, Things.module, id: "1")
            operation.values = .object([.init("n", .integer(Int64(round)))])
            _ = try await store.write(WriteBatch([operation]))
            let bytes = try await store.snapshot("test") { try $0.instance("1", in: "things") }
            let instance = try JSONValue(parsing: Data(try #require(bytes)))
            #expect(instance.member("updatedAt") == .integer(future + Int64(round)))
        }
    }

    @Test("The check of a sound file reports no problem")
    func check() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        // As written by a sync whose clock was ten years ahead.
        let future = Date().milliseconds + 10 * 366 * 86_400_000
        try await store.noteSync(of: "things", at: future)
        #expect(try await store.check().isSound)
    }
}
#endif
