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
#endif
