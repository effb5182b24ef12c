#if SQLite
import Foundation
import QuireCore
import QuireSync

extension ContentSync {
    /// Creates a sync of an engine's content into a store.
    ///
    /// ```swift
    /// let sync = ContentSync(from: halo, into: store, locale: "en-US")
    /// try await sync.sync(Books.self)
    /// ```
    /// - Parameters:
    ///   - engine: The source of the content.
    ///   - store: The destination.
    ///   - locale: The language of localized texts. `nil` leaves it to the server.
    ///   - settings: How strictly content is decoded, the server's cache, and the length of the log.
    public convenience init(
        from engine: any SyncingEngine, into store: Store, locale: String? = nil,
        settings: Settings = Settings()
    ) {
        self.init(from: engine, into: store.synced, locale: locale, settings: settings)
    }
}

extension Store {
    /// The store as the destination of a sync.
    package var synced: SyncedContent { SyncedContent(store: self) }
}

/// The synced content of a store, in its modules' tables, and the sync state in tables of the same file.
package struct SyncedContent: ComparableStore {
    let store: Store

    package var syncedModules: [ModuleDescriptor] {
        store.layouts.values.map(\.module).sorted { $0.name < $1.name }
    }

    package func syncState(of module: String) async throws -> SyncState? {
        _ = try store.layout(module, action: "sync \"\(module)\"")
        return try await store.readers.withConnection { try SyncTables(connection: $0).state(of: module) }
    }

    package func apply(_ update: SyncUpdate) async throws -> SyncEffect {
        let action = "sync \"\(update.module)\""
        let layout = try store.layout(update.module, action: action)
        return try await store.transaction(action) { transaction in
            let tables = SyncTables(connection: transaction.connection)
            if update.kind != .range, try tables.state(of: update.module) != update.expected {
                throw SyncStateChangedError(module: update.module)
            }
            // First, so that the content takes its place in the file.
            if update.state != nil {
                try SyncDraftTables(connection: transaction.connection).clear(update.module)
            }
            let mark = update.changes.map(\.timestamp).max() ?? update.date
            let outbox = try store.outboxSyncing(
                transaction, update.module, mark: mark,
                confirmed: update.changes.compactMap(\.confirmedWrite).min())
            let (effect, hasSkipped) = try SyncApplication(
                transaction, update, layout: layout, outbox: outbox
            ).run()
            // What was skipped is delivered again from the current checkpoint. Content that is replaced has been read
            // since the new one.
            if let state = update.state, !hasSkipped || update.kind != .changes {
                try tables.set(state, of: update.module)
            }
            if update.kind != .items {
                try tables.append(SyncLogEntry(update, effect), limit: update.logLimit)
            }
            return effect
        }
    }

    package func lastConfirmedWrite() async throws -> Int64 {
        try await store.readers.withConnection { connection in
            try OutboxTables(connection: connection).lastConfirmed()
        }
    }

    package func syncDraft(of module: String, origin: String) async throws -> [SyncDraftItem] {
        try await store.readers.withConnection {
            try SyncDraftTables(connection: $0).items(of: module, origin: origin)
        }
    }

    package func appendToSyncDraft(
        _ items: [SyncDraftItem], of module: String, origin: String
    ) async throws {
        try await store.transaction("sync \"\(module)\"") { transaction in
            try SyncDraftTables(connection: transaction.connection)
                .append(items, to: module, origin: origin)
        }
    }

    package func clearSyncDraft(of module: String) async throws {
        try await store.transaction("sync \"\(module)\"") { transaction in
            try SyncDraftTables(connection: transaction.connection).clear(module)
        }
    }

    package func syncedVersions(of module: String, since start: Date?) async throws -> [String: Int64] {
        let layout = try store.layout(module, action: "sync \"\(module)\"")
        return try await store.readers.withConnection { connection in
            // An item without a base is one that only a pending write has created.
            try connection.withStatement(
                """
                SELECT id, coalesce(updatedAt, 0) FROM \(SQLite.quoted(layout.table)) AS m \
                WHERE coalesce(updatedAt, 0) >= ?1 AND NOT EXISTS (SELECT 1 FROM quire_outbox_base AS b \
                WHERE b.module = ?2 AND b.id = m.id AND b.instance IS NULL)
                """
            ) { row in
                try row.bind([.integer(start?.milliseconds ?? .min), .text(module)])
                var versions: [String: Int64] = [:]
                while try row.step() { versions[row.text(0)] = row.integer(1) }
                return versions
            }
        }
    }

    package func syncLog(of module: String?) async throws -> [SyncLogEntry] {
        try await store.readers.withConnection { try SyncTables(connection: $0).log(of: module) }
    }

    package func clearSyncLog(of module: String?) async throws {
        try await store.transaction("clear the log of syncs") { transaction in
            let tables = SyncTables(connection: transaction.connection)
            try tables.clearLog(of: module)
        }
    }

    package func clearSynced(_ module: String) async throws {
        let action = "clear \"\(module)\""
        _ = try store.layout(module, action: action)
        try await store.transaction(action) { transaction in
            let tables = SyncTables(connection: transaction.connection)
            try transaction.deleteAll(from: module)
            try tables.set(nil, of: module)
            try SyncDraftTables(connection: transaction.connection).clear(module)
            // Changes that have not been sent yet are not synced content.
            try store.outboxSyncing(transaction, module, mark: .distantFuture)?.layAgain()
        }
    }
}

extension SyncLogEntry {
    fileprivate init(_ update: SyncUpdate, _ effect: SyncEffect) {
        self.init(
            module: update.module, date: update.date, locale: update.locale, kind: update.kind,
            created: effect.created, updated: effect.updated, deleted: effect.deleted,
            rejected: effect.rejected.count)
    }
}

/// The tables that store what first syncs have read before they were complete.
struct SyncDraftTables {
    let connection: Connection

    /// Appends items to a module's draft. A draft of another origin is replaced.
    func append(_ items: [SyncDraftItem], to module: String, origin: String) throws {
        if try self.origin(of: module) != origin {
            try clear(module)
            try connection.run("INSERT INTO quire_sync_draft VALUES (?, ?)", [.text(module), .text(origin)])
        }
        try connection.withStatement(
            "INSERT INTO quire_sync_draft_item (module, id, updated, instance) VALUES (?, ?, ?, ?)"
        ) { row in
            for item in items {
                try row.run(
                    .text(module), .text(item.id), .integer(item.updated), .blob(Array(item.instance)))
            }
        }
    }

    /// The items of a module's draft, in the order in which they were appended. Empty if it has another origin.
    func items(of module: String, origin: String) throws -> [SyncDraftItem] {
        guard try self.origin(of: module) == origin else { return [] }
        return try connection.withStatement(
            "SELECT id, updated, instance FROM quire_sync_draft_item WHERE module = ? ORDER BY number"
        ) { row in
            try row.bind(.text(module), at: 1)
            var items: [SyncDraftItem] = []
            while try row.step() {
                guard case .blob(let instance) = row.value(2) else { continue }
                items.append(
                    SyncDraftItem(id: row.text(0), updated: row.integer(1), instance: Data(instance)))
            }
            return items
        }
    }

    func clear(_ module: String) throws {
        for table in ["quire_sync_draft", "quire_sync_draft_item"] {
            try connection.run("DELETE FROM \(table) WHERE module = ?", [.text(module)])
        }
    }

    private func origin(of module: String) throws -> String? {
        try connection.withStatement("SELECT origin FROM quire_sync_draft WHERE module = ?") { row in
            try row.bind(.text(module), at: 1)
            return try row.step() ? row.text(0) : nil
        }
    }
}
#endif
