#if SQLite
import CSQLite
import QuireEngine
import QuireShared
import QuireText
import QuireToolbox

/// The vectors of a module's items in the file.
///
/// A row has the hash of the text that its vector stands for. Whoever writes an item removes the vector of another text in
/// the same transaction. An item whose fields have no text has a row without components.
struct VectorTable {
    let connection: Connection
    let layout: ModuleLayout
    let text: TextLayout
    let embedding: EmbeddingLayout

    /// `nil` if the module has no embedding.
    init?(_ connection: Connection, _ layout: ModuleLayout) {
        guard let text = layout.text, let embedding = text.embedding else { return nil }
        self.connection = connection
        self.layout = layout
        self.text = text
        self.embedding = embedding
    }

    var table: String { SQLite.quoted(text.vectors) }

    /// Creates the table of an embedding, and drops the vectors of another one.
    static func prepare(_ layout: ModuleLayout, before old: StoredModule?, _ connection: Connection) throws {
        if let text = old?.text, let embedding = text.embedding, embedding != layout.text?.embedding {
            connection.clearStatements()
            connection.searchRecorder?.writtenRows(text).addAll()
            try connection.execute("DROP TABLE IF EXISTS \(SQLite.quoted(text.vectors))")
        }
        guard let vectors = VectorTable(connection, layout) else { return }
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS \(vectors.table) (item INTEGER PRIMARY KEY, hash INTEGER NOT NULL, \
            scale REAL NOT NULL, components BLOB NOT NULL) STRICT
            """)
    }

    /// The hash of a text: 64-bit FNV-1a.
    static func hash(_ source: String?) -> Int64 {
        Int64(bitPattern: StableHash(source ?? "").value)
    }

    /// Reads the texts to embed, from the view of the texts: the row's number comes first.
    var select: String {
        "SELECT v.item, \(embedding.columns.map { "v.\(SQLite.quoted($0))" }.joined(separator: ", ")) "
            + "FROM \(SQLite.quoted(text.view)) AS v"
    }

    /// The text to embed of the current row of `select`.
    func source(_ row: Statement) -> String? {
        TextEmbedding.source(embedding.columns.indices.map { row.optionalText(Int32($0 + 1)) })
    }

    // MARK: - Computing

    /// An item without a vector.
    struct Pending: Sendable {
        var item: Int64
        var source: String?
    }

    /// The first items without a vector, after a row.
    func pending(after item: Int64, limit: Int) throws -> [Pending] {
        try connection.withStatement(
            "\(select) WHERE v.item > ? AND NOT EXISTS (SELECT 1 FROM \(table) AS e WHERE e.item = v.item) "
                + "ORDER BY v.item LIMIT ?"
        ) { row in
            try row.bind([.integer(item), .integer(Int64(limit))])
            var pending: [Pending] = []
            while try row.step() { pending.append(Pending(item: row.integer(0), source: source(row))) }
            return pending
        }
    }

    /// The number of items without a vector.
    func pendingCount() throws -> Int {
        let items = try connection.integer(
            "SELECT count(*) FROM \(SQLite.quoted(text.view)) AS v "
                + "WHERE NOT EXISTS (SELECT 1 FROM \(table) AS e WHERE e.item = v.item)")
        return Int(items ?? 0)
    }

    /// Stores the vectors of items whose texts are still the same.
    func store(_ vectors: [(pending: Pending, vector: TextVector?)]) throws {
        connection.changes?.changesAll(of: layout.module.name)
        let written = connection.searchRecorder?.writtenRows(text)
        try connection.withStatement("\(select) WHERE v.item = ?") { row in
            for (pending, vector) in vectors {
                row.reset()
                try row.bind(.integer(pending.item), at: 1)
                guard try row.step(), source(row) == pending.source else { continue }
                written?.add(pending.item, .updated)
                let bytes = (vector?.components ?? []).map(UInt8.init(bitPattern:))
                try connection.run(
                    "REPLACE INTO \(table) (item, hash, scale, components) VALUES (?, ?, ?, ?)",
                    [
                        .integer(pending.item), .integer(Self.hash(pending.source)),
                        .real(Double(vector?.scale ?? 0)), .blob(bytes),
                    ])
            }
        }
    }

    /// Removes the vectors of other texts, and those without an item, after a migration has rewritten the items.
    func removeStale() throws {
        var stale: [Int64] = []
        var hashes: [Int64: Int64] = [:]
        try connection.withStatement("SELECT item, hash FROM \(table)") { row in
            while try row.step() { hashes[row.integer(0)] = row.integer(1) }
        }
        guard !hashes.isEmpty else { return }
        try connection.withStatement(select) { row in
            while try row.step() {
                let item = row.integer(0)
                guard let hash = hashes.removeValue(forKey: item) else { continue }
                if hash != Self.hash(source(row)) { stale.append(item) }
            }
        }
        for item in stale + hashes.keys {
            try connection.run("DELETE FROM \(table) WHERE item = ?", [.integer(item)])
        }
    }
}
#endif
