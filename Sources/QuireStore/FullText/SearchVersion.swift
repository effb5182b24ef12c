#if SQLite
/// The version of a module's full text: random texts in the file, which transactions change that write to the module.
///
/// They are unknown if the file has none, or only an earlier version of the library has written it.
struct SearchVersion: Hashable {
    /// Changes with the words of the index.
    var words: String?
    /// Changes with the rows of the module, and with the words of a row.
    var rows: String?

    /// - Parameter text: As stored, `words rows`.
    init(text: String) {
        let parts = text.split(separator: " ")
        words = parts.first.map(String.init)
        rows = parts.dropFirst().first.map(String.init)
    }

    private var text: String { [words, rows].compactMap(\.self).joined(separator: " ") }

    static func random() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    private static func key(_ name: String) -> String { "text/version/\(name)" }

    /// Reads the version of the full text with this name.
    init(storedFor name: String, _ connection: Connection) throws {
        self.init(text: try StoreNotes.note(Self.key(name), connection) ?? "")
    }

    func store(for name: String, _ connection: Connection) throws {
        try StoreNotes.set(text, for: Self.key(name), connection)
    }

    /// Reads the version that a search sees; `nil` in a transaction that writes, because it may be rolled back.
    init?(readBy connection: Connection, of text: TextLayout) throws {
        guard try !connection.isWriting else { return nil }
        self.init(
            text: try connection.cachedText(Self.key(text.name)) {
                try SearchVersion(storedFor: text.name, connection).text
            })
    }
}
#endif
