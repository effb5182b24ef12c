#if SQLite
import Foundation
import QuireCore
import QuireEngine

extension Store {
    /// Loads a module's items from NDJSON, with one instance in HALO's format per line.
    ///
    /// ```swift
    /// let summary = try await store.load(Books.self, from: .file("books.ndjson")) { progress in
    ///     print("\(Int(progress.fraction * 100)) %")
    /// }
    /// for line in summary.rejected { print(line) }
    /// ```
    /// Lines that typed code could not read are rejected: with a member of an object of another type, without a required
    /// one, or with a value that is not in a closed list.
    ///
    /// A line replaces the stored item of the same id. Lines are streamed, so a file may be larger than memory.
    /// Cancelling the task stops at the next line; committed batches stay, and another load can resume from the last
    /// progress's
    /// `position`.
    ///
    /// - Parameters:
    ///   - module: The module of the items.
    ///   - source: A file, or its bytes.
    ///   - options: How lines are read, and whether invalid ones end the load.
    ///   - progress: Called after each committed batch, on the writing thread; an error from it ends the load. To reach
    ///     the main actor: `{ progress in Task { @MainActor in self.fraction = progress.fraction } }`.
    /// - Throws: `StoreError`; `RejectedLineError` in a strict load; `CancellationError`; errors of `progress`.
    @discardableResult
    public func load<Module: ContentModule>(
        _ module: Module.Type, from source: LoadSource, options: LoadOptions = LoadOptions(),
        progress: (@Sendable (LoadProgress) throws -> Void)? = nil
    ) async throws -> LoadSummary {
        try await load(module.descriptor.name, from: source, options: options, progress: progress)
    }

    /// Loads a module's items, the module by its wire name.
    @discardableResult
    public func load(
        _ module: String, from source: LoadSource, options: LoadOptions = LoadOptions(),
        progress: (@Sendable (LoadProgress) throws -> Void)? = nil
    ) async throws -> LoadSummary {
        let layout = try layout(module, action: "load \"\(module)\"")
        try checkWritable("load \"\(module)\"")
        return try await writer.load(layout, source, options: options, text: text, progress: progress)
    }

    /// Inserts items, or replaces those with the same id. Stores either all of them or none.
    ///
    /// A replaced item keeps its unknown values, for example those of a later schema, that the new item does not set.
    ///
    /// - Parameters:
    ///   - items: The items to store.
    ///   - onlyNewer: Skips items that are older than the stored ones: HALO's rule for syncing.
    ///   - checksConstraints: Whether items that break constraints of the schema are refused. Pass `false` for content
    ///     that a server has accepted.
    /// - Returns: How many were inserted, updated and skipped.
    /// - Throws: `WriteError` for an item with a value that cannot be stored exactly or breaks a constraint, with nothing
    ///   stored;
    ///   `StoreError`.
    @discardableResult
    public func upsert<Module: ContentModule>(
        _ items: [Content<Module>], onlyNewer: Bool = false, checksConstraints: Bool = true
    ) async throws -> LoadSummary {
        let name = Module.descriptor.name
        _ = try layout(name, action: "write to \"\(name)\"")
        let instances = try items.map { try $0.exactInstance() }
        return try await transaction("write to \"\(name)\"") { transaction in
            var summary = LoadSummary()
            for (index, instance) in instances.enumerated() {
                if index & 0xFF == 0xFF { try Task.checkCancellation() }
                do {
                    switch try transaction.upsert(
                        instance, into: name, onlyNewer: onlyNewer, keepingUnknownValuesExcept: [],
                        checking: checksConstraints ? .all : .none)
                    {
                    case .inserted: summary.inserted += 1
                    case .updated: summary.updated += 1
                    case .skipped: summary.skipped += 1
                    }
                } catch let error as ConstraintError {
                    let operation = WriteOperation(.createOrUpdate, Module.descriptor, id: error.id)
                    throw WriteError(error.violations, operation)
                }
            }
            return summary
        }
    }

    /// Deletes items by their ids, all in one transaction.
    ///
    /// - Returns: How many items were deleted.
    @discardableResult
    public func delete<Module: ContentModule>(_ ids: [ContentID<Module>]) async throws -> Int {
        try await delete(ids.map(\.rawValue), from: Module.descriptor.name)
    }

    /// Deletes items by their ids, the module by its wire name.
    @discardableResult
    public func delete(_ ids: [String], from module: String) async throws -> Int {
        let action = "delete from \"\(module)\""
        _ = try layout(module, action: action)
        return try await transaction(action) { transaction in
            try ids.reduce(into: 0) { count, id in
                if try transaction.delete(id, from: module) { count += 1 }
            }
        }
    }

    /// Deletes all items of a module.
    ///
    /// - Returns: How many items were deleted.
    @discardableResult
    public func deleteAll<Module: ContentModule>(_ module: Module.Type) async throws -> Int {
        try await deleteAll(from: module.descriptor.name)
    }

    /// Deletes all items of a module, the module by its wire name.
    @discardableResult
    public func deleteAll(from module: String) async throws -> Int {
        let action = "delete all of \"\(module)\""
        _ = try layout(module, action: action)
        return try await transaction(action) { try $0.deleteAll(from: module) }
    }

    /// How many items of a module are stored.
    public func count<Module: ContentModule>(_ module: Module.Type) async throws -> Int {
        try await count(of: module.descriptor.name)
    }

    /// How many items of a module are stored, the module by its wire name.
    public func count(of module: String) async throws -> Int {
        let layout = try layout(module, action: "count \"\(module)\"")
        return try await readers.withConnection { connection in
            try connection.count(of: layout.table)
        }
    }
}

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
