#if SQLite
import CSQLite
import QuireEngine

/// Caches the word lists that a connection has read, until something is written. Reading a list scans the whole index.
struct WordLists {
    fileprivate var data: UInt32 = 0
    fileprivate var changes: Int32 = -1
    fileprivate var lists: [String: SortedWords] = [:]
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

    /// The list that a statement reads, from the cache if the file has not changed.
    func wordList(_ sql: String, _ read: () throws -> SortedWords) throws -> SortedWords {
        guard try !isWriting else { return try read() }
        var data: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &data)
        let changes = sqlite3_total_changes(handle)
        if wordLists.data != data || wordLists.changes != changes {
            wordLists = WordLists(data: data, changes: changes)
        }
        if let list = wordLists.lists[sql] { return list }
        let list = try read()
        wordLists.lists[sql] = list
        return list
    }
}
#endif
