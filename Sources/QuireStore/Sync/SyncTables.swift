#if SQLite
import Foundation
import QuireCore
import QuireSync

/// The tables that store the modules' sync state and the log of syncs.
struct SyncTables {
    let connection: Connection

    // MARK: - State

    func state(of module: String) throws -> SyncState? {
        try connection.withStatement(
            "SELECT mark, locale, moduleID, checkpoint FROM quire_sync WHERE module = ?"
        ) { row in
            try row.bind(.text(module), at: 1)
            guard try row.step() else { return nil }
            return SyncState(
                mark: Date(milliseconds: row.integer(0)), locale: row.optionalText(1),
                moduleID: row.optionalText(2), checkpoint: row.optionalText(3))
        }
    }

    func set(_ state: SyncState?, of module: String) throws {
        guard let state else {
            return try connection.run("DELETE FROM quire_sync WHERE module = ?", [.text(module)])
        }
        try connection.run(
            "REPLACE INTO quire_sync (module, mark, locale, moduleID, checkpoint) VALUES (?, ?, ?, ?, ?)",
            [
                .text(module), .integer(state.mark.milliseconds), .optional(state.locale),
                .optional(state.moduleID),
                .optional(state.checkpoint),
            ])
    }

    // MARK: - Log

    func append(_ entry: SyncLogEntry, limit: Int) throws {
        try connection.run(
            """
            INSERT INTO quire_sync_log (module, date, locale, kind, created, updated, deleted, rejected) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(entry.module), .integer(entry.date.milliseconds), .optional(entry.locale),
                .text(entry.kind.rawValue), .integer(Int64(entry.created)), .integer(Int64(entry.updated)),
                .integer(Int64(entry.deleted)), .integer(Int64(entry.rejected)),
            ])
        try connection.run(
            """
            DELETE FROM quire_sync_log WHERE module = ? AND number NOT IN \
            (SELECT number FROM quire_sync_log WHERE module = ? ORDER BY number DESC LIMIT ?)
            """,
            [.text(entry.module), .text(entry.module), .integer(Int64(max(0, limit)))])
    }

    /// The entries, newest first; for all modules if none is given.
    func log(of module: String?) throws -> [SyncLogEntry] {
        try connection.withStatement(
            """
            SELECT module, date, locale, kind, created, updated, deleted, rejected FROM quire_sync_log \
            WHERE ?1 IS NULL OR module = ?1 ORDER BY number DESC
            """
        ) { row in
            try row.bind(.optional(module), at: 1)
            var entries: [SyncLogEntry] = []
            while try row.step() {
                entries.append(
                    SyncLogEntry(
                        module: row.text(0), date: Date(milliseconds: row.integer(1)),
                        locale: row.optionalText(2), kind: SyncKind(rawValue: row.text(3)) ?? .changes,
                        created: Int(row.integer(4)), updated: Int(row.integer(5)),
                        deleted: Int(row.integer(6)), rejected: Int(row.integer(7))))
            }
            return entries
        }
    }

    func clearLog(of module: String?) throws {
        try connection.run("DELETE FROM quire_sync_log WHERE ?1 IS NULL OR module = ?1", [.optional(module)])
    }
}

extension Date {
    fileprivate init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
#endif
