#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireSync

/// The reads and writes of an outbox in a transaction of a store.
struct StoreOutbox: OutboxTransaction {
    private let transaction: StoreTransaction
    private let layouts: [String: ModuleLayout]
    private let tables: OutboxTables

    init(_ transaction: StoreTransaction, _ layouts: [String: ModuleLayout]) {
        self.transaction = transaction
        self.layouts = layouts
        tables = OutboxTables(connection: transaction.connection)
    }

    private var connection: Connection { transaction.connection }

    // MARK: - Visible content

    func storedInstance(_ id: String, in module: String) throws -> JSONValue? {
        try transaction.instance(id, in: module).map { try JSONValue(parsing: Data($0)) }
    }

    func setInstance(
        _ instance: JSONValue?, _ id: String, in module: String, keepsIncompatible: Bool
    ) throws {
        if let instance {
            try transaction.upsert(instance.data, into: module, keepsIncompatible: keepsIncompatible)
        } else {
            try transaction.delete(id, from: module)
        }
    }

    func storedIDs(of module: String) throws -> [String] {
        guard let layout = layouts[module] else { return [] }
        return try connection.withStatement("SELECT id FROM \(SQLite.quoted(layout.table))") { row in
            var ids: [String] = []
            while try row.step() { ids.append(row.text(0)) }
            return ids
        }
    }

    // MARK: - Pending writes

    func eachHead(_ body: (OutboxHead) throws -> Bool) throws {
        try tables.eachHead { row in
            let number = row.integer(0)
            return try body(
                OutboxHead(
                    number: number, module: row.text(1), id: row.optionalText(2),
                    state: try Self.state(row.text(3), number)))
        }
    }

    func entry(_ number: Int64) throws -> OutboxEntry? {
        try entries(where: "number = ?", [.integer(number)]).first
    }

    func allEntries() throws -> [OutboxEntry] { try entries(where: "TRUE", []) }

    func entries(of id: String, in module: String) throws -> [OutboxEntry] {
        try entries(where: "module = ? AND (id = ? OR id IS NULL)", [.text(module), .text(id)])
    }

    func add(_ entry: OutboxEntry) throws -> Int64 { try tables.add(Self.values(entry)) }

    func replace(_ entry: OutboxEntry) throws { try tables.replace(entry.number, Self.values(entry)) }

    func remove(_ number: Int64) throws { try tables.remove(number) }

    private func entries(where test: String, _ values: [SQLValue]) throws -> [OutboxEntry] {
        try tables.rows(OutboxTables.entryColumns, where: test, values) { row in
            let number = row.integer(0)
            let operation: WriteOperation
            do {
                operation = try WriteOperation(saved: JSONValue(parsing: Data(row.text(5).utf8))) {
                    layouts.named($0)?.module
                }
            } catch let error as UnreadableOperation {
                throw OutboxUnreadableError(number: number, reason: error.description)
            } catch {
                throw OutboxUnreadableError(number: number, reason: "its operation is not JSON")
            }
            let failure = try row.optionalText(10).map { text in
                guard let failure = WriteError(saved: text, operation) else {
                    throw OutboxUnreadableError(number: number, reason: "its failure is of another form")
                }
                return failure
            }
            return OutboxEntry(
                number: number, batch: row.integer(1), operation: operation,
                queuedAt: Date(milliseconds: row.integer(6)), state: try Self.state(row.text(7), number),
                attempts: Int(row.integer(8)), lastError: row.optionalText(9), failure: failure,
                seen: row.isNull(11) ? nil : row.integer(11), madeID: row.integer(12) != 0,
                isUncertain: row.integer(13) != 0, sentSeen: row.isNull(14) ? nil : row.integer(14))
        }
    }

    private static func state(_ text: String, _ number: Int64) throws -> OutboxEntry.State {
        if let state = OutboxEntry.State(rawValue: text) { return state }
        throw OutboxUnreadableError(number: number, reason: "it is in an unknown state, \"\(text)\"")
    }

