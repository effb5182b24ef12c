import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireText

/// Writes the records of a module's index in batches.
struct RecordWriting: DocumentWriteDriver {
    let service: AlgoliaEngine
    let index: RecordIndex
    let deadline: Deadline

    var batchSize: Int { 1000 }

    func problem(with operation: WriteOperation) -> String? {
        guard [.create, .createOrUpdate].contains(operation.kind), let id = operation.id,
            id.utf8.count > RecordAttributes.longestID
        else { return nil }
        return "an id has at most \(RecordAttributes.longestID) bytes here"
    }

    func instance(of held: JSONValue) -> JSONValue? { held }

    func send(_ changes: [DocumentChange<JSONValue>], isOnly: Bool) async throws -> [ChangeOutcome] {
        let last = try await service.send(
            changes.map { change in change.instance.map(RecordChange.store) ?? .remove(id: change.id) },
            of: index, to: index.name, deadline)
        if isOnly {
            // The service has accepted the records, whether or not the wait ends in time.
            try? await service.finish(last, deadline: deadline)
        } else {
            // The next round reads what this one has written.
            try await service.finish(last, wait: true, deadline: deadline)
        }
        return changes.map(\.outcome)
    }

    func truncate(_ operation: WriteOperation) async throws -> ChangeOutcome {
        try await service.finish(service.clear(index, deadline), wait: true, deadline: deadline)
        return .done(.truncated(nil))
    }

    /// The stored items. After a truncate there are none.
    func held(for operations: [WriteOperation]) async throws -> [JSONValue?] {
        // Longer ids never exist.
        let ids = operations.compactMap(\.id).filter { $0.utf8.count <= RecordAttributes.longestID }
        var instancesByID: [ExactText: JSONValue] = [:]
        guard !ids.isEmpty else { return operations.map { _ in nil } }
        let requests = ids.map { id in
            JSONValue.of(["indexName": .string(index.name), "objectID": .string(id)])
        }
        let body = JSONValue.of(["requests": .array(requests)])
        let path = ["1", "indexes", "*", "objects"]
        let request = AlgoliaConnection.name(.post, path)
        do {
            let data = try await service.connection.send(
                .post, path, body: body.data, intent: .latest, deadline: deadline)
            let records = try SearchResult.readObjects(data, index.form(), of: request)
            for (position, slice) in try records.instances(of: request).enumerated() {
                guard let instance = try? JSONValue(parsing: slice.data) else {
                    throw [FoundRecord].damaged(position, request)
                }
                instancesByID[ExactText(instance.instanceID)] = instance
            }
        } catch let error as AlgoliaError where error.status == 404 {
            // The index does not exist yet.
        }
        return operations.map { operation in operation.id.flatMap { instancesByID[ExactText($0)] } }
    }
}
