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

    /// Sends the collected records; `nil` if there are none.
    func send(_ records: inout RecordBatch, _ deadline: Deadline) async throws -> IndexingTask? {
        guard let body = records.body() else { return nil }
        let data = try await connection.send(
            .post, ["1", "indexes", records.name, "batch"], body: body, .write, deadline: deadline)
        return IndexingTask(data, records.name)
    }

    func clear(_ index: RecordIndex, _ deadline: Deadline) async throws -> IndexingTask {
        let data = try await connection.send(
            .post, ["1", "indexes", index.name, "clear"], body: Data("{}".utf8), .write, deadline: deadline)
        return IndexingTask(data, index.name)
    }
}
