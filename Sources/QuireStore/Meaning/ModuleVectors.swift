#if SQLite
import QuireCore
import QuireText

/// The vectors of a module that a search compares.
struct ModuleVectors {
    let vectors: VectorTable

    private var connection: Connection { vectors.connection }
    private var text: TextLayout { vectors.text }

    /// `nil` if the module has no embedding.
    init?(_ connection: Connection, _ layout: ModuleLayout) {
        guard let vectors = VectorTable(connection, layout) else { return nil }
        self.vectors = vectors
    }

    /// The vectors as the connection sees them, from memory as far as they are known.
    func rows() throws -> VectorRows {
        let source = RowColumn(
            connection: connection, key: RowColumn.Key(name: text.name, column: "vector"),
            table: vectors.table, columns: vectors.embedding.dimensions)
        guard let log = connection.searchRecorder?.rows,
            let version = try SearchVersion(readBy: connection, of: text)?.rows
        else { return try VectorRows(source, last: 0) }
        if let (rows, changes) = log.rows(source.key, version: version), let rows = rows as? VectorRows {
            if changes.isEmpty { return rows }
            if changes.count <= max(100, rows.count / 10), let changed = try rows.changed(by: changes, source)
            {
                log.keep(changed, source.key, version: version)
                return changed
            }
        }
        let rows = try VectorRows(source, last: 0)
        log.keep(rows, source.key, version: version)
        return rows
    }

    /// The items that are not in the index, because a hook excludes them or they are pending.
    func unindexed() throws -> RowSet {
        try connection.withStatement("SELECT item FROM \(SQLite.quoted(text.unindexed))") { row in
            var rows = RowSet()
            while try row.step() { rows.insert(row.integer(0)) }
            return rows
        }
    }

    /// The number of items in the index that have not been embedded.
    func missing(in rows: VectorRows, unindexed: RowSet) throws -> Int {
        let items = try connection.count(of: vectors.layout.table)
        let both = unindexed.numbers.count { rows.embeddedRows.contains($0) }
        return max(0, items - unindexed.count - rows.embeddedRows.count + both)
    }

    /// Puts rows into order, nearest first, equally near ones by their ids, and returns the first.
    func ordered(_ neighbours: [VectorRows.Neighbour], first count: Int) throws -> [Int64] {
        var ids: [Int64: String] = [:]
        let counts = Dictionary(neighbours.map { ($0.similarity, 1) }, uniquingKeysWith: +)
        for row in neighbours where counts[row.similarity] ?? 1 > 1 {
            ids[row.item] = try connection.text(
                "SELECT id FROM \(SQLite.quoted(vectors.layout.table)) WHERE item = ?", [.integer(row.item)])
        }
        let sorted = neighbours.sorted { one, other in
            if one.similarity != other.similarity { return one.similarity > other.similarity }
            return (ids[one.item] ?? "").utf8.lexicographicallyPrecedes((ids[other.item] ?? "").utf8)
        }
        return sorted.prefix(count).map(\.item)
    }
}

/// Removes the vectors of items whose texts change, in the transaction that writes them.
final class VectorFollower {
    private let vectors: VectorTable
    private let find: Statement
    private let readTexts: Statement
    private let remove: Statement

    /// `nil` if the module has no embedding.
    init?(_ layout: ModuleLayout, _ connection: Connection) throws {
        guard let vectors = VectorTable(connection, layout) else { return nil }
        func prepare(_ sql: String) throws -> Statement {
            try Statement(sql, connection: connection, persistent: true)
        }
        self.vectors = vectors
        find = try prepare("SELECT hash FROM \(vectors.table) WHERE item = ?")
        readTexts = try prepare("\(vectors.select) WHERE v.item = ?")
        remove = try prepare("DELETE FROM \(vectors.table) WHERE item = ?")
    }

    /// Removes the vector of an item whose rows have been written, unless it has the same text as before.
    func didWrite(_ item: Int64) throws {
        try find.bind(.integer(item), at: 1)
        defer { find.reset() }
        guard try find.step() else { return }
        let hash = find.integer(0)
        try readTexts.bind(.integer(item), at: 1)
        defer { readTexts.reset() }
        // An item that is not in the index has no text.
        if try readTexts.step(), VectorTable.hash(vectors.source(readTexts)) == hash { return }
        try willRemove(item)
    }

    func willRemove(_ item: Int64) throws { try remove.run(.integer(item)) }
}
#endif
