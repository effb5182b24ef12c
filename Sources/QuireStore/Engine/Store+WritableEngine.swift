#if SQLite
import Foundation
import QuireCore
import QuireEngine

extension Store: QueryWritingEngine {
    /// Carries out a batch in one transaction: its effects become durable and visible together.
    ///
    /// An operation that fails (a conflict, a missing id, values that do not fit) does not affect the others.
    /// Deleting an item removes its row. An item keeps its unknown values even if the whole item is written, because
    /// another version of the app may use them. New items without an id get one of 24 hexadecimal digits.
    /// - Throws: `UnsupportedError`, `EmptyBatchError`; `StoreError`, in which case nothing of the batch is stored.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try checkBatch(batch)
        return try await transaction(Self.batchAction) { try $0.carryOut(batch) }
    }

    /// Performs the same operation on all items that a request matches, in one transaction.
    ///
    /// - Throws: `UnsupportedError` and `QueryError` for the request; `QueryWriteError` if an item cannot be written, and
    ///   `StoreError`, in which case nothing is stored.
    public func write(_ operation: WriteOperation, toItemsOf request: SearchRequest) async throws -> Int {
        let request = try itemsToWrite(request)
        return try await transaction(Self.action(writingTo: request)) {
            try $0.carryOut(operation, onItemsOf: request)
        }
    }

    static let batchAction = "write a batch"

    static func action(writingTo request: SearchRequest) -> String {
        "write to items of \"\(request.module.name)\""
    }

    func checkBatch(_ batch: WriteBatch) throws {
        try batch.check(for: capabilities.name, modifies: true)
        for operation in batch.operations {
            _ = try layout(operation.module.name, action: Self.batchAction)
        }
    }

    func itemsToWrite(_ request: SearchRequest) throws -> SearchRequest {
        var request = request.forWriting
        if request.limit == nil { request.page = .all }
        try validate(request)
        return request
    }
}

extension StoreTransaction {
    func carryOut(_ batch: WriteBatch) throws -> [WriteResult] {
        let writing = InstanceWriting()
        var results: [WriteResult?] = Array(repeating: nil, count: batch.operations.count)
        for position in batch.order {
            try Task.checkCancellation()
            results[position] = try carryOut(batch.operations[position], writing)
        }
        return results.compactMap { $0 }
    }

    func carryOut(_ operation: WriteOperation, onItemsOf request: SearchRequest) throws -> Int {
        let writing = InstanceWriting()
        let ids = try ids(request)
        for (count, id) in ids.enumerated() {
            if count & 0xFF == 0xFF { try Task.checkCancellation() }
            var operation = operation
            operation.id = id
            if case .failed(let failure) = try carryOut(operation, writing) {
                throw QueryWriteError(written: 0, matched: ids.count, failure: failure)
            }
        }
        return ids.count
    }

    private func carryOut(
        _ operation: WriteOperation, _ writing: InstanceWriting
    ) throws -> WriteResult {
        let module = operation.module.name
        if operation.kind == .truncate { return .truncated(try deleteAll(from: module)) }
        let stored = try operation.id.flatMap { try instance($0, in: module) }.map { Data($0) }
        switch writing.effect(of: operation, on: try stored.map { try JSONValue(parsing: $0) }) {
        case .refuse(let failure): return .failed(failure)
        case .remove:
            _ = try delete(operation.id ?? "", from: module)
            return .deleted(stored)
        case .store(let id, let instance):
            do {
                // This writer must not remove values that only another schema knows.
                try upsert(
                    instance.data, into: module, keepingUnknownValuesExcept: operation.valueNames,
                    checking: .unique(operation.uniqueNames))
            } catch let error as ContentDecodingError {
                return .failed(WriteError(error, operation))
            } catch let error as ConstraintError {
                return .failed(WriteError(error.violations, operation))
            }
            return .stored(try self.instance(id, in: module).map { Data($0) } ?? instance.data)
        }
    }
}

extension WriteOperation {
    /// The names of the values that the operation sets or clears. Writing a whole item does not deliberately clear
    /// anything: a missing value may be one that another schema stores with another type.
    fileprivate var valueNames: Set<String> {
        guard !isWhole, case .object(let members) = values else { return [] }
        return Set(members.map(\.name))
    }
}

extension Store: SeedableEngine {
    package func seed<Module: ContentModule>(_ items: [Content<Module>]) async throws {
        try await upsert(items)
    }
}
#endif
