#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireServer
import SampleModules
import Testing
import TransportDoubles

@testable import QuireHALO
@testable import QuireSync
@testable import QuireStore

/// A remote whose network fails at random, and that records the writes it carried out.
final class UnsteadyRemote: OnceWritingEngine, @unchecked Sendable {
    let base: HALOEngine
    private let lock = NSLock()
    private var generator: SeededGenerator
    private var isSteady = false
    private var carriedOut: [WriteOperation] = []

    init(_ base: HALOEngine, seed: UInt64) {
        self.base = base
        generator = SeededGenerator(seed: seed)
    }

    /// The writes that took effect, in order.
    var applied: [WriteOperation] { lock.withLock { carriedOut } }

    func steady() { lock.withLock { isSteady = true } }

    var capabilities: EngineCapabilities { base.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await base.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data {
        if chance() < 10 { throw TransportError(.timedOut, Self.request) }
        return try await base.searchData(request)
    }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }

    func write(_ batch: WriteBatch) async throws -> [WriteResult] { try await writeOnce(batch) }

    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        let chance = chance()
        if chance < 10 { throw TransportError(.offline, Self.request) }
        if chance < 20 { throw TransportError(.timedOut, Self.request) }
        if chance < 25 {
            throw HALOError(status: 503, HTTPResponse(status: 503), to: Self.request)
        }
        let results = try await carryOut(batch)
        if chance < 45 { throw TransportError(.connectionLost, Self.request) }
        return results
    }

    func carryOut(_ batch: WriteBatch) async throws -> [WriteResult] {
        let results = try await base.writeOnce(batch)
        lock.withLock {
            carriedOut += zip(batch.operations, results).filter { $0.1.isSuccess }.map(\.0)
        }
        return results
    }

    /// 0 to 99; 99 once all is well.
    private func chance() -> Int {
        lock.withLock { isSteady ? 99 : Int.random(in: 0..<100, using: &generator) }
    }

    private static let request = HTTPRequest(.post, URL(fileURLWithPath: "/x"))
}

/// Random local writes, remote writes, syncs, failures and kills: in the end, both sides are equal.
@Suite("Outbox: randomized model")
struct ModelTests {
    @Test(
        "For any random sequence, both sides end up equal, and nothing took effect twice",
        .timeLimit(.minutes(10)), arguments: 1...24)
    func converges(_ seed: Int) async throws {
        let modules = [Books.descriptor, Authors.descriptor]
        let server = try DevelopmentServer(
            store: try await Store(.memory, modules: modules), modules: modules.map { ServedModule($0) })
        try await server.start()
        do {
            var model = try await Model(
                HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))), seed: UInt64(seed))
            for _ in 0..<120 { try await model.step() }
            try await model.settle()
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

private struct Model {
    let store: Store
    let remote: UnsteadyRemote
    let sync: ContentSync
    let clock = ManualClock()
    var outbox: Outbox
    var generator: SeededGenerator
    let seed: UInt64
    var nextNumber = 0
    /// Each item's last local rank, as long as it must be visible.
    var ranks: [String: Int] = [:]
    /// Writes decided again after a conflict: they may have arrived before.
    var decided: Set<Int> = []
    /// Writes that were given up before they could have arrived.
    var givenUp: Set<Int> = []
    var created: Set<String> = []
    var story: [String] = []

