#if SQLite
import Foundation
import QuireCore
import QuireText

/// Reads and writes whole instances in HALO's format, in one transaction of a store.
///
/// ```swift
/// try await store.transaction("sync \"books\"") { transaction in
///     for instance in created { try transaction.upsert(instance, into: "books") }
///     try transaction.delete("57ea6aa4", from: "books")
///     try transaction.setNote(mark, for: "sync/books")
/// }
/// ```
/// If the body throws an error, nothing is stored. A transaction is only valid inside that body.
package final class StoreTransaction {
    let connection: Connection
    private let store: Store
    private var writers: [String: InstanceWriter] = [:]
    private var removers: [String: RowRemover] = [:]

    init(_ connection: Connection, _ store: Store) {
        self.connection = connection
        self.store = store
    }
}

extension Store {
    /// Runs reads and writes in one transaction. Transactions run one after another.
    ///
    /// - Parameter action: A description for errors: `write to "books"`.
    /// - Throws: The body's error, in which case nothing is stored; `StoreError`.
    package func transaction<Result: Sendable>(
        _ action: String, _ body: @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result {
        try checkWritable(action)
        return try await writer.run(action) { connection in
            try connection.transaction(.immediate) { try body(StoreTransaction(connection, self)) }
        }
    }

    /// Runs reads that all see the same state of the store, without blocking writers.
    ///
    /// - Parameters:
    ///   - action: A description for errors.
    ///   - body: The reads. It must not write.
    /// - Throws: The body's error; `StoreError`.
    package func snapshot<Result: Sendable>(
        _ action: String, _ body: @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        return try await readers.withConnection { connection in
            connection.action = action
            defer { connection.action = "use the store" }
            return try connection.transaction(.deferred) { try body(StoreTransaction(connection, self)) }
        }
    }
}

extension StoreTransaction {
    /// The effect of a write on an instance.
    package enum Outcome: Sendable { case inserted, updated, skipped }

    /// Inserts an instance in HALO's format, or replaces the one with the same id.
    ///
    /// - Parameters:
    ///   - onlyNewer: Skips an instance that is older than the stored one.
    ///   - keepsIncompatible: Keeps values that do not fit their field as unknown values. Otherwise they are an error.
    ///   - skipsEqual: Skips an instance whose stored values are the same.
    ///   - named: The values that the writer has set or cleared. If given, the stored item keeps its other unknown
    ///     values, which the writer's schema does not know.
    ///   - scope: The constraints that the values are checked against.
    /// - Throws: `ContentDecodingError` if the bytes are not an instance, or do not fit the schema; `ConstraintError`
    ///   if the values break constraints in the scope.
    @discardableResult
    package func upsert(
        _ instance: some ContiguousBytes, into module: String, onlyNewer: Bool = false,
        keepsIncompatible: Bool = false, skipsEqual: Bool = false,
        keepingUnknownValuesExcept named: Set<String>? = nil,
        checking scope: ConstraintScope = .none
    ) throws -> Outcome {
        let outcome = try writer(module).write(
            instance, onlyNewer: onlyNewer, keepsIncompatible: keepsIncompatible, skipsEqual: skipsEqual,
            named: named, checking: scope)
        return switch outcome {
        case .inserted: .inserted
        case .updated: .updated
        case .skipped: .skipped
        }
    }

    /// The required value that the last upserted instance of a module lacks.
    func missingValue(in module: String) throws -> ContentDecodingError? { try writer(module).missing }

    /// Deletes an item. Returns `false` if there is none with that id.
    @discardableResult
    package func delete(_ id: String, from module: String) throws -> Bool {
        if let remover = removers[module] { return try remover.remove(id: id) }
        let layout = try layout(module)
        let remover = try RowRemover(
            layout, connection, follower: TextFollower(layout, connection, context: store.text))
        removers[module] = remover
        return try remover.remove(id: id)
    }

    /// Deletes all items of a module and returns how many there were.
    @discardableResult
    package func deleteAll(from module: String) throws -> Int {
        let layout = try layout(module)
        let count = try connection.count(of: layout.table)
        connection.changes?.changesAll(of: layout.module.name)
        // Removes all words at once, not row by row.
        try TextIndex(connection, layout)?.removeAll()
        let vectors = layout.text.flatMap { $0.embedding == nil ? nil : $0.vectors }
        for name in layout.sideTables + [vectors].compactMap(\.self)
            + [layout.textTable, layout.table]
        {
            try connection.run("DELETE FROM \(SQLite.quoted(name))")
        }
        return Int(count)
    }

    /// Returns the page of a request in HALO's form, as the transaction sees it.
    package func searchData(_ request: SearchRequest) throws -> Data {
        try store.data(for: plan(request), on: connection)
    }

    /// Returns the ids of the items that a request finds, as the transaction sees them.
    func ids(_ request: SearchRequest) throws -> [String] {
        try store.response(to: plan(request), .ids(of: request.module), on: connection).items
    }

    private func plan(_ request: SearchRequest) throws -> SearchPlan {
        try SearchPlan(
            request, layout(request.module.name), analyzer: store.options.analyzer, among: store.layouts)
    }

    /// Returns an item in HALO's form; `nil` if there is none with that id.
    package func instance(_ id: String, in module: String) throws -> [UInt8]? {
        try Inclusion(connection: connection, layouts: store.layouts).fetch([id], layout(module))[
            ExactText(id)]
    }

    private func writer(_ module: String) throws -> InstanceWriter {
        if let writer = writers[module] { return writer }
        let writer = try InstanceWriter(layout(module), connection, text: store.text)
        writers[module] = writer
        return writer
    }

    private func layout(_ module: String) throws -> ModuleLayout {
        try store.layout(module, action: connection.action)
    }
}
#endif
