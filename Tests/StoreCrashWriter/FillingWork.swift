#if SQLite
import Foundation
import Quire
import QuireSync
import QuireStore

/// The work that fills the disk.
protocol FillingWork: AnyObject {
    var store: Store { get }

    /// Works until the store throws.
    func untilRefused() async throws
    /// The first problem of the store, or `nil`.
    func mistake() async throws -> String?
    /// Continues once there is space.
    func goOn() async throws
}

/// Steps of a ledger with many items, so that the file grows.
final class Steps: FillingWork {
    let store: Store
    private var ledger = Ledger(seed: 7)
    private var done = 0

    init(store: Store) async throws {
        self.store = store
        ledger.ids = 400
        try await carryOut(upTo: 10)
    }

    private func carryOut(upTo end: Int) async throws {
        while done < end {
            try await store.carryOut(ledger.step(done))
            done += 1
            say("acknowledged \(done)")
        }
    }

    func untilRefused() async throws { try await carryOut(upTo: 20_000) }

    func mistake() async throws -> String? {
        try await Stored.mistake(in: store, versions: ledger.versions(after: done))
    }

    func goOn() async throws { try await carryOut(upTo: done + 10) }
}

/// Syncs that each write everything.
final class Syncs: FillingWork {
    let store: Store
    private var done = 0

    init(store: Store) async throws {
        self.store = store
        try await carryOut(upTo: 2)
    }

    private func carryOut(upTo end: Int) async throws {
        while done < end {
            let state = try await store.synced.syncState(of: Things.module.name)
            _ = try await store.synced.apply(Syncing.update(done + 1, expected: state))
            done += 1
            say("acknowledged \(done)")
        }
    }

    func untilRefused() async throws { try await carryOut(upTo: 20_000) }

    func mistake() async throws -> String? {
        let mark = try await store.synced.syncState(of: Things.module.name)?.mark.timeIntervalSince1970
        guard mark == Double(done) else { return "the sync stands at \(mark ?? -1), not at \(done)" }
        return try await Stored.mistake(in: store, versions: Syncing.versions(after: done))
    }

    func goOn() async throws { try await carryOut(upTo: done + 10) }
}

/// A load into an empty table, whose indexes are deferred.
final class BulkLoad: FillingWork {
    let store: Store
    private let count = 6_000
    private let batch = 50

    init(store: Store) { self.store = store }

    private func load(_ numbers: Range<Int>) async throws {
        var options = LoadOptions()
        options.batchSize = batch
        let lines = numbers.map(Things.line).joined(separator: Data("\n".utf8))
        try await store.load(Things.module.name, from: .data(Data(lines)), options: options) {
            say("acknowledged \(numbers.lowerBound + $0.committed)")
        }
    }

    func untilRefused() async throws { try await load(0..<count) }

    func mistake() async throws -> String? {
        let count = try await store.count(of: Things.module.name)
        guard count.isMultiple(of: batch) else { return "half a batch is stored: \(count)" }
        let versions = (0..<count).map { (String($0), $0) }
        return try await Stored.mistake(
            in: store, versions: Dictionary(versions, uniquingKeysWith: { first, _ in first }))
    }

    func goOn() async throws {
        let count = try await store.count(of: Things.module.name)
        try await load(count..<count + 10 * batch)
    }
}

/// Repeated rebuilds of the full-text index.
final class Rebuilds: FillingWork {
    let store: Store
    private let ledger = Ledger(seed: 9)
    private var done = 0

    init(store: Store) async throws {
        self.store = store
        while done < 20 { try await carryOut() }
    }

    private func carryOut() async throws {
        try await store.carryOut(ledger.step(done))
        done += 1
        say("acknowledged \(done)")
    }

    func untilRefused() async throws {
        for _ in 0..<5_000 { try await store.fullText.rebuild() }
    }

    func mistake() async throws -> String? {
        if let problem = try await store.fullText.check().first { return problem.description }
        return try await Stored.mistake(in: store, versions: ledger.versions(after: done))
    }

    func goOn() async throws {
        try await store.fullText.rebuild()
        for _ in 0..<10 { try await carryOut() }
    }
}

/// Pending writes in an outbox, with their local effects.
final class WaitingWrites: FillingWork {
    let store: Store
    private let remote: Store
    private let outbox: Outbox
    private let ledger = Ledger(seed: 10)
    private var done = 0

    init(store: Store) async throws {
        self.store = store
        remote = try await Store(.memory, modules: [Things.module])
        outbox = try await remote.outbox(in: store)
        try await carryOut(upTo: 3)
    }

    private func carryOut(upTo end: Int) async throws {
        while done < end {
            _ = try await outbox.engine.write(WriteBatch(ledger.step(done).operations))
            done += 1
            say("acknowledged \(done)")
        }
    }

    func untilRefused() async throws { try await carryOut(upTo: 5_000) }

    func mistake() async throws -> String? {
        try await Stored.mistake(in: store, versions: ledger.versions(after: done))
    }

    func goOn() async throws {
        try await carryOut(upTo: done + 5)
        let summary = try await outbox.send()
        if let problem = summary.problem { say("problem \(problem)") }
        let mistake = try await Stored.mistake(in: remote, versions: ledger.versions(after: done))
        if let mistake { say("sent wrong: \(mistake)") }
    }
}
#endif
