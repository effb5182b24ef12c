import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

/// Many reads and writes at once, many of them cancelled or late.
@Suite struct StormTests {
    private static let isSoak = ProcessInfo.processInfo.environment["QUIRE_SOAK"] != nil
    /// `QUIRE_SOAK=1` runs all 20,000.
    private static let total = isSoak ? 20_000 : 1_200

    private struct Tally {
        /// The ids that were acknowledged and not deleted, and those whose result is unknown.
        var stored: Set<String> = []
        var unknown: Set<String> = []
        var acknowledged = 0
        var cancelled = 0
        var late = 0
        var read = 0
        var wrong: [String] = []

        mutating func merge(_ other: Tally) {
            stored.formUnion(other.stored)
            unknown.formUnion(other.unknown)
            acknowledged += other.acknowledged
            cancelled += other.cancelled
            late += other.late
            read += other.read
            wrong += other.wrong
        }
    }

    @Test(
        "A storm of reads and writes with cancellations and deadlines: nothing acknowledged is lost, nothing is doubled"
    )
    func storm() async throws {
        let watchdog = Watchdog(seconds: 1_800, "the storm")
        defer { watchdog.stop() }
        let server = try await WritingServer.make()
        let engine = try await server.existing(
            settings: PocketBaseSettings(timeout: .seconds(600), retries: RetryPolicy(maximumAttempts: 5)))
        let tally = await withTaskGroup(of: Tally.self) { group in
            for worker in 0..<32 {
                group.addTask { await Self.work(worker, server, engine) }
            }
            return await group.reduce(into: Tally()) { $0.merge($1) }
        }
        #expect(tally.wrong.isEmpty, "\(tally.wrong.prefix(5))")
        #expect(tally.cancelled > 0 && tally.read > 0 && tally.acknowledged > 0)
        // Requests that were cancelled may still be in the server.
        var patience = Patience(polls: 3_000)
        var ids = try await Self.ids(server)
        while case let next = try await Self.ids(server), next != ids, patience.goesOn(next.count) {
            ids = next
        }
        #expect(tally.stored.subtracting(ids).isEmpty, "acknowledged items are missing")
        #expect(
            ids.subtracting(tally.stored).subtracting(tally.unknown).isEmpty, "items exist that nobody wrote")
        print(
            "storm: \(Self.total) requests, \(tally.acknowledged) writes, \(tally.read) reads, "
                + "\(tally.cancelled) cancelled, \(tally.late) late, \(ids.count) items")
    }

    private static func work(_ worker: Int, _ server: WritingServer, _ engine: PocketBaseEngine) async
        -> Tally
    {
        var tally = Tally()
        var generator = SeededGenerator(seed: UInt64(worker) &+ 0x5EED)
        let hasty = server.engine(PocketBaseSettings(timeout: .milliseconds(4), retries: .never))
        for number in stride(from: worker, to: total, by: 32) {
            let act = Int.random(in: 0..<100, using: &generator)
            let id = "s" + String(String(100_000_000_000_000 + number).dropFirst())
            let kind: WriteOperation.Kind = act.isMultiple(of: 5) ? .delete : .create
            let target = kind == .delete ? tally.stored.min() ?? id : id
            let chosen = (33..<43).contains(act) ? hasty : engine
            let operation = server.operation(
                kind, target, kind == .create ? .of(["count": .count(number)]) : .empty)
            let task = Task { () -> WriteResult? in
                if act >= 80 {
                    var request = SearchRequest(module: server.module)
                    request.ids = [target]
                    _ = try await chosen.searchData(request)
                    return nil
                }
                return try await chosen.write(WriteBatch([operation])).first
            }
            if act < 33 {
                try? await Task.sleep(for: .microseconds(number * 37 % 3000))
                task.cancel()
            }
            do {
                guard let result = try await task.value else {
                    tally.read += 1
                    continue
                }
                tally.acknowledged += 1
                switch (kind, result) {
                case (.create, .stored): tally.stored.insert(target)
                case (.delete, .deleted): tally.stored.remove(target)
                case (.delete, .failed(let failure)) where failure.reason == .notFound:
                    if tally.stored.remove(target) != nil, !tally.unknown.contains(target) {
                        tally.wrong.append("\(target) is gone")
                    }
                default: tally.wrong.append("\(operation.kind): \(result)")
                }
            } catch {
                if error is CancellationError {
                    tally.cancelled += 1
                } else if let error = error as? TransportError, error.kind == .timedOut,
                    chosen.settings.retries == .never
                {
                    tally.late += 1
                } else {
                    tally.wrong.append("\(error)")
                }
                if act < 80 {
                    tally.unknown.insert(target)
                    tally.stored.remove(target)
                }
            }
        }
        return tally
    }

    /// The ids of all records.
    private static func ids(_ server: WritingServer) async throws -> Set<String> {
        var ids: Set<String> = []
        var last = ""
        while true {
            let items =
                try await Administrator.list(
                    server.module.name, of: server.node, as: server.superuser,
                    query: [
                        ("perPage", "1000"), ("skipTotal", "1"), ("sort", "id"), ("fields", "id"),
                        ("filter", "id > '\(last)'"),
                    ])["items"]?.elements ?? []
            guard let next = items.last?["id"]?.string else { return ids }
            ids.formUnion(items.compactMap { $0["id"]?.string })
            last = next
        }
    }
}
