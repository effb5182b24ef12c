#if SQLite
import CSQLite
import QuireEngine

/// Caches the word lists that a connection has read, and whether statements find something, until something is written.
/// Reading a list scans the whole index, and every page of a search decides how its items are found.
struct WordLists {
    fileprivate var version: FileVersion?
    fileprivate var lists: [String: SortedWords] = [:]
    /// Whether statements find something.
    fileprivate var findings: [Finding: Bool] = [:]
    /// Short texts that were read from the file, by any key.
    fileprivate var texts: [String: String] = [:]

    fileprivate struct Finding: Hashable {
        let text: String
        let values: [SQLValue]
    }
}

/// A state of the file as one connection sees it: it differs after each write, also of the connection itself.
struct FileVersion: Equatable {
    fileprivate let data: UInt32
    fileprivate let changes: Int32
}

extension Connection {
    /// Whether a transaction is writing. Its writes may be rolled back, after which a cached list would be wrong.
    var isWriting: Bool {
        get throws {
            // SQLite updates its counters only when it reads.
            _ = try integer("SELECT 1 FROM sqlite_schema LIMIT 1")
            return sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE
        }
    }

    /// The state of the file that the current transaction reads.
    var fileVersion: FileVersion {
        var data: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &data)
        return FileVersion(data: data, changes: sqlite3_total_changes(handle))
    }

    /// The list that a statement reads, from the cache if the file has not changed.
    func wordList(_ sql: String, _ read: () throws -> SortedWords) throws -> SortedWords {
        guard try !isWriting else { return try read() }
        let version = fileVersion
        if wordLists.version != version { wordLists = WordLists(version: version) }
        if let list = wordLists.lists[sql] { return list }
        let list = try read()
        wordLists.lists[sql] = list
        return list
    }

    /// A text that the closure reads, from the cache if the file has not changed. No transaction may be writing.
    func cachedText(_ key: String, _ read: () throws -> String) rethrows -> String {
        let version = fileVersion
        if wordLists.version != version { wordLists = WordLists(version: version) }
        if let text = wordLists.texts[key] { return text }
        let text = try read()
        wordLists.texts[key] = text
        return text
    }

    /// Whether a statement returns a row, from the cache if the file has not changed.
    func finds(_ statement: SQLBuilder) throws -> Bool {
        func finds() throws -> Bool { try integer(statement.text, statement.values) != nil }
        guard statement.values.isShort, try !isWriting else { return try finds() }
        let version = fileVersion
        if wordLists.version != version { wordLists = WordLists(version: version) }
        let key = WordLists.Finding(text: statement.text, values: statement.values)
        if let finding = wordLists.findings[key] { return finding }
        let finding = try finds()
        if wordLists.findings.count >= 1_000 { wordLists.findings.removeAll() }
        wordLists.findings[key] = finding
        return finding
    }
}

extension [SQLValue] {
    /// Whether the values may be kept with many others.
    fileprivate var isShort: Bool {
        count <= 32
            && allSatisfy { value in
                switch value {
                case .text(let text): text.utf8.count <= 1_000
                case .blob(let bytes): bytes.count <= 1_000
                case .null, .integer, .real: true
                }
            }
    }
}
#endif
