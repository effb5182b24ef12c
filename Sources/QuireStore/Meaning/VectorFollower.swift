#if SQLite
import QuireCore

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
