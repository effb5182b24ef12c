import Foundation
import Quire
import QuireIndexing
import TransportDoubles

/// An in-memory index that fails on command, and records its input.
actor RecordingIndex: ItemIndexer {
    struct Down: Error {}

    /// The behaviour for the next batches, in order; after that, everything is accepted.
    enum Step: Sendable {
        case take
        /// Throws before anything is written.
        case fail
        /// Writes everything and throws: the response was lost.
        case loseResponse
        /// Waits until the gate is opened.
        case wait(Signal)
    }

    typealias Find = @Sendable (_ id: String, _ type: String) async throws -> String?

    private let find: Find
    nonisolated let types: Set<String>
    nonisolated let version: String
    nonisolated let emptiesFirst: Bool
    private var steps: [Step] = []
    private var poison: Set<[UInt8]> = []
    private var breaks: Set<[UInt8]> = []
    private(set) var batches: [IndexBatch] = []
    private(set) var emptied: [String] = []
    private var contents: [String: [[UInt8]: String]] = [:]
    private var isWriting = false
    /// Whether two batches were ever running at the same time.
    private(set) var overlapped = false
    private var heard: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(
        _ types: Set<String>, version: String = "1", emptiesFirst: Bool = true, find: @escaping Find
    ) {
        self.types = types
        self.version = version
        self.emptiesFirst = emptiesFirst
        self.find = find
    }

    init(_ objects: Objects, version: String = "1") {
        self.init(Set(objects.types), version: version) { await objects.text($0, $1) }
    }

    // MARK: - Scripting

    func next(_ steps: Step...) { self.steps += steps }

    /// Objects that cannot be converted to an item.
    func setPoison(_ ids: String...) { poison = Set(ids.map { Array($0.utf8) }) }

    /// Objects that fail every batch that contains them.
    func setBreaks(_ ids: String...) { breaks = Set(ids.map { Array($0.utf8) }) }

    /// Adds an item without the monitor.
    func place(_ id: String, _ text: String, _ type: String = "letters") {
        contents[type, default: [:]][Array(id.utf8)] = text
    }

    func all(_ type: String = "letters") -> [[UInt8]: String] { contents[type] ?? [:] }

    /// Returns after this many batches in total.
    func heard(_ count: Int) async {
        if batches.count >= count { return }
        await withCheckedContinuation { heard.append((count, $0)) }
    }

    // MARK: - Indexer

    nonisolated func indexes(_ type: String) -> Bool { types.contains(type) }

    nonisolated func generation(of type: String) async throws -> String { version }

    func deleteAll(of type: String) {
        emptied.append(type)
        contents[type] = nil
    }

    func index(_ batch: IndexBatch) async throws -> [ObjectIndexError] {
        overlapped = overlapped || isWriting
        isWriting = true
        defer { isWriting = false }
        batches.append(batch)
        let reached = heard.filter { $0.count <= batches.count }
        heard.removeAll { $0.count <= batches.count }
        for listener in reached { listener.continuation.resume() }
        let step = steps.isEmpty ? .take : steps.removeFirst()
        switch step {
        case .fail: throw Down()
        case .wait, .take, .loseResponse: break
        }
        if (batch.upserts + batch.deletes).contains(where: { breaks.contains(Array($0.utf8)) }) {
            throw Down()
        }
        // The objects are read first: changes during a slow write are not in this batch.
        let objects = try await objects(for: batch.upserts, of: batch.type)
        if case .wait(let signal) = step { try await signal.wait() }
        var failures: [ObjectIndexError] = []
        var items: [(String, String)] = []
        var deletes = batch.deletes
        for (id, object) in zip(batch.upserts, objects) {
            guard let object else {
                deletes.append(id)
                continue
            }
            do {
                items.append((id, try item(for: object, id: id, of: batch.type) ?? ""))
            } catch {
                failures.append(ObjectIndexError(id: id, reason: "\(error)"))
            }
        }
        for (id, text) in items { contents[batch.type, default: [:]][Array(id.utf8)] = text }
        for id in deletes { contents[batch.type]?[Array(id.utf8)] = nil }
        if case .loseResponse = step { throw Down() }
        return failures
    }

    struct Poisoned: Error {}

    func objects(for ids: [String], of type: String) async throws -> [String?] {
        var objects: [String?] = []
        for id in ids { objects.append(try await find(id, type)) }
        return objects
    }

    func item(for object: String, id: String, of type: String) throws -> String? {
        if poison.contains(Array(id.utf8)) { throw Poisoned() }
        return object
    }

    func write(_ items: [String], deleting ids: [String], of type: String) async throws -> [ObjectIndexError]
    {
        []
    }
}

/// Is set once, and releases all tasks that wait for it.
final class Signal: @unchecked Sendable {
    private let lock = NSLock()
    private var isGiven = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func give() {
        let waiting = lock.withLock {
            isGiven = true
            defer { self.waiting = [] }
            return self.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// - Throws: `CancellationError` if the task is cancelled.
    func wait() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = lock.withLock {
                    if isGiven || Task.isCancelled { return true }
                    waiting.append(continuation)
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            give()
        }
        try Task.checkCancellation()
    }
}
