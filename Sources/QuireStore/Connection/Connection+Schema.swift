#if SQLite
import CSQLite

/// What a connection knows of the file's tables; another process may bring them to another schema at any time.
struct KnownTables {
    /// Those that the store was opened with.
    let modules: [StoredModule]
    /// SQLite's count of the file's changes, and of its schema's, when the tables were last seen to be these.
    fileprivate var data: UInt32 = 0
    fileprivate var schema: Int64 = -1

    init(_ layouts: some Sequence<ModuleLayout>) { modules = layouts.map(StoredModule.init) }
}

extension Connection {
    /// Makes sure that the store's files are those that it has open.
    ///
    /// - Throws: `StoreError` (`replaced`).
    func checkFiles(_ use: OpenFiles.Use) throws { try files?.check(use, action) }

    /// Makes sure that the tables are still those that the store was opened with, after a read, or in the transaction
    /// of a write. It costs nothing where nobody has written since.
    ///
    /// - Throws: `StoreError` (`changed`).
    func checkTables() throws {
        guard var known = knownTables else { return }
        var data: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &data)
        guard data != known.data else { return }
        let schema = try integer("PRAGMA schema_version") ?? 0
        if schema != known.schema {
            let stored = try Catalog(connection: self).modules()
            for module in known.modules where !module.hasTables(of: stored.named(module.name)) {
                throw StoreError(
                    .changed, action: action, location: location,
                    reason:
                        "another process, or another store in this one, has migrated \"\(module.name)\" to another "
                        + "schema or analyzer",
                    advice: "Open the store again, with the same schema and analyzer as that one.")
            }
        }
        known.data = data
        known.schema = schema
        knownTables = known
    }
}

extension StoredModule {
    /// Whether values lie in the same places, and the same words are indexed; indexes of values may come and go.
    fileprivate func hasTables(of other: StoredModule?) -> Bool {
        guard let other, table == other.table, textTable == other.textTable, fields == other.fields else {
            return false
        }
        guard let text, let otherText = other.text else { return text == nil && other.text == nil }
        return text.hasSameWords(as: otherText)
    }
}
#endif
