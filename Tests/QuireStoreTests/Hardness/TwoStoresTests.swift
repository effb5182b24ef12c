#if SQLite
import Foundation
import Quire
import QuireIndexing
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Two stores on one file in one process", .timeLimit(.minutes(60)))
struct TwoStoresTests {
    private func stores(in folder: Folder) async throws -> (Store, Store) {
        (
            try await Store(.file(folder.file()), modules: [Things.module]),
            try await Store(.file(folder.file()), modules: [Things.module])
        )
    }

    @Test("Each reads the other's write as soon as it has returned")
    func readsOtherWrites() async throws {
        let folder = try Folder()
        let (first, second) = try await stores(in: folder)
        let ledger = Ledger(seed: 51)
        for number in 0..<30 {
            try await (number % 2 == 0 ? first : second).carryOut(ledger.step(number))
            for store in [first, second] {
                let expected = ledger.versions(after: number + 1)
                #expect(try await Stored.mistake(in: store, versions: expected) == nil)
            }
        }
        #expect(try await TextAgreement.mistake(in: first) == nil)
        #expect(try await TextAgreement.mistake(in: second) == nil)
    }

    @Test("Both write at the same time, and no write is lost")
    func writeTogether() async throws {
        let folder = try Folder()
        let (first, second) = try await stores(in: folder)
        let ledgers = [Ledger(seed: 52, prefix: "a-"), Ledger(seed: 53, prefix: "b-")]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (store, ledger) in zip([first, second], ledgers) {
                group.addTask { for number in 0..<40 { try await store.carryOut(ledger.step(number)) } }
            }
            try await group.waitForAll()
        }
        let versions = ledgers.map { $0.versions(after: 40) }.reduce(into: [:]) { $0.merge($1) { $1 } }
        for store in [first, second] {
            #expect(try await Stored.mistake(in: store, versions: versions) == nil)
        }
        #expect(try await first.check().isSound)
    }

    @Test("Closing one does not affect the other, whose file stays locked against a last close")
    func closing() async throws {
        let folder = try Folder()
        let (first, second) = try await stores(in: folder)
        let ledger = Ledger(seed: 54)
        for number in 0..<6 { try await first.carryOut(ledger.step(number)) }
        await first.close()
        // Another process that ends: if the first store had released the locks, it would delete the log.
        #expect(try SQLiteShell.rows(folder.file(), "SELECT count(*) > 0 FROM m_things") == "[[1]]")
        for number in 6..<12 { try await second.carryOut(ledger.step(number)) }
        #expect(try await Stored.mistake(in: second, versions: ledger.versions(after: 12)) == nil)
    }

    @Test("If one migrates the file, the other throws instead of reading wrong columns")
    func otherSchema() async throws {
        let folder = try Folder()
        let first = try await Store(.file(folder.file()), modules: [Things.module])
        try await first.carryOut(Ledger(seed: 55).step(0))
        let fields = Things.module.fields.fields.filter { $0.name != "title" }
        _ = try await Store(
            .file(folder.file()), modules: [ModuleDescriptor(name: "things", fields: fields)],
            options: {
                var options = StoreOptions()
                options.downgradePolicy = .allow
                return options
            }())
        for work: @Sendable (Store) async throws -> Void in [
            { _ = try await Stored.values(in: $0) }, { try await $0.carryOut(Ledger(seed: 56).step(0)) },
        ] {
            let error = await #expect(throws: StoreError.self) { try await work(first) }
            #expect(error?.code == .changed)
            #expect(error?.reason.contains("another store in this one") == true)
        }
    }

    @Test("One journals the other's writes for an index, and finds them on the next read")
    func journal() async throws {
        let folder = try Folder()
        let (first, second) = try await stores(in: folder)
        let index = CountingIndex()
        let monitor = IndexMonitor(
            journal: first, name: "i", settings: IndexSettings(pollInterval: nil))
        await monitor.add(index, changesFrom: first.changes(ofModules: ["things"]))
        try await monitor.start()
        await monitor.waitUntilIdle()
        _ = try await second.load("things", from: .data(Things.line(1)))
        monitor.wake()
        await monitor.waitUntilIdle()
        #expect(await index.taken == ["1"])
        await monitor.stop()
    }
}

/// Accepts every change, unless it is down.
actor CountingIndex: Indexer {
    private(set) var taken: [String] = []
    private(set) var attempts = 0
    private var isDown: Bool

    init(isDown: Bool = false) { self.isDown = isDown }

    func setDown(_ isDown: Bool) { self.isDown = isDown }

    nonisolated func indexes(_ type: String) -> Bool { true }

    func index(_ batch: IndexBatch) async throws -> [ObjectIndexError] {
        attempts += 1
        if isDown { throw ObjectIndexError(id: batch.upserts.first ?? "", reason: "down") }
        taken += batch.upserts
        return []
    }

    func deleteAll(of type: String) async throws {}
}
#endif
