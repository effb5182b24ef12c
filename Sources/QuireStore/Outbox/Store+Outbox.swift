#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireSync

extension WritableEngine {
    /// Creates an outbox in the store: writes through it are stored immediately, and sent to this engine later.
    ///
    /// ```swift
    /// let outbox = try await halo.outbox(in: store)
    /// let content = ContentClient(engine: outbox.engine)
    /// outbox.start()
    /// ```
    /// Changes that an earlier run of the app could not send are still there. Several outboxes, even in several
    /// processes, may share a store; only one of them sends at a time.
    /// - Throws: `StoreError` if the store cannot be written.
    public func outbox(
        in store: Store, settings: OutboxSettings = OutboxSettings()
    ) async throws -> Outbox {
        try await store.prepareOutbox()
        return Outbox(to: self, in: store, settings: settings)
    }
}

extension Store: OutboxStore {
    package func prepareOutbox() async throws {
        try await transaction("prepare the outbox") { transaction in
            try OutboxTables(connection: transaction.connection).create()
        }
    }

    package func outboxTransaction<Result: Sendable>(
        _ action: String, _ body: @escaping @Sendable (any OutboxTransaction) throws -> Result
    ) async throws -> Result {
        try await transaction(action) { transaction in try body(StoreOutbox(transaction, self.layouts)) }
    }

    /// The outbox changes that a sync of a module must preserve; `nil` if there is no outbox.
    func outboxSyncing(
        _ transaction: StoreTransaction, _ module: String, mark: Date, confirmed: Int64? = nil
    ) throws -> OutboxSyncing? {
        guard try OutboxTables(connection: transaction.connection).exist() else { return nil }
        return try OutboxSyncing(
            StoreOutbox(transaction, layouts), module: module, mark: mark.milliseconds,
            confirmed: confirmed)
    }
}
#endif
