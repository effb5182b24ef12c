#if SQLite
import Foundation

/// The tables, indexes, views and triggers of a file, compared with those that Quire makes.
///
/// SQLite runs triggers, and evaluates the expressions of views, indexes and tables, for whoever opens the file. Nothing
/// of it may come from another program. Other plain tables do not matter, because Quire never reads them, nor do indexes
/// on columns.
struct SchemaObjects {
    /// Something that Quire has not made.
    struct Foreign {
        /// `trigger`, `view`, `index`, `table` or `virtual table`.
        let kind: String
        let name: String
        /// The table that it belongs to or is.
        let table: String
        /// Whether Quire made the table, which another program has changed.
        var isChangedTable = false

        var description: String {
            if isChangedTable {
                return "the table \(SQLite.quoted(name)) has expressions that Quire has not made"
            }
            let place = name == table ? "" : " on \(SQLite.quoted(table))"
            return "the \(kind) \(SQLite.quoted(name))\(place) was not made by Quire"
        }

        var advice: String {
            isChangedTable || kind == "entry"
                ? "Load the content into a new file."
                : "Remove it with the SQL `DROP \(kind == "virtual table" ? "TABLE" : kind.uppercased()) "
                    + "\(SQLite.quoted(name))`, or load the content into a new file."
        }
    }

    private let connection: Connection
    /// The definitions that Quire makes, by name.
    private var definitions: [String: String] = [:]
    /// The tables of Quire, in lower case.
    private var tables: Set<String> = []

    /// - Parameter modules: All modules in the file's catalog.
    init(_ connection: Connection, _ modules: [StoredModule]) throws {
        self.connection = connection
        for module in modules {
            let names = [module.table, module.textTable] + module.sideTables
            tables.formUnion(names.map { $0.lowercased() })
            guard let text = module.text else { continue }
            for (name, definition) in zip(
                [text.unindexed, text.view, text.index, text.words],
                module.neutralLayout.definitions(of: text))
            {
                know(name, definition)
            }
        }
        for (feed, name) in try IndexTables(connection: connection).followed() {
            guard let module = modules.named(name) else { continue }
            for (name, definition) in zip(feed.triggers, feed.triggerDefinitions(on: module.table)) {
                know(name, definition)
            }
        }
    }

    private mutating func know(_ name: String, _ definition: String) {
        // SQLite stores definitions without this.
        definitions[name] = definition.replacingOccurrences(of: " IF NOT EXISTS ", with: " ")
    }

    /// What Quire has not made, except plain tables and indexes on columns.
    func foreign() throws -> [Foreign] {
        try connection.withStatement("SELECT type, name, tbl_name, sql FROM sqlite_schema") { row in
            var foreign: [Foreign] = []
            while try row.step() {
                // SQLite makes the indexes of constraints itself.
                guard let sql = row.optionalText(3) else { continue }
                if let object = check(row.text(0), name: row.text(1), table: row.text(2), sql: sql) {
                    foreign.append(object)
                }
            }
            return foreign
        }
    }

    private func check(_ type: String, name: String, table: String, sql: String) -> Foreign? {
        if definitions[name] == sql { return nil }
        // The type is only a text that another program may have written, so the definition decides.
        let words = SQLWords(sql)
        let kind = words.kind
        switch kind {
        case "table" where type == kind:
            guard isOwn(name) else { return nil }
            let allowed = name == "quire_outbox_lease" ? InternalTables.leaseCheck : nil
            guard words.hasExpressions(besides: allowed) else { return nil }
            return Foreign(kind: kind, name: name, table: table, isChangedTable: true)
        case "index" where type == kind:
            if words.isPlainIndex || words.indexedTable.map(isOwn) == false { return nil }
        default: break
        }
        return Foreign(
            kind: kind == type || kind == "virtual table" ? kind : "entry", name: name, table: table)
    }

    private func isOwn(_ table: String) -> Bool {
        let name = table.lowercased()
        return name.hasPrefix("quire_") || tables.contains(name)
    }

    /// - Throws: `StoreError` (`foreign`) for the first of them.
    func refuseForeign() throws {
        let objects = try foreign()
        guard let first = objects.first else { return }
        let more = objects.count > 1 ? " (and \(objects.count - 1) more)" : ""
        throw StoreError(
            .foreign, action: "open the store", location: connection.location,
            reason: "\(first.description)\(more), and it could change or hide content", advice: first.advice)
    }
}
#endif
