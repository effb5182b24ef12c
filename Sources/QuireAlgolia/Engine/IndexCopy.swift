import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// Copies the instances of a live index into the one that will replace it, including changes made in the meantime.
///
/// The service has no versions of records. Therefore a hash of each record is kept, and the live index is read again
/// until nothing has changed.
struct IndexCopy {
    let indexes: PreparedIndexes
    /// The index that is read.
    let source: String
    /// The index that receives the records.
    let target: String

    private var hashes: [ExactText: Int] = [:]

    /// The maximum number of passes over the live index. After it, further changes are ignored.
    private static let mostPasses = 6

    init(indexes: PreparedIndexes, source: String, target: String) {
        self.indexes = indexes
        self.source = source
        self.target = target
    }

    /// - Parameter report: Called after each batch of the first pass.
    mutating func run(_ report: PreparedIndexes.Report) async throws {
        var stored = 0
        _ = try await pass { count, total in
            stored += count
            report(stored, total)
        }
        for _ in 1..<Self.mostPasses where try await pass({ _, _ in }) == 0 { return }
    }

    /// Reads the live index once and copies the changes. Returns the number of changes.
    private mutating func pass(_ onBatch: (_ stored: Int, _ total: Int?) -> Void) async throws -> Int {
        var current: [ExactText: Int] = [:]
        var changes = 0
        let (service, hashes) = (indexes.service, hashes)
        try await service.copies(of: indexes.module, in: source) { instances, total in
            var changed: [JSONValue] = []
            for instance in instances {
                let (id, hash) = (ExactText(instance.instanceID), Self.hash(of: instance))
                current[id] = hash
                if hashes[id] != hash { changed.append(instance) }
            }
            try await store(changed)
            changes += changed.count
            onBatch(changed.count, total)
        }
        let deletedKeys = hashes.keys.filter { current[$0] == nil }
        let last = try await service.send(
            deletedKeys.map { .remove(id: $0.text) }, of: indexes.index,
            to: target,
            service.connection.deadline())
        try await service.finish(last, wait: true)
        self.hashes = current
        return changes + deletedKeys.count
    }

    private func store(_ instances: [JSONValue]) async throws {
        let results = try await storeWithRetries(instances) { try await indexes.store($0, in: target) }
        for case let failure? in results { throw failure }
    }

    private static func hash(of instance: JSONValue) -> Int {
        var hasher = Hasher()
        instance.data.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
