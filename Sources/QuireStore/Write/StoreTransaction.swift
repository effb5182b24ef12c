#if SQLite
import Foundation
import QuireCore

/// Reads and writes of whole instances in HALO's form, all within one transaction of a store.
///
/// ```swift
/// try await store.transaction("sync \"books\"") { transaction in
///     for instance in created { try transaction.upsert(instance, into: "books") }
///     try transaction.delete("57ea6aa4", from: "books")
///     try transaction.setNote(mark, for: "sync/books")
/// }
/// ```
/// Where the body throws, nothing of it is stored. A transaction is only valid inside that body.
package final class StoreTransaction {
    let connection: Connection
    private let store: Store
    private var writers: [ExactName: InstanceWriter] = [:]
    private var removers: [ExactName: RowRemover] = [:]

    fileprivate init(_ connection: Connection, _ store: Store) {
        self.connection = connection
        self.store = store
    }
}

extension Store {
    /// Runs reads and writes in one transaction, after the writes before it and before those behind it.
    ///
    /// - Parameter action: What is being done, for errors: `write to "books"`.
    /// - Throws: What the body throws, with nothing stored; `StoreError`.
    package func transaction<Result: Sendable>(
        _ action: String, _ body: @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result {
        try checkWritable(action)
        return try await writer.run(action) { connection in
            try connection.transaction(.immediate) { try body(StoreTransaction(connection, self)) }
        }
    }

    /// Runs reads that all see one state of the store, and keeps no writer of a file waiting.
    ///
    /// - Parameters:
    ///   - action: What is being done, for errors.
    ///   - body: Only reads.
    /// - Throws: What the body throws; `StoreError`.
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
    /// What became of an instance that was written.
    package enum Outcome: Sendable { case inserted, updated, skipped }

    /// Writes an instance in HALO's form, in the place of that with the same id.
    ///
    /// - Parameters:
    ///   - onlyNewer: Keeps what is stored where that was updated later.
    ///   - keepsUnfit: Stores values that do not fit their field aside, so that the field has none; without it they are
    ///     an error.
    ///   - named: The values that the writer has set or cleared. Where it is given, the stored item's unknown values
    ///     under other names stay: the writer's schema does not know them.
    /// - Throws: `ContentDecodingError` where it is no instance, or does not fit the schema.
    @discardableResult
    package func upsert(
        _ instance: some ContiguousBytes, into module: String, onlyNewer: Bool = false,
        keepsUnfit: Bool = false, keepingUnknownValuesExcept named: Set<String>? = nil
    ) throws -> Outcome {
        try writer(module).write(
            instance, onlyNewer: onlyNewer, keepsUnfit: keepsUnfit,
            named: named.map { Set($0.map(ExactName.init)) })
    }

    /// Removes an item; `false` where there is none of that id.
    @discardableResult
    package func delete(_ id: String, from module: String) throws -> Bool {
        let name = ExactName(module)
        if let remover = removers[name] { return try remover.remove(id: id) }
        let layout = try layout(module)
        let remover = try RowRemover(layout, connection, TextFollower(layout, connection))
        removers[name] = remover
        return try remover.remove(id: id)
    }

    /// Removes all items of a module; how many there were.
    @discardableResult
    package func deleteAll(from module: String) throws -> Int {
        let layout = try layout(module)
        let table = SQLite.quoted(layout.table)
        let count = try connection.integer("SELECT count(*) FROM \(table)") ?? 0
        // All words go at once, not row by row.
        try TextIndex(connection, layout)?.removeAll()
        for name in layout.fields.compactMap(\.side) + [layout.textTable, layout.table] {
            try connection.run("DELETE FROM \(SQLite.quoted(name))")
        }
        return Int(count)
    }

    /// The page of a request in HALO's form, as it is within the transaction.
    package func searchData(_ request: SearchRequest) throws -> Data {
        let layout = try layout(request.module.name)
        let plan = try SearchPlan(request, layout, store.options.analyzer)
        let page = PageJSON(
            runner: SearchRunner(plan: plan, connection: connection), layouts: store.layouts)
        return Data(try page.write(fields: try store.projection(request, layout)).bytes)
    }

    /// An item in HALO's form; `nil` where there is none of that id.
    package func instance(_ id: String, in module: String) throws -> [UInt8]? {
        try Inclusion(connection: connection, layouts: store.layouts).fetch([id], layout(module))[
            ExactName(id)]
    }

    private func writer(_ module: String) throws -> InstanceWriter {
        let name = ExactName(module)
        if let writer = writers[name] { return writer }
        let writer = try InstanceWriter(layout(module), connection)
        writers[name] = writer
        return writer
    }

    private func layout(_ module: String) throws -> ModuleLayout {
        try store.layout(module, action: connection.action)
    }
}

/// Reads and writes instances of one module, one after the other.
private final class InstanceWriter {
    private let layout: ModuleLayout
    private let rows: RowWriter
    private var refusing: InstanceParser
    private var keepingAside: InstanceParser
    private let connection: Connection
    private let unknownValues: String

    init(_ layout: ModuleLayout, _ connection: Connection) throws {
        let shape = RowShape(layout)
        self.layout = layout
        self.connection = connection
        unknownValues =
            "SELECT t.unmodelled FROM \(SQLite.quoted(layout.table)) AS m "
            + "JOIN \(SQLite.quoted(layout.textTable)) AS t ON t.item = m.item WHERE m.id = ?"
        rows = try RowWriter(shape, connection)
        refusing = InstanceParser(shape, strictness: .refuses, requiresFields: false)
        keepingAside = InstanceParser(shape, strictness: .keepsAside, requiresFields: false)
    }

    func write(
        _ instance: some ContiguousBytes, onlyNewer: Bool, keepsUnfit: Bool, named: Set<ExactName>?
    ) throws -> StoreTransaction.Outcome {
        try instance.withUnsafeBytes { bytes in
            keepsUnfit
                ? try write(bytes, &keepingAside, onlyNewer, named)
                : try write(bytes, &refusing, onlyNewer, named)
        }
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, _ parser: inout InstanceParser, _ onlyNewer: Bool,
        _ named: Set<ExactName>?
    ) throws -> StoreTransaction.Outcome {
        do throws(InstanceFailure) {
            try parser.parse(bytes)
        } catch {
            throw error.error(layout, id: parser.id, bytes: bytes)
        }
        if let named, let id = parser.id, let stored = try connection.text(unknownValues, [.text(id)]) {
            parser.keepUnknownValues(stored, except: named)
        }
        switch try rows.write(parser.row, onlyNewer: onlyNewer) {
        case .inserted: return .inserted
        case .updated: return .updated
        case .skipped: return .skipped
        }
    }
}
#endif
