#if SQLite
import Foundation
import QuireCore
import QuireIndexing

/// The tables of changes that search indexes have not received yet.
struct IndexTables {
    let connection: Connection

    // MARK: - Feeds

    func feed(of type: String, in index: String) throws -> IndexFeed? {
        try connection.integer(
            "SELECT number FROM quire_index WHERE name = ? AND type = ?", [.text(index), .text(type)]
        ).map(IndexFeed.init)
    }

    func makeFeed(of type: String, in index: String) throws -> IndexFeed {
        if let feed = try feed(of: type, in: index) { return feed }
        try connection.run(
            "INSERT INTO quire_index (name, type) VALUES (?, ?)", [.text(index), .text(type)])
        let feed = IndexFeed(number: try connection.integer("SELECT last_insert_rowid()") ?? 0)
        try connection.execute(feed.definition)
        return feed
    }

    /// The types of an index.
    func types(of index: String) throws -> [String] {
        try connection.withStatement("SELECT type FROM quire_index WHERE name = ? ORDER BY number") {
            try $0.bind(.text(index), at: 1)
            var types: [String] = []
            while try $0.step() { types.append($0.text(0)) }
            return types
        }
    }

    /// Removes a type with its table and triggers.
    func removeFeed(of type: String, in index: String) throws {
        guard let feed = try feed(of: type, in: index) else { return }
        connection.clearStatements()
        for trigger in feed.triggers { try connection.execute("DROP TRIGGER IF EXISTS \(trigger)") }
        try connection.execute("DROP TABLE IF EXISTS \(feed.table)")
        try connection.run("DELETE FROM quire_index WHERE number = ?", [.integer(feed.number)])
    }

    // MARK: - States

    func states(of index: String) throws -> [IndexState] {
        try connection.withStatement(
            "SELECT type, generation, phase, cursor FROM quire_index WHERE name = ? AND phase IS NOT NULL"
        ) { row in
            try row.bind(.text(index), at: 1)
            var states: [IndexState] = []
            while try row.step() {
                guard let phase = IndexState.Phase(rawValue: row.text(2)) else { continue }
                states.append(
                    IndexState(
                        type: row.text(0), generation: row.text(1), phase: phase, cursor: row.optionalText(3))
                )
            }
            return states
        }
    }

    /// Saves the state of a type. `nil` makes it start from the beginning.
    func save(_ state: IndexState?, of feed: IndexFeed) throws {
        try connection.run(
            "UPDATE quire_index SET generation = ?, phase = ?, cursor = ? WHERE number = ?",
            [
                .text(state?.generation ?? ""), state.map { .text($0.phase.rawValue) } ?? .null,
                state?.cursor.map { .text($0) } ?? .null, .integer(feed.number),
            ])
    }

    // MARK: - Triggers

    /// Starts journaling a module's changes. If they were not journaled before, the type starts from the beginning,
    /// because its earlier changes are unknown.
    func follow(_ layout: ModuleLayout, in index: String) throws {
        let module = layout.module.name
        let feed = try makeFeed(of: module, in: index)
        let names = feed.triggers.map { "'\($0)'" }.joined(separator: ", ")
        let triggerCount = try connection.integer(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? AND name IN (\(names))",
            [.text(layout.table)])
        if triggerCount == Int64(feed.triggers.count) { return }
        for trigger in feed.triggers { try connection.execute("DROP TRIGGER IF EXISTS \(trigger)") }
        for trigger in feed.triggerDefinitions(on: layout.table) { try connection.execute(trigger) }
        try connection.run(
            "UPDATE quire_index SET module = ? WHERE number = ?", [.text(module), .integer(feed.number)])
        try save(nil, of: feed)
    }

    /// The feeds of modules.
    func followed() throws -> [(feed: IndexFeed, module: String)] {
        try connection.withStatement(
            "SELECT number, module FROM quire_index WHERE module IS NOT NULL"
        ) { row in
            var feeds: [(IndexFeed, String)] = []
            while try row.step() { feeds.append((IndexFeed(number: row.integer(0)), row.text(1))) }
            return feeds
        }
    }

    /// Recreates the triggers of a module after its tables were rewritten.
    func restoreTriggers(_ layout: ModuleLayout) throws {
        for (feed, module) in try followed() where module == layout.module.name {
            for trigger in feed.triggerDefinitions(on: layout.table) { try connection.execute(trigger) }
        }
    }
}

/// The pending changes of one type in one index. Each has its own table, so that batches need no second index.
struct IndexFeed {
    let number: Int64
    /// The table of its changes.
    var table: String { "quire_index_change_\(number)" }

    var definition: String {
        """
        CREATE TABLE IF NOT EXISTS \(table) (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, \
        isDelete INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0, \
        reason TEXT) STRICT
        """
    }

    /// Adds a change, replacing the pending one of the same id. Parameters: id, whether it is a delete.
    var report: String { "REPLACE INTO \(table) (id, isDelete) VALUES (?, ?)" }

    // MARK: - Triggers

    /// The names of the triggers that write a module's changes into the table.
    var triggers: [String] { ["insert", "update", "delete"].map { "quire_index_\($0)_\(number)" } }

    /// The triggers on the module's narrow table, which changes whenever an item changes.
    ///
    /// They use DELETE and INSERT OR FAIL instead of REPLACE: statements that need no partial rollback open no
    /// statement journal, which would make FTS5 write its buffer for each row.
    func triggerDefinitions(on narrowTable: String) -> [String] {
        let table = SQLite.quoted(narrowTable)
        func change(_ row: String, isDelete: Bool) -> String {
            """
            DELETE FROM \(self.table) WHERE id = \(row).id; \
            INSERT OR FAIL INTO \(self.table) (id, isDelete) VALUES (\(row).id, \(isDelete ? 1 : 0));
            """
        }
        let bodies = [
            ("INSERT", change("NEW", isDelete: false)),
            ("UPDATE", change("OLD", isDelete: true) + " " + change("NEW", isDelete: false)),
            ("DELETE", change("OLD", isDelete: true)),
        ]
        return zip(triggers, bodies).map { name, body in
            "CREATE TRIGGER IF NOT EXISTS \(name) AFTER \(body.0) ON \(table) BEGIN \(body.1) END"
        }
    }
}
#endif