    private static func values(_ entry: OutboxEntry) -> [SQLValue] {
        [
            .integer(entry.batch), .text(entry.operation.module.name),
            .optional(entry.operation.kind == .truncate ? nil : entry.operation.id),
            .text(entry.operation.kind.rawValue),
            .text(entry.operation.saved.description), .integer(entry.queuedAt.milliseconds),
            .text(entry.state.rawValue), .integer(Int64(entry.attempts)), .optional(entry.lastError),
            .optional(entry.failure?.saved), .optional(entry.seen), .flag(entry.madeID),
            .flag(entry.isUncertain), .optional(entry.sentSeen),
        ]
    }

    // MARK: - The server's side

    func base(of id: String, in module: String) throws -> OutboxBase? {
        try connection.withStatement(
            "SELECT instance, isGone, original FROM quire_outbox_base WHERE module = ? AND id = ?"
        ) { row in
            try row.bind([.text(module), .text(id)])
            guard try row.step() else { return nil }
            func instance(_ column: Int32) throws -> JSONValue? {
                try row.optionalText(column).map { text in
                    let instance = try JSONValue(parsing: Data(text.utf8))
                    return layouts.named(module)?.module.underCurrentNames(instance) ?? instance
                }
            }
            return OutboxBase(try instance(0), isGone: row.integer(1) != 0, original: try instance(2))
        }
    }

    func setBase(_ base: OutboxBase?, of id: String, in module: String) throws {
        guard let base else {
            return try connection.run(
                "DELETE FROM quire_outbox_base WHERE module = ? AND id = ?", [.text(module), .text(id)])
        }
        try connection.run(
            "REPLACE INTO quire_outbox_base (module, id, instance, isGone, original) VALUES (?, ?, ?, ?, ?)",
            [
                .text(module), .text(id), .optional(base.instance?.description), .flag(base.isGone),
                .optional(base.original?.description),
            ])
    }

    func baseIDs(of module: String) throws -> [String] {
        try connection.withStatement("SELECT id FROM quire_outbox_base WHERE module = ?") { row in
            try row.bind(.text(module), at: 1)
            var ids: [String] = []
            while try row.step() { ids.append(row.text(0)) }
            return ids
        }
    }

    func noteSent(_ id: String, in module: String, seen: Int64, now: Int64) throws {
        try tables.noteSent(id, module, seen: seen, now: now)
    }

    func dateNow(of id: String, in module: String, seen: Int64) throws -> Int64? {
        try tables.dateNow(id, module, seen: seen)
    }

    func sentDates(in module: String) throws -> [(id: String, date: Int64)] {
        try tables.sentDates(module)
    }

    func noteConfirmed(_ id: String, in module: String) throws { try tables.noteConfirmed(id, module) }

    func confirmedIDs(in module: String, after number: Int64) throws -> [String] {
        try tables.confirmedIDs(module, after: number)
    }

    // MARK: - Who sends

    func lease() throws -> OutboxLease? {
        try connection.withStatement("SELECT owner, process, until FROM quire_outbox_lease") { row in
            guard try row.step() else { return nil }
            return OutboxLease(
                owner: row.text(0), process: row.integer(1), until: Date(milliseconds: row.integer(2)))
        }
    }

    func setLease(_ lease: OutboxLease?) throws {
        guard let lease else { return try connection.run("DELETE FROM quire_outbox_lease") }
        try connection.run(
            "REPLACE INTO quire_outbox_lease (one, owner, process, until) VALUES (1, ?, ?, ?)",
            [.text(lease.owner), .integer(lease.process), .integer(lease.until.milliseconds)])
    }
}

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
        // Fails now rather than at the first write.
        try await store.transaction("open the outbox") { _ in }
        return Outbox(to: self, in: store, settings: settings)
    }
}

extension Store: OutboxStore {
    package func outboxTransaction<Result: Sendable>(
        _ action: String, _ body: @escaping @Sendable (any OutboxTransaction) throws -> Result
    ) async throws -> Result {
        try await transaction(action) { transaction in try body(StoreOutbox(transaction, self.layouts)) }
    }

    /// The outbox changes that a sync of a module must preserve; `nil` if the outbox has none.
    func outboxSyncing(
        _ transaction: StoreTransaction, _ module: String, mark: Date, confirmed: Int64? = nil
    ) throws -> OutboxSyncing? {
        if try OutboxTables(connection: transaction.connection).areEmpty() { return nil }
        return try OutboxSyncing(
            StoreOutbox(transaction, layouts), module: module, mark: mark.milliseconds,
            confirmed: confirmed)
    }
}
#endif
