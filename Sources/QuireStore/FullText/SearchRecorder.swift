#if SQLite
/// Records what the transactions of a connection change for searches: the words of the indexes, and the rows.
final class SearchRecorder: TransactionObserver {
    private struct PendingWords {
        /// `nil` if they are unknown or too many.
        var changes: [WordCache.Change]? = []
        var bytes = 0
    }

    let words: WordCache
    let rows: RowCache
    private var pendingWords: [String: PendingWords] = [:]
    private var pendingRows: [String: WrittenRows] = [:]
    /// The versions before and after the transaction that is about to be committed.
    private var versions: [String: (old: SearchVersion, new: SearchVersion)] = [:]

    init(_ words: WordCache, _ rows: RowCache) {
        self.words = words
        self.rows = rows
    }

    // MARK: - Recording

    func note(_ text: TextLayout, isAdded: Bool, texts: () -> [String?]) {
        var changes = pendingWords[text.name] ?? PendingWords()
        // Appends without a copy.
        pendingWords[text.name] = nil
        if changes.changes != nil {
            let change = WordCache.Change(isAdded: isAdded, texts: texts())
            changes.bytes += change.size
            if changes.bytes > WordCache.mostBytes {
                changes.changes = nil
            } else {
                changes.changes?.append(change)
            }
        }
        pendingWords[text.name] = changes
    }

    /// Notes that the whole index was rebuilt, emptied or dropped.
    func noteRebuild(_ text: TextLayout) {
        pendingWords[text.name, default: PendingWords()].changes = nil
        writtenRows(text).addAll()
    }

    /// The rows of a module that the current transaction has written, to add others.
    func writtenRows(_ text: TextLayout) -> WrittenRows {
        if let rows = pendingRows[text.name] { return rows }
        let rows = WrittenRows()
        pendingRows[text.name] = rows
        return rows
    }

    // MARK: - TransactionObserver

    func willCommit(_ connection: Connection) throws {
        versions = [:]
        let written = pendingRows.filter { !$0.value.isEmpty }.keys
        for name in Set(pendingWords.keys).union(written) {
            let old = try SearchVersion(storedFor: name, connection)
            var new = old
            if pendingWords[name] != nil || new.words == nil { new.words = SearchVersion.random() }
            if written.contains(name) || new.rows == nil { new.rows = SearchVersion.random() }
            try new.store(for: name, connection)
            versions[name] = (old, new)
        }
    }

    func didCommit() {
        for (name, (old, new)) in versions {
            if let version = new.words, version != old.words {
                words.add(
                    (pendingWords[name] ?? PendingWords()).changes, to: name, from: old.words, to: version)
            }
            if let version = new.rows, version != old.rows {
                rows.add((pendingRows[name] ?? WrittenRows()).changes, to: name, from: old.rows, to: version)
            }
        }
        reset()
    }

    func didRollBack() { reset() }

    private func reset() {
        versions = [:]
        pendingWords = [:]
        for rows in pendingRows.values { rows.removeAll() }
    }
}

extension Connection {
    var searchRecorder: SearchRecorder? { observer as? SearchRecorder }
}

/// The version of a module's full text: random texts in the file, which transactions change that write to the module.
///
/// They are unknown if the file has none.
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
