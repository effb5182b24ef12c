#if SQLite
import CSQLite
import QuireCore

/// Creates, fills and drops the full-text index of one module, in a transaction.
struct TextIndex {
    let connection: Connection
    let layout: ModuleLayout
    let text: TextLayout

    /// `nil` if the module has no searchable field.
    init?(_ connection: Connection, _ layout: ModuleLayout) {
        guard let text = layout.text else { return nil }
        self.connection = connection
        self.layout = layout
        self.text = text
    }

    /// Creates the index and fills it from the stored items.
    func create() throws {
        try Self.drop(text, connection)
        for definition in layout.definitions(of: text) { try connection.execute(definition) }
        try fill()
    }

    /// Drops everything except the list of excluded items, which is kept when an index is recreated.
    static func drop(_ text: TextLayout, _ connection: Connection) throws {
        connection.clearStatements()
        connection.searchRecorder?.noteRebuild(text)
        try connection.execute("DROP VIEW IF EXISTS \(SQLite.quoted(text.view))")
        try connection.execute("DROP TABLE IF EXISTS \(SQLite.quoted(text.words))")
        try connection.execute("DROP TABLE IF EXISTS \(SQLite.quoted(text.index))")
    }

    /// Drops everything for a module that no longer has searchable fields.
    static func dropAll(_ text: TextLayout, _ connection: Connection) throws {
        try drop(text, connection)
        try connection.execute("DROP TABLE IF EXISTS \(SQLite.quoted(text.unindexed))")
    }

    // MARK: - Stopping

    private static let stoppedKey = "text/stopped"

    static func isStopped(_ connection: Connection) throws -> Bool {
        try StoreNotes.note(stoppedKey, connection) != nil
    }

    static func setStopped(_ isStopped: Bool, _ connection: Connection) throws {
        try StoreNotes.set(isStopped ? "yes" : nil, for: stoppedKey, connection)
    }

    /// Whether an unfinished bulk load has deferred indexing.
    var isDeferred: Bool {
        get throws { try Catalog(connection: connection).needsIndexes(module: layout.module.name) }
    }

    /// Indexes the items whose indexing a bulk load has deferred. A load that is still running indexes its following
    /// batches.
    func endDeferral() throws {
        guard try isDeferred else { return }
        for index in layout.indexes { try connection.execute(layout.definition(of: index)) }
        try Catalog(connection: connection).setNeedsIndexes(false, module: layout.module.name)
    }

    // MARK: - Filling

    /// Rebuilds the index; if indexing is stopped, marks the missing items instead.
    func fill() throws {
        if try Self.isStopped(connection) { try markMissing() } else { try rebuild() }
    }

    /// Reindexes all items, including pending ones.
    func rebuild() throws {
        try connection.run("DELETE FROM \(SQLite.quoted(text.unindexed)) WHERE NOT isVetoed")
        if try connection.integer("SELECT quire_text_hooks()") == 1 {
            try connection.run("DELETE FROM \(SQLite.quoted(text.unindexed))")
            try veto("1")
        }
        try inLargeSegments { try command("rebuild") }
        try report("1")
    }

    /// Fills the index with few large segments, which are then merged into one.
    ///
    /// FTS5 writes a segment for each megabyte of words, and merges segments while it writes. With 16 MB and one merge at the
    /// end, it writes less. Without that merge, the next writes would merge their small segments with the large ones.
    private func inLargeSegments(_ body: () throws -> Void) throws {
        do {
            try configure("hashsize", 16 << 20)
        } catch let error as StoreError where error.resultCode.map({ $0 & 0xFF }) == SQLITE_ERROR {
            // FTS5 does not document this option, so a later one may not have it.
            return try body()
        }
        try configure("automerge", 0)
        try body()
        try command("optimize")
        try configure("automerge", 4)
        try configure("hashsize", 1 << 20)
    }

    private func configure(_ option: String, _ value: Int64) throws {
        let index = SQLite.quoted(text.index)
        try connection.run(
            "INSERT INTO \(index) (\(index), rank) VALUES (?, ?)", [.text(option), .integer(value)])
    }

    /// Empties the index.
    func removeAll() throws {
        try command("delete-all")
        try connection.run("DELETE FROM \(SQLite.quoted(text.unindexed))")
    }

    func optimize() throws { try command("optimize") }

    /// Marks all items that are missing in the index.
    func markMissing() throws {
        connection.changes?.changesAll(of: layout.module.name)
        try connection.run(
            """
            INSERT OR IGNORE INTO \(SQLite.quoted(text.unindexed)) (item, isVetoed) \
            SELECT item, 0 FROM \(SQLite.quoted(layout.table)) \
            WHERE item NOT IN (SELECT id FROM \(SQLite.quoted(text.index + "_docsize")))
            """)
    }

