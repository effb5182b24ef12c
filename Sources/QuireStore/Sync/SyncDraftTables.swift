#if SQLite
import Foundation
import QuireSync

/// The tables that store what first syncs have read before they were complete.
struct SyncDraftTables {
    let connection: Connection

    /// Appends items to a module's draft. A draft of another origin is replaced.
    func append(_ items: [SyncDraftItem], to module: String, origin: String) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS quire_sync_draft (module TEXT PRIMARY KEY, origin TEXT NOT NULL) \
            STRICT, WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS quire_sync_draft_item (number INTEGER PRIMARY KEY, module TEXT NOT NULL, \
            id TEXT NOT NULL, updated INTEGER NOT NULL, instance BLOB NOT NULL) STRICT
            """)
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
        guard try exist(), try self.origin(of: module) == origin else { return [] }
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
        guard try exist() else { return }
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

    private func exist() throws -> Bool {
        try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'quire_sync_draft'") ?? 0 > 0
    }
}
#endif
