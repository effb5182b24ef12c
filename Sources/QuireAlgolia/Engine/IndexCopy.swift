import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Copies the instances of a live index into the one that will replace it, including changes made in the meantime.
///
/// The service has no versions of records. Therefore a hash of each record is kept, and the live index is read again
/// until nothing has changed.
struct IndexCopy {
    let engine: AlgoliaEngine
    let index: RecordIndex
    /// The index that is read.
    let source: String
    /// The index that receives the records.
    let target: String

    private var known: [[UInt8]: Int] = [:]

    /// The maximum number of passes over the live index. After it, further changes are ignored.
    private static let mostPasses = 6

    init(engine: AlgoliaEngine, index: RecordIndex, source: String, target: String) {
        self.engine = engine
        self.index = index
        self.source = source
        self.target = target
    }

    /// - Parameter onProgress: Called after each batch of the first pass.
    mutating func run(_ onProgress: @Sendable (PreparationProgress) -> Void) async throws {
        let module = index.module.module.name
        var stored = 0
        _ = try await pass { count, total in
            stored += count
            onProgress(PreparationProgress(module: module, stored: stored, total: total))
        }
        for _ in 1..<Self.mostPasses where try await pass({ _, _ in }) == 0 { return }
    }

    /// Reads the live index once and copies the changes. Returns the number of changes.
    private mutating func pass(_ onBatch: (_ stored: Int, _ total: Int?) -> Void) async throws -> Int {
        var current: [[UInt8]: Int] = [:]
        var changes = 0
        let (engine, index, source, target, known) = (engine, index, source, target, known)
        try await engine.copies(of: index.module.module, in: source) { instances, total in
            var changed: [JSONValue] = []
            for instance in instances {
                let (id, hash) = (Array(instance.instanceID.utf8), Self.hash(of: instance))
                current[id] = hash
                if known[id] != hash { changed.append(instance) }
            }
            try await engine.storeAll(changed, index, into: target)
            changes += changed.count
            onBatch(changed.count, total)
        }
        let gone = known.keys.filter { current[$0] == nil }
        try await engine.removeAll(gone.map { String(decoding: $0, as: UTF8.self) }, index, from: target)
        self.known = current
        return changes + gone.count
    }

    private static func hash(of instance: JSONValue) -> Int {
        var hasher = Hasher()
        instance.data.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

extension AlgoliaEngine {
    /// Stores instances, waits for the result, and throws an error unless all of them were accepted.
    func storeAll(_ instances: [JSONValue], _ index: RecordIndex, into name: String) async throws {
        let results = try await storeWithRetries(instances) { instances in
            try await store(instances, index, into: name, wait: true)
        }
        for case let failure? in results { throw failure }
    }

    /// Deletes records by id and waits for the result.
    fileprivate func removeAll(_ ids: [String], _ index: RecordIndex, from name: String) async throws {
        let deadline = connection.deadline()
        var records = RecordBatch(index, into: name)
        var last: IndexingTask?
        for id in ids {
            records.remove(id)
            if records.isFull { last = try await send(&records, deadline) }
        }
        last = try await send(&records, deadline) ?? last
        if let last { try await finish(last, wait: true, deadline: deadline) }
    }
}
