#if SQLite
import Foundation

/// The tables of an outbox: the waiting changes, the last known server versions of those items, the dates that local
/// writes have given to items, and which process is sending.
struct OutboxTables {
    let connection: Connection

    /// The maximum number of stored dates, and of confirmed writes.
    private static let rememberedDates: Int64 = 4_096

    /// Whether the store has no trace of local writes.
    func areEmpty() throws -> Bool {
        let tables = ["entry", "base", "sent", "confirmed"].map {
            "EXISTS (SELECT 1 FROM quire_outbox_\($0))"
        }
        return try connection.integer("SELECT \(tables.joined(separator: " OR "))") == 0
    }

    // MARK: - Entries

    static let entryColumns =
        "number, batch, module, id, kind, operation, queuedAt, state, attempts, error, failure, seen, madeID, isUncertain, sentSeen"

    func add(_ values: [SQLValue]) throws -> Int64 {
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        let columns = Self.entryColumns.dropFirst("number, ".count)
        return try connection.withStatement(
            "INSERT INTO quire_outbox_entry (\(columns)) VALUES (\(marks)) RETURNING number"
        ) { row in
            try row.bind(values)
            guard try row.step() else { return 0 }
            let number = row.integer(0)
            while try row.step() {}
            return number
        }
    }

    func replace(_ number: Int64, _ values: [SQLValue]) throws {
        let columns = Self.entryColumns.split(separator: ", ").dropFirst().map { "\($0) = ?" }
        try connection.run(
            "UPDATE quire_outbox_entry SET \(columns.joined(separator: ", ")) WHERE number = ?",
            values + [.integer(number)])
    }

    func remove(_ number: Int64) throws {
        try connection.run("DELETE FROM quire_outbox_entry WHERE number = ?", [.integer(number)])
    }

    func rows<Row>(
        _ columns: String, where test: String, _ values: [SQLValue], read: (Statement) throws -> Row
    ) throws -> [Row] {
        try connection.withStatement(
            "SELECT \(columns) FROM quire_outbox_entry WHERE \(test) ORDER BY number"
        ) { row in
            try row.bind(values)
            var rows: [Row] = []
            while try row.step() { rows.append(try read(row)) }
            return rows
        }
    }

    func eachHead(_ body: (Statement) throws -> Bool) throws {
        try connection.withStatement(
            "SELECT number, module, id, state FROM quire_outbox_entry ORDER BY number"
        ) { row in
            while try row.step(), try body(row) {}
        }
    }

    // MARK: - Dates of writes

    func noteSent(_ id: String, _ module: String, seen: Int64, now: Int64) throws {
        try connection.run(
            "UPDATE quire_outbox_sent SET now = ? WHERE module = ? AND id = ? AND now = ?",
            [.integer(now), .text(module), .text(id), .integer(seen)])
        try connection.run(
            "INSERT INTO quire_outbox_sent (module, id, seen, now) VALUES (?, ?, ?, ?)",
            [.text(module), .text(id), .integer(seen), .integer(now)])
        try connection.run(
            "DELETE FROM quire_outbox_sent WHERE number <= (SELECT max(number) FROM quire_outbox_sent) - ?",
            [.integer(Self.rememberedDates)])
    }

    func dateNow(_ id: String, _ module: String, seen: Int64) throws -> Int64? {
        try connection.integer(
            """
            SELECT now FROM quire_outbox_sent WHERE module = ? AND id = ? AND seen = ? \
            ORDER BY number DESC LIMIT 1
            """, [.text(module), .text(id), .integer(seen)])
    }

    func sentDates(_ module: String) throws -> [(id: String, date: Int64)] {
        try connection.withStatement(
            "SELECT id, max(now) FROM quire_outbox_sent WHERE module = ? GROUP BY id"
        ) { row in
            try row.bind(.text(module), at: 1)
            var dates: [(id: String, date: Int64)] = []
            while try row.step() { dates.append((row.text(0), row.integer(1))) }
            return dates
        }
    }

    // MARK: - Confirmed writes

    func noteConfirmed(_ id: String, _ module: String) throws {
        try connection.run(
            "INSERT INTO quire_outbox_confirmed (module, id) VALUES (?, ?)", [.text(module), .text(id)])
        try connection.run(
            "DELETE FROM quire_outbox_confirmed WHERE number <= (SELECT max(number) FROM quire_outbox_confirmed) - ?",
            [.integer(Self.rememberedDates)])
    }

    /// The number of the last confirmed write. 0 if there was none.
    func lastConfirmed() throws -> Int64 {
        try connection.integer("SELECT max(number) FROM quire_outbox_confirmed") ?? 0
    }

    func confirmedIDs(_ module: String, after number: Int64) throws -> [String] {
        try connection.withStatement(
            "SELECT DISTINCT id FROM quire_outbox_confirmed WHERE module = ? AND number > ?"
        ) { row in
            try row.bind([.text(module), .integer(number)])
            var ids: [String] = []
            while try row.step() { ids.append(row.text(0)) }
            return ids
        }
    }
}

extension SQLValue {
    /// A text, or NULL for `nil`.
    static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

    /// An integer, or NULL for `nil`.
    static func optional(_ number: Int64?) -> SQLValue { number.map { .integer($0) } ?? .null }

    static func flag(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }
}
#endif
