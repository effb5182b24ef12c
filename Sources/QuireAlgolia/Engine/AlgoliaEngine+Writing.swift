import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

extension AlgoliaEngine: WritableEngine {
    /// Carries out a batch: reads the instances that it changes, creates their new records, and sends these in batches
    /// (`POST /1/indexes/{index}/batch`), one index after another.
    ///
    /// The service accepts a batch completely or not at all. It has no conditional writes, so a concurrent write to the
    /// same item between reading and writing is overwritten.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: AlgoliaConnection.engineName)
        let deadline = connection.deadline()
        return try await batch.carryOut { module, operations in
            try await RecordWriting(service: self, index: index(of: module), deadline: deadline)
                .write(operations)
        }
    }

    /// Sends changes of records in batches. Returns the last task; `nil` if there are no changes.
    func send(
        _ changes: [RecordChange], of index: RecordIndex, to name: String, _ deadline: Deadline
    ) async throws -> IndexingTask? {
        var records = RecordBatch(index, into: name)
        var last: IndexingTask?
        for (position, change) in changes.enumerated() {
            try Task.checkCancellation()
            switch change {
            case .store(let instance): records.store(instance)
            case .remove(let id): records.remove(id)
            }
            guard records.isFull || position == changes.count - 1, let body = records.body() else { continue }
            let data = try await connection.send(
                .post, ["1", "indexes", name, "batch"], body: body, .write, deadline: deadline)
            last = IndexingTask(data, name)
        }
        return last
    }

    func clear(_ index: RecordIndex, _ deadline: Deadline) async throws -> IndexingTask {
        let data = try await connection.send(
            .post, ["1", "indexes", index.name, "clear"], body: Data("{}".utf8), .write, deadline: deadline)
        return IndexingTask(data, index.name)
    }
}

/// A change of one record.
enum RecordChange: Sendable {
    case store(JSONValue)
    case remove(id: String)
}
