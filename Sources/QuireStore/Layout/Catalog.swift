#if SQLite
import CSQLite
import Foundation

/// The catalog in a store's file: its format, its modules and their tables.
struct Catalog {
    /// "Quir": marks the file as a store (PRAGMA application_id).
    static let application: Int64 = 0x5175_6972
    /// The version of the file's format (PRAGMA user_version).
    static let version: Int64 = 5

    let connection: Connection

    enum State { case empty, store }

    /// Determines the file's state before anything is written.
    func state() throws -> State {
        connection.action = "open the store"
        // In this order, because another process may be creating the store: it marks the file before it creates tables.
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        let application = try connection.integer("PRAGMA application_id") ?? 0
        if application == 0, tables == 0 { return .empty }
        guard application == Self.application else {
            throw StoreError(
                .notAStore, action: "open the store", location: connection.location,
                reason: "the file is an SQLite database, but not a Quire store",
                advice: "Choose another path; the file was left as it is.")
        }
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard version == Self.version else {
            throw StoreError(
                .otherFormat, action: "open the store", location: connection.location,
                reason:
                    "the file has format \(version), and this version of Quire reads format \(Self.version)",
                advice: (version > Self.version ? "Update Quire, or load" : "Load")
                    + " the content into a new file; the file was left as it is.")
        }
        return .store
    }

    func create() throws {
        try connection.execute("PRAGMA application_id = \(Self.application)")
        try connection.execute("PRAGMA user_version = \(Self.version)")
        for definition in InternalTables.definitions { try connection.execute(definition) }
    }

    func modules() throws -> [StoredModule] {
        try connection.withStatement("SELECT layout FROM quire_module ORDER BY name") { statement in
            var modules: [StoredModule] = []
            while try statement.step() {
                do {
                    modules.append(
                        try JSONDecoder().decode(StoredModule.self, from: Data(statement.text(0).utf8)))
                } catch {
                    throw StoreError(
                        .corrupt, action: "open the store", location: connection.location,
                        reason: "the description of a module is damaged",
                        advice: "Check the file with `quire check-store`, or load the content into a new one."
                    )
                }
            }
            return modules
        }
    }

    func save(_ module: StoredModule) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let layout = String(decoding: try encoder.encode(module), as: UTF8.self)
        try connection.run(
            "INSERT INTO quire_module (name, layout) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET layout = excluded.layout",
            [.text(module.name), .text(layout)])
    }

    /// Records that a module's indexes are deferred until a bulk load ends. Otherwise the next opening creates them.
    func setNeedsIndexes(_ needsIndexes: Bool, module: String) throws {
        try connection.run(
            "UPDATE quire_module SET needsIndexes = ? WHERE name = ?",
            [.integer(needsIndexes ? 1 : 0), .text(module)])
    }

    func needsIndexes(module: String) throws -> Bool {
        try connection.integer("SELECT needsIndexes FROM quire_module WHERE name = ?", [.text(module)]) == 1
    }

    func modulesThatNeedIndexes() throws -> Set<String> {
        try connection.withStatement("SELECT name FROM quire_module WHERE needsIndexes") { statement in
            var names: Set<String> = []
            while try statement.step() { names.insert(statement.text(0)) }
            return names
        }
    }
}

/// The table `quire_note`: short texts by key that are stored with the content and in its transactions.
enum StoreNotes {
    static func set(_ text: String?, for key: String, _ connection: Connection) throws {
        if let text {
            try connection.run(
                "INSERT INTO quire_note (key, text) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET text = excluded.text",
                [.text(key), .text(text)])
        } else {
            try connection.run("DELETE FROM quire_note WHERE key = ?", [.text(key)])
        }
    }

    static func note(_ key: String, _ connection: Connection) throws -> String? {
        try connection.withStatement("SELECT text FROM quire_note WHERE key = ?") { statement in
            try statement.bind(.text(key), at: 1)
            return try statement.step() ? statement.text(0) : nil
        }
    }
}
#endif
