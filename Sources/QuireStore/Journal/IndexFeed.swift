#if SQLite
/// The pending changes of one type in one index. Each has its own table, so that batches need no second index.
struct IndexFeed {
    let number: Int64
    /// The table of its changes.
    var table: String { "quire_index_change_\(number)" }

    var definition: String {
        """
        CREATE TABLE IF NOT EXISTS \(table) (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, \
        isDelete INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0, \
        reason TEXT) STRICT
        """
    }

    /// Adds a change, replacing the pending one of the same id. Parameters: id, whether it is a delete.
    var report: String { "REPLACE INTO \(table) (id, isDelete) VALUES (?, ?)" }

    // MARK: - Triggers

    /// The names of the triggers that write a module's changes into the table.
    var triggers: [String] { ["insert", "update", "delete"].map { "quire_index_\($0)_\(number)" } }

    /// The triggers on the module's narrow table, which changes whenever an item changes.
    ///
    /// They use DELETE and INSERT OR FAIL instead of REPLACE: statements that need no partial rollback open no
    /// statement journal, which would make FTS5 write its buffer for each row.
    func triggerDefinitions(on narrowTable: String) -> [String] {
        let table = SQLite.quoted(narrowTable)
        func change(_ row: String, isDelete: Bool) -> String {
            """
            DELETE FROM \(self.table) WHERE id = \(row).id; \
            INSERT OR FAIL INTO \(self.table) (id, isDelete) VALUES (\(row).id, \(isDelete ? 1 : 0));
            """
        }
        let bodies = [
            ("INSERT", change("NEW", isDelete: false)),
            ("UPDATE", change("OLD", isDelete: true) + " " + change("NEW", isDelete: false)),
            ("DELETE", change("OLD", isDelete: true)),
        ]
        return zip(triggers, bodies).map { name, body in
            "CREATE TRIGGER IF NOT EXISTS \(name) AFTER \(body.0) ON \(table) BEGIN \(body.1) END"
        }
    }
}
#endif
