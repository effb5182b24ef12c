#if SQLite
/// What is kept between searches about all rows of a module, such as their order.
protocol KeptRows: AnyObject, Sendable {
    /// The number of rows, among which there may be some that were deleted since.
    var count: Int { get }

    /// Reads all rows.
    ///
    /// - Parameter last: The greatest number of a row.
    init(_ source: RowColumn, last: Int64) throws

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
