#if SQLite
/// What a search needs to know about the rows of a module.
///
/// Looking up one row takes as long as reading several rows of an index. Therefore all rows are read as soon as a part of
/// them has been looked up, and are kept for the following searches.
struct ModuleRows {
    /// The part of the rows that are looked up before all are read.
    private static let part: Int64 = 5
    /// The largest number of a row. What is kept takes up to 12 bytes for each number.
    private static let largest: Int64 = 4_000_000

    let connection: Connection
    let text: TextLayout
    /// The module's table, as SQL.
    let table: String

    /// The popularities of all items, if they are known, or if reading them pays.
    ///
    /// - Parameters:
    ///   - column: The column of the popularity, as SQL.
    ///   - count: How many popularities the caller would look up, or has looked up.
    func popularities(_ column: String, for count: Int) throws -> PopularityOrder? {
        try rows(table, column, count)
    }

    /// The order of all ids, if it is known, or if reading it pays.
    ///
    /// - Parameter count: How many ids the caller would look up.
    func ids(for count: Int) throws -> IDOrder? { try rows(table, "id", count) }

    /// How many words all rows have, if that is known, or if reading it pays.
    ///
    /// - Parameter count: How many rows the caller would look up.
    func lengths(for count: Int) throws -> RowLengths? {
        try rows(
            SQLite.quoted(text.index + "_docsize"), "sz", count,
            largest: Self.largest / Int64(max(text.columns.count, 1)))
    }

    private func rows<Rows: KeptRows>(
        _ table: String, _ column: String, _ count: Int, largest: Int64 = largest
    ) throws -> Rows? {
        guard let log = connection.searchRecorder?.rows,
            let version = try SearchVersion(readBy: connection, of: text)?.rows
        else { return nil }
        let source = RowColumn(
            connection: connection, key: RowColumn.Key(name: text.name, column: column), table: table,
            columns: text.columns.count)
        if let (kept, changes) = log.rows(source.key, version: version), let kept = kept as? Rows {
            if changes.isEmpty { return kept }
            if let changed = try Self.changed(kept, by: changes, source) {
                log.keep(changed, source.key, version: version)
                return changed
            }
        }
        guard count > 0 else { return nil }
        let lookUps = log.addLookUps(count, source.key, version: version)
        let last = try connection.integer("SELECT max(item) FROM \(self.table)") ?? 0
        guard last < largest, lookUps * Self.part > last else { return nil }
        let read = try Rows(source, last: last)
        log.keep(read, source.key, version: version)
        return read
    }

    /// What is kept after rows have changed; `nil` if reading all rows takes less time.
    private static func changed<Rows: KeptRows>(
        _ kept: Rows, by changes: RowChanges, _ source: RowColumn
    ) throws -> Rows? {
        guard changes.count <= max(100, kept.count / 100), changes.greatest < largest else { return nil }
        return try kept.changed(by: changes, source)
    }
}
#endif
