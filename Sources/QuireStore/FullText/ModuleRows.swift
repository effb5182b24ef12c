#if SQLite
/// What a search needs to know about the rows of a module.
///
/// Looking up one row takes as long as reading several rows of an index. Therefore all rows are read as soon as a part of
/// them has been looked up, and are kept for the following searches. What can be read in parts is, so that no search waits
/// for all.
struct ModuleRows {
    /// The part of the rows that are looked up before all are read.
    static let part = 5
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
        let source = source(table, column)
        guard let cache = connection.searchRecorder?.rows,
            let version = try SearchVersion(readBy: connection, of: text)?.rows
        else { return nil }
        if let order: PopularityOrder = try known(source, cache, version: version) { return order }
        guard count > 0 else { return nil }
        let lookUps = cache.addLookUps(count, source.key, version: version)
        let last = try last()
        guard last < Self.largest, lookUps * Int64(Self.part) > last else { return nil }
        let order = try PopularityOrder(source, last: last)
        cache.keep(order, source.key, version: version)
        return order
    }

    /// Calls the body with the numbers of the items in the order of their ids, until it returns `false`.
    ///
    /// The ids are read in parts, and kept.
    func forEachID(_ body: (Int64) -> Bool) throws {
        let last = try last()
        let source = source(table, "id")
        guard last < Self.largest, let cache = connection.searchRecorder?.rows,
            let version = try SearchVersion(readBy: connection, of: text)?.rows
        else {
            return try connection.withStatement("SELECT item FROM \(table) ORDER BY id") { row in
                while try row.step(), body(row.integer(0)) {}
            }
        }
        var order: IDOrder? = try known(source, cache, version: version)
        var next = 0
        while true {
            if let order {
                while next < order.items.count {
                    guard body(Int64(order.items[next])) else { return }
                    next += 1
                }
                if order.isComplete { return }
            }
            let longer = try IDOrder.extending(order, source, last: last)
            cache.keep(longer, source.key, version: version)
            order = longer
        }
    }

    /// How many words rows have, as far as it is known, or reading it pays.
    ///
    /// - Parameter rows: The rows that the caller would look up.
    func lengths(for rows: some Sequence<Int64>) throws -> RowLengths? {
        let source = source(SQLite.quoted(text.index + "_docsize"), "sz")
        guard let cache = connection.searchRecorder?.rows,
            let version = try SearchVersion(readBy: connection, of: text)?.rows
        else { return nil }
        let lengths: RowLengths? = try known(source, cache, version: version)
        let missing = rows.count { lengths?.knows($0) != true }
        guard missing > 0 else { return lengths }
        let last = try last()
        guard last < Self.largest / Int64(max(text.columns.count, 1)) else { return lengths }
        let lookUps = cache.addLookUps(missing, source.key, version: version)
        let chunks = Int(lookUps) * Self.part / RowLengths.chunk
        guard chunks > 0 else { return lengths }
        let longer = try (lengths ?? RowLengths(columns: text.columns.count)).extended(
            by: chunks, source, last: last)
        cache.keep(longer, source.key, version: version)
        return longer
    }

    /// The greatest number of a row.
    private func last() throws -> Int64 {
        try connection.integer("SELECT max(item) FROM \(table)") ?? 0
    }

    private func source(_ table: String, _ column: String) -> RowColumn {
        RowColumn(
            connection: connection, key: RowColumn.Key(name: text.name, column: column), table: table,
            columns: text.columns.count)
    }

    /// What is kept, with the rows that have changed since; `nil` if nothing is, or reading all rows takes less time.
    private func known<Rows: KeptRows>(
        _ source: RowColumn, _ cache: RowCache, version: String
    ) throws -> Rows? {
        guard let (rows, changes) = cache.rows(source.key, version: version), let rows = rows as? Rows else {
            return nil
        }
        if changes.isEmpty { return rows }
        guard changes.count <= max(100, rows.count / 100), changes.greatest < Self.largest,
            let changed = try rows.changed(by: changes, source)
        else { return nil }
        cache.keep(changed, source.key, version: version)
        return changed
    }
}

/// What is kept between searches about all rows of a module, such as their order.
protocol KeptRows: AnyObject, Sendable {
    /// The number of rows, among which there may be some that were deleted since.
    var count: Int { get }

    /// The same after rows have changed, of which it reads only these; `nil` if all must be read.
    func changed(by changes: RowChanges, _ source: RowColumn) throws -> Self?
}

/// What is read about rows, and where.
struct RowColumn {
    struct Key: Hashable {
        /// The name of the full text.
        let name: String
        /// The column, as SQL.
        let column: String
    }

    let connection: Connection
    let key: Key
    /// The table, as SQL.
    let table: String
    /// The number of columns of the index.
    var columns = 1

    var column: String { key.column }
}
#endif
