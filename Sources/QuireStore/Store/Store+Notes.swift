#if SQLite
/// Short texts stored with the content, for example the checkpoint of a sync.
///
/// They live in the table `quire_note` and belong to the transaction that writes them.
extension StoreTransaction {
    /// Stores a text under a key; `nil` removes it.
    package func setNote(_ text: String?, for key: String) throws {
        try StoreNotes.set(text, for: key, connection)
    }

    /// The text under a key; `nil` if there is none.
    package func note(_ key: String) throws -> String? { try StoreNotes.note(key, connection) }
}

extension Store {
    /// The text under a key; `nil` if there is none.
    package func note(_ key: String) async throws -> String? {
        try await readers.withConnection { try StoreNotes.note(key, $0) }
    }
}
#endif
