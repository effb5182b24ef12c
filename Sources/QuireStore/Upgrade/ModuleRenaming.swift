#if SQLite

import QuireCore

/// Renames modules in the catalog, the sync state, the journals and the outbox. Their tables keep their names.
struct ModuleRenaming {
    let connection: Connection

    func run(_ renames: [SchemaRenames.Rename]) throws {
        for rename in renames {
            let names: [SQLValue] = [.text(rename.to), .text(rename.from)]
            try connection.run("UPDATE quire_module SET name = ? WHERE name = ?", names)
            for (table, column) in Self.columns where try exists(table) {
                // A row that is there under the new name is newer.
                try connection.run("UPDATE OR IGNORE \(table) SET \(column) = ? WHERE \(column) = ?", names)
            }
        }
    }

    private static let columns = [
        ("quire_sync", "module"), ("quire_sync_log", "module"), ("quire_sync_draft", "module"),
        ("quire_sync_draft_item", "module"), ("quire_index", "module"),
        ("quire_index", "type"), ("quire_outbox_entry", "module"), ("quire_outbox_base", "module"),
        ("quire_outbox_sent", "module"),
    ]

    /// Tells other connections that names have changed. They compare tables only after SQLite's own schema has changed.
    func announce() throws {
        try connection.execute("CREATE TABLE quire_replaced (item INTEGER)")
        try connection.execute("DROP TABLE quire_replaced")
    }

    private func exists(_ table: String) throws -> Bool {
        try connection.integer(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(table)]) == 1
    }
}
#endif