    /// Reindexes one item. Returns `false` if a hook excludes it.
    func index(item: Int64, _ context: TextContext) throws -> Bool {
        connection.changes?.changesAll(of: layout.module.name)
        connection.searchRecorder?.writtenRows(text).add(item, .updated)
        let follower = try TextFollower(text, connection, context: context, isStopped: false)
        try follower.willRemove(item)
        return try follower.add(item)
    }

    private func veto(_ condition: String) throws {
        try connection.run(
            """
            INSERT INTO \(SQLite.quoted(text.unindexed)) (item, isVetoed) \
            SELECT item, 1 FROM \(SQLite.quoted(text.view)) WHERE \(condition) AND \(layout.veto(of: text))
            """)
    }

    private func report(_ condition: String) throws {
        guard try connection.integer("SELECT quire_text_hooks()") == 1 else { return }
        try connection.run(
            "SELECT \(layout.report(of: text)) FROM \(SQLite.quoted(text.view)) WHERE \(condition)")
    }

    private func command(_ command: String) throws {
        let index = SQLite.quoted(text.index)
        try connection.run("INSERT INTO \(index) (\(index)) VALUES (?)", [.text(command)])
        connection.searchRecorder?.noteRebuild(text)
        connection.changes?.changesAll(of: layout.module.name)
    }
}

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
            return try connection.count(of: layout.table)
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
        let follower = try TextFollower(text, connection, context: context, isStopped: false)
        for item in items {
            connection.searchRecorder?.writtenRows(text).add(item, .updated)
            try follower.willRemove(item)
            try follower.add(item)
        }
        return items.count
    }
}

/// The SQL that creates a module's full text.
extension ModuleLayout {
    /// The table of excluded items, the view of the texts, the index on it, and the list of its words.
    func definitions(of text: TextLayout) -> [String] {
        let columns = text.columns.map { SQLite.quoted($0.name) }.joined(separator: ", ")
        let usesTextTable = text.columns.contains { !$0.isNarrow }
        let texts = text.columns.map { "\($0.expression) AS \(SQLite.quoted($0.name))" }
        let lines = text.marksLines ? " \(TextTokenizer.linesArgument)" : ""
        return [
            """
            CREATE TABLE IF NOT EXISTS \(SQLite.quoted(text.unindexed)) \
            (item INTEGER PRIMARY KEY, isVetoed INTEGER NOT NULL) STRICT
            """,
            """
            CREATE VIEW \(SQLite.quoted(text.view)) AS SELECT m.item AS item, m.id AS id, \
            \(texts.joined(separator: ", ")) FROM \(SQLite.quoted(table)) AS m\
            \(usesTextTable ? " LEFT JOIN \(SQLite.quoted(textTable)) AS t ON t.item = m.item" : "") \
            WHERE NOT EXISTS (SELECT 1 FROM \(SQLite.quoted(text.unindexed)) AS u WHERE u.item = m.item)
            """,
            """
            CREATE VIRTUAL TABLE \(SQLite.quoted(text.index)) USING fts5(\(columns), \
            content='\(text.view)', content_rowid='item', \
            tokenize='\(TextTokenizer.name) \(TextTokenizer.argument(text.analyzer))\(lines)', prefix='1 2 3')
            """,
            "CREATE VIRTUAL TABLE \(SQLite.quoted(text.words)) USING fts5vocab('\(text.index)', 'col')",
        ]
    }

    /// True for a row of the view that a hook excludes.
    func veto(of text: TextLayout) -> String {
        "(quire_text_hooks() AND NOT quire_text_wanted(\(hookArguments(of: text))))"
    }

    /// Calls the hook after a row of the view has been indexed.
    func report(of text: TextLayout) -> String {
        "CASE WHEN quire_text_hooks() THEN quire_text_indexed(\(hookArguments(of: text))) END"
    }

    private func hookArguments(of text: TextLayout) -> String {
        let columns = text.columns.map { SQLite.quoted($0.name) }
        return (["'\(text.name)'", "id"] + columns).joined(separator: ", ")
    }
}

extension TextLayout.Column {
    /// The plain text of the field.
    fileprivate var expression: String {
        let column = "\(isNarrow ? "m" : "t").\(SQLite.quoted(name))"
        return form == .plain ? column : "quire_plain_text('\(form.signature)', \(column))"
    }
}
#endif
