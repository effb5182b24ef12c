import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireText

extension AlgoliaEngine: WritableEngine {
    /// Carries out a batch: reads the instances that it changes, creates their new records, and sends these in batches
    /// (`POST /1/indexes/{index}/batch`), one index after another.
    ///
    /// The service accepts a batch completely or not at all. It has no conditional writes, so a concurrent write to the
    /// same item between reading and writing is overwritten.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: AlgoliaConnection.engineName)
        let deadline = connection.deadline()
        var results: [WriteResult?] = Array(repeating: nil, count: batch.operations.count)
        let writing = InstanceWriting()
        var isAnyDone = false
        for positions in byModule(batch) {
            do {
                try await write(batch, positions, writing, &results, deadline, &isAnyDone)
            } catch {
                // The outcome of this part is unknown; the earlier parts are done.
                guard isAnyDone else { throw error }
                for position in positions where results[position] == nil {
                    results[position] = .failed(
                        WriteError(.noResponse, batch.operations[position], message: "\(error)"))
                }
            }
        }
        return results.enumerated().map { position, result in
            result
                ?? .failed(
                    WriteError(.noResponse, batch.operations[position], message: "it was not sent"))
        }
    }

    /// The positions of the operations on each module, in the order of execution.
    private func byModule(_ batch: WriteBatch) -> [[Int]] {
        var modules: [String] = []
        var positions: [[Int]] = []
        for position in batch.order {
            let name = batch.operations[position].module.name
            if let known = modules.firstIndex(where: name.isByteEqual) {
                positions[known].append(position)
            } else {
                modules.append(name)
                positions.append([position])
            }
        }
        return positions
    }

    /// Carries out the operations on one module.
    private func write(
        _ batch: WriteBatch, _ positions: [Int], _ writing: InstanceWriting, _ results: inout [WriteResult?],
        _ deadline: Deadline, _ isAnyDone: inout Bool
    ) async throws {
        guard let first = positions.first else { return }
        let index = index(of: batch.operations[first].module)
        var rest = positions[...]
        var last: IndexingTask?
        while let position = rest.first, batch.operations[position].kind == .truncate {
            rest.removeFirst()
            last = try await clear(index, deadline)
            isAnyDone = true
            results[position] = .truncated(nil)
        }
        // After a truncate there is nothing to read.
        let ids = rest.compactMap { batch.operations[$0].id }
        var known =
            last == nil ? try await instances(of: ids, index, deadline) : [:] as [[UInt8]: JSONValue]
        var records = RecordBatch(index)
        var sent: [(position: Int, result: WriteResult)] = []
        for position in rest {
            let operation = batch.operations[position]
            let stored = operation.id.flatMap { known[Array($0.utf8)] }
            switch writing.effect(of: operation, on: stored) {
            case .refuse(let failure): results[position] = .failed(failure)
            case .remove:
                let id = operation.id ?? ""
                known[Array(id.utf8)] = nil
                records.remove(id)
                sent.append((position, .deleted(stored?.data)))
            case .store(let id, let instance):
                guard id.utf8.count <= RecordAttributes.longestID else {
                    results[position] = .failed(
                        WriteError(
                            .invalid, operation,
                            message: "an id has at most \(RecordAttributes.longestID) bytes here"))
                    continue
                }
                known[Array(id.utf8)] = instance
                records.store(instance)
                sent.append((position, .stored(instance.data)))
            }
            guard records.isFull || position == rest.last else { continue }
            last = try await send(&records, deadline) ?? last
            for (position, result) in sent { results[position] = result }
            isAnyDone = isAnyDone || !sent.isEmpty
            sent = []
        }
        if let last { try await finish(last, deadline: deadline) }
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

    /// The maximum number of objects requested in one call.
    private static let objectsPerCall = 1000

    /// The instances with these ids, by the bytes of the id. Missing ones are left out.
    private func instances(
        of ids: [String], _ index: RecordIndex, _ deadline: Deadline
    ) async throws -> [[UInt8]: JSONValue] {
        var found: [[UInt8]: JSONValue] = [:]
        // Longer ids never exist.
        let ids = ids.filter { $0.utf8.count <= RecordAttributes.longestID }
        let path = ["1", "indexes", "*", "objects"]
        let request = AlgoliaConnection.name(.post, path)
        for start in stride(from: 0, to: ids.count, by: Self.objectsPerCall) {
            var json = JSONWriter()
            json.beginObject()
            json.key("requests")
            json.beginArray()
            for id in ids[start..<min(start + Self.objectsPerCall, ids.count)] {
                json.beginObject()
                json.key("indexName")
                json.string(index.name)
                json.key("objectID")
                json.string(id)
                json.endObject()
            }
            json.endArray()
            json.endObject()
            let data: Data
            do {
                data = try await connection.send(
                    .post, path, body: Data(json.bytes), .latest, deadline: deadline)
            } catch let error as AlgoliaError where error.status == 404 {
                // The index does not exist yet.
                continue
            }
            let records = try SearchResult.readObjects(data, RecordForm(index), of: request)
            for (position, slice) in try records.instances(of: request).enumerated() {
                guard let instance = try? JSONValue(parsing: slice.data) else {
                    throw [FoundRecord].damaged(position, request)
                }
                found[Array(instance.instanceID.utf8)] = instance
            }
        }
        return found
    }
}