    init(_ halo: HALOEngine, seed: UInt64) async throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        // This machine's clock is decades off, in either direction.
        if seed.isMultiple(of: 2) { clock.advance(.seconds(70 * 365 * 86_400)) }
        store = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        remote = UnsteadyRemote(halo, seed: seed &* 977)
        sync = ContentSync(from: halo, into: store)
        outbox = try await remote.outbox(in: store, settings: OutboxSettings(clock: clock.clock))
        for number in 0..<4 {
            try await ContentClient(engine: halo).create(
                Shelf.draft("Old \(number)"), id: ContentID("old\(number)"))
        }
        try await sync.sync(Books.self)
    }

    var content: ContentClient { ContentClient(engine: outbox.engine) }
    var others: ContentClient { ContentClient(engine: remote.base) }

    mutating func chance(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func number() -> Int {
        nextNumber += 1
        return nextNumber
    }

    mutating func step() async throws {
        switch chance(100) {
        case ..<35: try await writeHere()
        case ..<55: try await writeThere()
        case ..<68:
            story.append("sync")
            try await sync.sync(Books.self, locale: chance(8) == 0 ? "en" : nil)
        case ..<84:
            let summary = try await outbox.send()
            story.append("send: \(summary.sent) sent, \(summary.left) left")
        case ..<92: try await kill()
        case ..<95: try await discard()
        default: try await decide()
        }
        try await checkLocal()
    }

    // MARK: - Local

    mutating func writeHere() async throws {
        let books = try await content.fetch(Books.query().page(1, size: 500)).filter { $0.deletedAt == nil }
            .sorted { $0.id.rawValue < $1.id.rawValue }
        let number = number()
        guard let book = books.isEmpty || chance(4) == 0 ? nil : books[chance(books.count)] else {
            var draft = Shelf.draft("Here \(number)")
            draft.rank = .set(number)
            let book = try await content.create(draft)
            story.append("here: create \(book.id) \(number)")
            created.insert(book.id.rawValue)
            ranks[book.id.rawValue] = number
            return
        }
        let id = book.id.rawValue
        switch chance(8) {
        case 0:
            story.append("here: delete \(id)")
            try await content.delete(book)
            ranks[id] = nil
            created.remove(id)
        case 1, 2, 3:
            story.append("here: update \(id) \(number)")
            try await content.update(book.id, with: Shelf.reranking(number))
            ranks[id] = number
        case 4:
            story.append("here: draft on \(id) \(number)")
            try await content.update(book, with: Shelf.reranking(number))
            ranks[id] = number
        default:
            story.append("here: save \(id) \(number)")
            var changed = book
            changed.rank = number
            changed.title = "Here \(number)"
            if chance(2) == 0 {
                try await content.save(changed)
            } else {
                try await content.createOrUpdate(changed)
            }
            ranks[id] = number
        }
    }

    mutating func discard() async throws {
        let entries = try await outbox.pending().filter {
            $0.state == .waiting && !$0.isUncertain && $0.operation.kind == .update
        }
        guard let entry = entries.last, let id = entry.operation.id else { return }
        story.append("here: discard \(entry)")
        try await outbox.discard(entry)
        if let number = entry.rank { givenUp.insert(number) }
        ranks[id] = nil
    }

    mutating func decide() async throws {
        for conflict in try await outbox.conflicts(Books.self) {
            let id = conflict.entry.operation.id ?? ""
            let isKept = conflict.entry.number.isMultiple(of: 2)
            story.append("decide: \(isKept ? "mine" : "theirs") \(conflict.entry)")
            if let number = conflict.entry.rank {
                _ = isKept ? decided.insert(number) : givenUp.insert(number)
            }
            if isKept {
                let merges =
                    conflict.entry.number.isMultiple(of: 4) && conflict.theirs != nil && conflict.mine != nil
                try await outbox.resolve(
                    conflict,
                    by: merges
                        ? .merge { mine, theirs in
                            var merged = theirs
                            merged.rank = mine.rank
                            return merged
                        } : .keepMine)
            } else {
                try await outbox.resolve(conflict, by: .takeTheirs)
                ranks[id] = nil
                created.remove(id)
            }
        }
    }

    /// The process ends while sending a write, before or after it has arrived; the next one takes over.
    mutating func kill() async throws {
        let (owner, now) = ("killed \(number())", clock.clock.date())
        let claim = try await store.outboxTransaction("claim") {
            try OutboxLedger($0).claim(as: owner, at: now, for: 120)
        }
        guard case .task(let task) = claim else { return }
        let arrives = chance(2) == 0
        story.append("kill: \(task.entry), \(arrives ? "arrived" : "not sent")")
        if arrives {
            // The result of the delivery is lost with the process.
            let steady = SteadyRemote(remote)
            _ = await OutboxDelivery(remote: steady, task: task).run()
        }
        try await store.outboxTransaction("kill") { transaction in
            try transaction.setLease(
                OutboxLease(
                    owner: owner, process: Int64(Int32.max), until: now.addingTimeInterval(60)))
        }
        outbox = try await remote.outbox(in: store, settings: OutboxSettings(clock: clock.clock))
    }

    // MARK: - Remote

    mutating func writeThere() async throws {
        let books = try await others.fetch(Books.query().page(1, size: 500)).filter { $0.deletedAt == nil }
            .sorted { $0.id.rawValue < $1.id.rawValue }
        let number = number()
        guard let book = books.isEmpty || chance(5) == 0 ? nil : books[chance(books.count)] else {
            story.append("there: create theirs\(number)")
            try await others.create(Shelf.draft("There \(number)"), id: ContentID("theirs\(number)"))
            return
        }
        if chance(6) == 0 {
            story.append("there: delete \(book.id)")
            try await others.delete(book)
            created.remove(book.id.rawValue)
        } else {
            story.append("there: update \(book.id) \(number)")
            try await others.update(book.id, with: Shelf.retitling("There \(number)"))
        }
    }

    // MARK: - Invariants

    /// A local write stays visible, whatever a sync brings, until it is given up or deleted remotely.
    func checkLocal() async throws {
        let books = try await content.fetch(Books.query().page(1, size: 500))
        let seen = Dictionary(books.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        let waiting = Set(try await outbox.pending().compactMap(\.operation.id))
        for (id, rank) in ranks where waiting.contains(id) {
            #expect(seen[id]?.rank == rank, "seed \(seed): \(id)\n\(story.joined(separator: "\n"))")
        }
    }

    mutating func settle() async throws {
        remote.steady()
        for round in 0..<60 {
            let summary = try await outbox.send()
            try await decide()
            try await sync.sync(Books.self)
            if summary.left == 0, try await outbox.pending().isEmpty { break }
            try #require(round < 59, "seed \(seed): it does not end\n\(story.joined(separator: "\n"))")
        }
        try await sync.sync(Books.self)
        let told = story.joined(separator: "\n")

        let here = try await content.fetch(Books.query().page(1, size: 500)).sorted {
            $0.id.rawValue < $1.id.rawValue
        }
        let there = try await others.fetch(Books.query().page(1, size: 500)).filter { $0.deletedAt == nil }
            .sorted { $0.id.rawValue < $1.id.rawValue }
        #expect(here == there, "seed \(seed)\n\(told)")
        // Items that were created locally and never deleted exist.
        #expect(created.subtracting(there.map(\.id.rawValue)).isEmpty, "seed \(seed)\n\(told)")

        // Every write has a unique number: each took effect at most once, and those of one item in order.
        var times: [Int: Int] = [:]
        var last: [String: Int] = [:]
        for operation in remote.applied {
            guard let number = operation.rank, let id = operation.id else { continue }
            times[number, default: 0] += 1
            #expect(last[id, default: 0] <= number, "seed \(seed): \(id) \(number)\n\(told)")
            last[id] = number
        }
        for (number, count) in times where !decided.contains(number) {
            #expect(count == 1, "seed \(seed): \(number) took effect \(count) times\n\(told)")
        }
        let creates = remote.applied.filter { $0.kind == .create }.compactMap(\.id)
        #expect(Set(creates).count == creates.count, "seed \(seed): created twice\n\(told)")
        // Nothing is left behind.
        let rows = try await store.transaction("count") { transaction in
            try transaction.connection.integer(
                "SELECT (SELECT count(*) FROM quire_outbox_entry) + (SELECT count(*) FROM quire_outbox_base)")
        }
        #expect(rows == 0, "seed \(seed)")
    }
}

extension OutboxEntry {
    fileprivate var rank: Int? { operation.rank }
}

extension WriteOperation {
    fileprivate var rank: Int? {
        if case .integer(let number)? = values.member("rank") { Int(number) } else { nil }
    }
}

/// An unsteady remote without failures.
private struct SteadyRemote: OnceWritingEngine {
    let base: UnsteadyRemote

    init(_ base: UnsteadyRemote) { self.base = base }

    var capabilities: EngineCapabilities { base.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] { try await base.base.search(requests, decoding: decoder) }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.base.searchData(request) }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }

    func write(_ batch: WriteBatch) async throws -> [WriteResult] { try await base.carryOut(batch) }

    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] { try await base.carryOut(batch) }
}
#endif
