import Foundation
import QuireCore
import QuireEngine
import QuireText

extension Outbox {
    /// Returns the writes of a module that conflict with changes or deletions by others, in order.
    ///
    /// ```swift
    /// for conflict in try await outbox.conflicts(Books.self) {
    ///     try await outbox.resolve(conflict, by: .merge { mine, theirs in
    ///         var merged = theirs
    ///         merged.title = mine.title
    ///         return merged
    ///     })
    /// }
    /// ```
    public func conflicts<Module: ContentModule>(
        _ module: Module.Type
    ) async throws -> [OutboxConflict<Module>] {
        try await store.outboxTransaction("read the outbox") { transaction in
            let ledger = OutboxLedger(transaction)
            return try transaction.allEntries().filter {
                $0.state == .conflict && $0.operation.module.name.isByteEqual(to: Module.descriptor.name)
            }.map { OutboxConflict($0, try ledger.versions(of: $0)) }
        }
    }

    /// Resolves a conflict: either a version is sent over the server's current one, or the local write is dropped.
    ///
    /// If the item changes again before the write arrives, there is a new conflict.
    /// - Throws: `UnmergeableConflictError` if a merge lacks one of the two versions; ``OutboxEntryNotFoundError`` if the
    ///   conflict was already resolved; the errors of the merge closure.
    public func resolve<Module: ContentModule>(
        _ conflict: OutboxConflict<Module>, by resolution: ConflictResolution<Module>
    ) async throws {
        let number = conflict.entry.number
        let operation = try conflict.operation(resolving: resolution)
        let isSettled = try await betweenRounds("resolve a conflict") {
            try OutboxLedger($0).resolve(number, with: operation, theirs: conflict.theirInstance)
        }
        guard isSettled else { throw OutboxEntryNotFoundError(number: number) }
        bus.forget(number)
    }

    /// Drops a pending write and undoes its local effect. For a new item, later writes of it are dropped as well.
    ///
    /// Pending writes that refer to a dropped new item are rejected, because the server does not have the item.
    /// A write whose response was lost may have arrived anyway. In that case, the next sync brings back its effect.
    /// - Returns: The dropped writes, starting with this one.
    /// - Throws: ``OutboxEntryNotFoundError`` if it was already sent; ``OutboxBusyError``.
    @discardableResult
    public func discard(_ entry: OutboxEntry) async throws -> [OutboxEntry] {
        let discarded = try await betweenRounds("discard a write") {
            try OutboxLedger($0).discard(entry.number)
        }
        guard !discarded.isEmpty else { throw OutboxEntryNotFoundError(number: entry.number) }
        return discarded
    }

    /// Sends a rejected write again unchanged, for example after the app was granted permission.
    ///
    /// To correct a rejected write, write the item again. The two are merged.
    /// - Throws: ``OutboxEntryNotFoundError`` if it no longer exists or is not rejected; ``OutboxBusyError``.
    public func retry(_ entry: OutboxEntry) async throws {
        let isBack = try await betweenRounds("send a write again") {
            try OutboxLedger($0).retry(entry.number)
        }
        guard isBack else { throw OutboxEntryNotFoundError(number: entry.number) }
    }
}

/// A pending write no longer exists, or has changed its state.
public struct OutboxEntryNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entry's number.
    public var number: Int64

    public var description: String {
        "Could not change the pending write #\(number): it was sent, settled or dropped meanwhile. Reload the list of "
            + "pending writes."
    }
}
