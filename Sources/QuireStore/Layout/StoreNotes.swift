#if SQLite
/// The table `quire_note`: short texts by key that are stored with the content and in its transactions.
enum StoreNotes {
    private static let definition =
        "CREATE TABLE IF NOT EXISTS quire_note (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID"

    static func set(_ text: String?, for key: String, _ connection: Connection) throws {
        try connection.execute(definition)
        if let text {
            try connection.run(
                "INSERT INTO quire_note (key, text) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET text = excluded.text",
                [.text(key), .text(text)])
        } else {
            try connection.run("DELETE FROM quire_note WHERE key = ?", [.text(key)])
        }
    }

    static func note(_ key: String, _ connection: Connection) throws -> String? {
        // A store without notes has no table for them.
        guard
            try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'quire_note'") ?? 0 > 0
        else { return nil }
        return try connection.withStatement("SELECT text FROM quire_note WHERE key = ?") { statement in
            try statement.bind(.text(key), at: 1)
            return try statement.step() ? statement.text(0) : nil
        }
    }
}
#endif
