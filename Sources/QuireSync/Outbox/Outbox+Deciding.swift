import Foundation
import QuireCore
import QuireEngine
import QuireText

extension Outbox {
    /// The writes of a module that met an item that someone else has changed or deleted, in their order.
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
                $0.state == .conflict && $0.operation.module.name.isSpelled(as: Module.descriptor.name)
            }.map { OutboxConflict($0, try ledger.versions(of: $0)) }
        }
    }

    /// Settles a conflict: what is kept is sent over what the server has now, or mine is given up.
    ///
    /// An item that is changed once more before that arrives is a conflict again.
    /// - Throws: `UnmergeableConflict` where a merge lacks one of the two sides; ``OutboxEntryGone`` where the conflict
    ///   was settled already; what the merge throws.
    public func resolve<Module: ContentModule>(
        _ conflict: OutboxConflict<Module>, by resolution: ConflictResolution<Module>
    ) async throws {
        let number = conflict.entry.number
        let operation = try conflict.operation(resolving: resolution)
        let isSettled = try await betweenRounds("resolve a conflict") {
            try OutboxLedger($0).resolve(number, with: operation, theirs: conflict.theirInstance)
        }
        guard isSettled else { throw OutboxEntryGone(number: number) }
        bus.forget(number)
    }

    /// Gives a write up and takes back what it did here; with a new item go the later writes of it.
    ///
    /// A write whose answer was lost may have arrived all the same: then the next sync brings what it did.
    /// - Returns: What was given up, this one first.
    /// - Throws: ``OutboxEntryGone`` where it was sent already; ``OutboxBusyError``.
    @discardableResult
    public func discard(_ entry: OutboxEntry) async throws -> [OutboxEntry] {
        let discarded = try await betweenRounds("discard a write") {
            try OutboxLedger($0).discard(entry.number)
        }
        guard !discarded.isEmpty else { throw OutboxEntryGone(number: entry.number) }
        return discarded
    }

    /// Lets a refused write be sent again as it is, for example because the app may write now.
    ///
    /// To correct a refused write, write the item again: the two become one.
    /// - Throws: ``OutboxEntryGone`` where it is not there any more, or not refused; ``OutboxBusyError``.
    public func retry(_ entry: OutboxEntry) async throws {
        let isBack = try await betweenRounds("send a write again") {
            try OutboxLedger($0).retry(entry.number)
        }
        guard isBack else { throw OutboxEntryGone(number: entry.number) }
    }
}

/// A pending write that no longer exists, or is in another state by now.
public struct OutboxEntryGone: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entry's number.
    public var number: Int64

    public var description: String {
        "Could not change the pending write #\(number): it was sent, settled or dropped meanwhile. Reload the list of "
            + "pending writes."
    }
}
