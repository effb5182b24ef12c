import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireSync

extension PocketBaseEngine: WritableEngine {
    /// Performs a batch.
    ///
    /// ```text
    /// POST  /api/collections/books/records?fields=…          {"id":"k3…","title":"Emma"}
    /// PATCH /api/collections/books/records/k3…?fields=…      {"age":4}
    /// POST  /api/batch  {"requests":[{"method":"POST","url":"/api/collections/books/records?fields=…","body":{…}},…]}
    /// ```
    /// Several operations go into one call if the server allows batches, up to `PocketBaseSettings.batchSize`. By default
    /// each operation succeeds or fails on its own; with `PocketBaseSettings.Batches.allOrNone`, all or none are stored.
    ///
    /// A new item gets its id here, so a creation whose response was lost is repeated safely. An update that depends on
    /// the stored item (`seenUpdatedAt`, changes of metadata or lists) is protected as
    /// `PocketBaseSettings.conflictDetection` says. The server sets `createdAt` and `updatedAt`.
    ///
    /// A value that the server silently ignored or changed fails its operation with the code `fieldNotWritten`; the
    /// other values are stored then. `truncate` needs a superuser.
    ///
    /// - Throws: `UnsupportedError`, `EmptyBatchError` or `WriteError` before any I/O; `TransportError`,
    ///   `PocketBaseError` or ``PocketBaseAuthorizationError`` if the result of every operation is unknown.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await write(batch, retries: settings.retries)
    }

    /// Returns how updates notice that somebody else has changed the item. Asks the server once whether it allows batches.
    ///
    /// ```swift
    /// guard try await engine.conflictDetection.isExact else { return }
    /// ```
    public var conflictDetection: PocketBaseConflictDetection {
        get async throws {
            if let chosen = settings.conflictDetection { return chosen }
            guard settings.collections == .managed else { return .compare }
            return try await batchSupport.isOn(connection) ? .revisions : .compare
        }
    }

    private func write(_ batch: WriteBatch, retries: RetryPolicy) async throws -> [WriteResult] {
        try batch.check(for: PocketBaseConnection.engineName, modifies: true)
        return try await RecordWriting(
            batch, self, sender: WriteSender(connection: connection, retries: retries)
        ).run()
    }
}

extension PocketBaseEngine: OnceWritingEngine {
    package func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await write(batch, retries: .never)
    }

    /// Collections accept 15 characters, unless they declare something else.
    package func newItemID(at date: Date) -> String { RecordID.new() }
}

/// The ids of new records.
enum RecordID {
    /// Creates an id that every collection accepts: 15 of `a`–`z` and `0`–`9`, 77 bits from the system's secure source.
    static func new() -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var generator = SystemRandomNumberGenerator()
        return String(
            decoding: (0..<15).map { _ in alphabet.randomElement(using: &generator) ?? 0 }, as: UTF8.self)
    }
}

extension PocketBaseEngine: LoadableEngine {
    public var batchSize: Int { settings.batchSize }

    /// Stores complete items, each replacing one with the same id. The server sets `createdAt` and `updatedAt`.
    public func store(
        _ instances: [JSONValue], of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        var failures: [WriteError?] = Array(repeating: nil, count: instances.count)
        var operations: [(position: Int, operation: WriteOperation)] = []
        for (position, instance) in instances.enumerated() {
            do {
                operations.append((position, try WriteOperation(replacing: instance, in: module)))
            } catch {
                failures[position] = WriteError(
                    .invalid, WriteOperation(.createOrUpdate, module), message: "\(error)")
            }
        }
        for (entry, failure) in zip(operations, try await carryOut(operations.map(\.operation))) {
            failures[entry.position] = failure
        }
        return failures
    }

    private func carryOut(_ operations: [WriteOperation]) async throws -> [WriteError?] {
        if operations.isEmpty { return [] }
        do {
            return try await write(WriteBatch(operations)).map { result in
                if case .failed(let error) = result { error } else { nil }
            }
        } catch let error as WriteError {
            // One of them cannot be written, so nothing was sent.
            guard operations.count > 1 else { return [error] }
            let middle = operations.count / 2
            return try await carryOut(Array(operations[..<middle]))
                + carryOut(Array(operations[middle...]))
        }
    }
}
