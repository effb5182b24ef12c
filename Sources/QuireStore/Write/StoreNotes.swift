#if SQLite
/// Small texts that belong to the content and change with it: where a sync stands, for example.
///
/// They live in a table of their own, `quire_note`, and are part of the transaction that writes them.
extension StoreTransaction {
    /// Stores a text under a key; `nil` removes it.
    package func setNote(_ text: String?, for key: String) throws {
        try StoreNotes.set(text, for: key, connection)
    }

    /// The text under a key; `nil` where there is none.
    package func note(_ key: String) throws -> String? { try StoreNotes.note(key, connection) }
}

extension Store {
    /// The text under a key; `nil` where there is none.
    package func note(_ key: String) async throws -> String? {
        try await readers.withConnection { try StoreNotes.note(key, $0) }
    }
}

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
        // A store that was never written a note has no table for them.
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
