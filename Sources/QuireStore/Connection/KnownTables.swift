#if SQLite
import CSQLite

/// The tables that a store found when it was opened. Another process may migrate them at any time.
struct KnownTables: Sendable {
    /// Compares the tables of the file with the known ones; throws if they differ.
    private let compare: @Sendable (Connection) throws -> Void
    /// SQLite's counts of changes to the file and to its schema, at the last check.
    private var data: UInt32 = 0
    private var schema: Int64 = -1

    init(compare: @escaping @Sendable (Connection) throws -> Void) { self.compare = compare }

    /// Checks the tables if anyone has written to the file since the last check.
    fileprivate mutating func check(_ connection: Connection) throws {
        var data: UInt32 = 0
        sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_DATA_VERSION, &data)
        guard data != self.data else { return }
        let schema = try connection.integer("PRAGMA schema_version") ?? 0
        if schema != self.schema { try compare(connection) }
        self.data = data
        self.schema = schema
    }
}

extension Connection {
    /// Makes sure that the tables are still those that the store was opened with: after a read, or within the
    /// transaction of a write. Costs nothing if there was no write since the last check.
    ///
    /// - Throws: `StoreError` (`changed`).
    func checkTables() throws {
        guard var tables = knownTables else { return }
        try tables.check(self)
        knownTables = tables
    }
}
#endif
