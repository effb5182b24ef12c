#if SQLite
import Quire

/// Makes, fills and drops the full text of one module, inside a transaction.
struct TextIndex {
    let connection: Connection
    let layout: ModuleLayout
    let text: TextLayout

    /// `nil` where the module has no searchable field.
    init?(_ connection: Connection, _ layout: ModuleLayout) {
        guard let text = layout.text else { return nil }
        self.connection = connection
        self.layout = layout
        self.text = text
    }

    /// Makes everything, indexes what is stored, and keeps the index with what is written from now on.
    func create() throws {
        try Self.drop(text, connection)
        for definition in layout.definitions(of: text) { try connection.execute(definition) }
        try setWeights()
        try fill()
        try follow()
    }

    /// Drops all but the list of the items left out, which outlives an index.
    static func drop(_ text: TextLayout, _ connection: Connection) throws {
        connection.clearStatements()
        try unfollow(text, connection)
        try connection.execute("DROP VIEW IF EXISTS \(SQLite.quoted(text.view))")
        try connection.execute("DROP TABLE IF EXISTS \(SQLite.quoted(text.words))")
        try connection.execute("DROP TABLE IF EXISTS \(SQLite.quoted(text.index))")
    }

    /// Drops everything of a module whose fields are no longer searched.
    static func dropAll(_ text: TextLayout, _ connection: Connection) throws {
        try drop(text, connection)
        try connection.execute("DROP TABLE IF EXISTS \(SQLite.quoted(text.unindexed))")
    }

    func setWeights() throws { try connection.execute(ModuleLayout.ranking(of: text)) }

    // MARK: - Following what is written

    /// Makes the triggers: those that index, or where indexing is stopped those that mark.
    func follow() throws {
        try unfollow()
        for trigger in layout.triggers(of: text, isStopped: try Self.isStopped(connection)) {
            try connection.execute(trigger)
        }
    }

    /// Whether the triggers are there; a bulk load puts them off.
    var isFollowing: Bool {
        get throws {
            try connection.integer(
                "SELECT count(*) FROM sqlite_schema WHERE name = ?", [.text(text.insertTrigger)]) == 1
        }
    }

    func unfollow() throws { try Self.unfollow(text, connection) }

    private static func unfollow(_ text: TextLayout, _ connection: Connection) throws {
        try connection.execute("DROP TRIGGER IF EXISTS \(SQLite.quoted(text.insertTrigger))")
        try connection.execute("DROP TRIGGER IF EXISTS \(SQLite.quoted(text.deleteTrigger))")
    }

    // MARK: - Stopping

    private static let stoppedKey = "text/stopped"

    static func isStopped(_ connection: Connection) throws -> Bool {
        try StoreNotes.note(stoppedKey, connection) != nil
    }

    static func setStopped(_ isStopped: Bool, _ connection: Connection) throws {
        try StoreNotes.set(isStopped ? "yes" : nil, for: stoppedKey, connection)
    }

    // MARK: - Filling

    /// Indexes what is stored, all anew; where indexing is stopped, marks what is not indexed.
    func fill() throws {
        if try Self.isStopped(connection) { try markMissing() } else { try rebuild() }
    }

    /// Indexes all items anew, those too that were waiting for it.
    func rebuild() throws {
        try connection.run("DELETE FROM \(SQLite.quoted(text.unindexed)) WHERE NOT isVetoed")
        if try connection.integer("SELECT quire_text_hooks()") == 1 {
            try connection.run("DELETE FROM \(SQLite.quoted(text.unindexed))")
            try veto("1")
        }
        try command("rebuild")
        try report("1")
    }

    /// Empties the index.
    func removeAll() throws {
        try command("delete-all")
        try connection.run("DELETE FROM \(SQLite.quoted(text.unindexed))")
    }

    func optimize() throws { try command("optimize") }

    /// Marks all items that the index does not have.
    func markMissing() throws {
        try connection.run(
            """
            INSERT OR IGNORE INTO \(SQLite.quoted(text.unindexed)) (item, isVetoed) \
            SELECT item, 0 FROM \(SQLite.quoted(layout.table)) \
            WHERE item NOT IN (SELECT id FROM \(SQLite.quoted(text.index + "_docsize")))
            """)
    }

    /// Indexes one item anew; whether it is in the index now, not kept out by a hook.
    func index(item: Int64) throws -> Bool {
        let columns = text.columns.map { SQLite.quoted($0.name) }.joined(separator: ", ")
        let index = SQLite.quoted(text.index)
        let view = SQLite.quoted(text.view)
        let number = [SQLValue.integer(item)]
        try connection.run(
            """
            INSERT INTO \(index) (\(index), rowid, \(columns)) SELECT 'delete', item, \(columns) \
            FROM \(view) WHERE item = ?
            """, number)
        try connection.run("DELETE FROM \(SQLite.quoted(text.unindexed)) WHERE item = ?", number)
        try veto("item = \(item)")
        try connection.run(
            "INSERT INTO \(index) (rowid, \(columns)) SELECT item, \(columns) FROM \(view) WHERE item = ?",
            number)
        try report("item = \(item)")
        return try connection.integer(
            "SELECT 1 FROM \(SQLite.quoted(text.unindexed)) WHERE item = ?", number) == nil
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
    }
}
#endif
