#if SQLite

/// Accesses individual items of an index.
extension TextIndex {
    /// The row number of an item.
    func item(_ id: String) throws -> Int64? {
        try connection.integer("SELECT item FROM \(SQLite.quoted(layout.table)) WHERE id = ?", [.text(id)])
    }

    /// The indexed texts of an item.
    func texts(of item: Int64) throws -> [String] {
        let columns = text.columns.map { SQLite.quoted($0.name) }.joined(separator: ", ")
        return try connection.withStatement(
            "SELECT \(columns) FROM \(SQLite.quoted(text.view)) WHERE item = ?"
        ) { row in
            try row.bind(.integer(item), at: 1)
            guard try row.step() else { return [] }
            return text.columns.indices.compactMap { row.optionalText(Int32($0)) }
        }
    }

    /// The number of items that are not indexed yet.
    func pending() throws -> Int {
        // An unfinished load does not mark items, and none of its items is indexed.
        if try isDeferred {
            return Int(try connection.integer("SELECT count(*) FROM \(SQLite.quoted(layout.table))") ?? 0)
        }
        return Int(
            try connection.integer(
                "SELECT count(*) FROM \(SQLite.quoted(text.unindexed)) WHERE NOT isVetoed") ?? 0)
    }

    /// Indexes pending items. Returns how many.
    func indexPending(limit: Int, _ context: TextContext) throws -> Int {
        let items = try connection.withStatement(
            "SELECT item FROM \(SQLite.quoted(text.unindexed)) WHERE NOT isVetoed ORDER BY item LIMIT ?"
        ) { row in
            try row.bind(.integer(Int64(limit)), at: 1)
            var items: [Int64] = []
            while try row.step() { items.append(row.integer(0)) }
            return items
        }
        if !items.isEmpty { connection.changes?.changesAll(of: layout.module.name) }
        let follower = try TextFollower(text, connection, context, isStopped: false)
        for item in items {
            connection.searchRecorder?.writtenRows(text).add(item, .updated)
            try follower.willRemove(item)
            try follower.add(item)
        }
        return items.count
    }
}
#endif
