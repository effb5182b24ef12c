#if SQLite
import CSQLite

/// The store's own statement on the store's own file, through the C API: complete items into structs.
struct RawRows {
    private let database: OpaquePointer
    private let statement: OpaquePointer

    /// - Parameter sql: A statement of `Store.explain(_:)`, whose comments SQLite skips.
    init(path: String, sql: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
            let database
        else { throw RawInsert.Failure(message: path) }
        sqlite3_exec(database, "PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456", nil, nil, nil)
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw RawInsert.Failure(message: String(cString: sqlite3_errmsg(database)))
        }
        self.database = database
        self.statement = statement
    }

    /// The seconds of a page of twenty items.
    func cost(of rounds: Int, _ bind: (OpaquePointer, Int) -> Void) throws -> Double {
        CPUClock.best(of: 2) {
            for round in 0..<rounds {
                bind(statement, round)
                var rows: [Row] = []
                while rows.count < 20, sqlite3_step(statement) == SQLITE_ROW { rows.append(Row(statement)) }
                keep(rows)
                sqlite3_reset(statement)
            }
        } / Double(rounds)
    }

    func close() {
        sqlite3_finalize(statement)
        sqlite3_close_v2(database)
    }

    /// An item as a person would declare it. Lists and tags stay JSON.
    private struct Row {
        var id: String
        var name, module, tags: String?
        var createdAt, updatedAt, publishedAt, archivedAt, removedAt, deletedAt: Int64?
        var createdBy, updatedBy, deletedBy: String?
        var revision, customerId: Int64?
        var externalId, pushSchedule: String?
        var title, slug: String
        var summary, body, category, country, language, shade, website: String?
        var age, views, likes: Int64?
        var price, rating: Double?
        var active, featured: Bool?
        var released, checked: Int64?
        var source, keywords: String?

        init(_ row: OpaquePointer) {
            func text(_ column: Int32) -> String? {
                guard let start = sqlite3_column_text(row, column) else { return nil }
                let count = Int(sqlite3_column_bytes(row, column))
                return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
            }
            func integer(_ column: Int32) -> Int64? {
                sqlite3_column_type(row, column) == SQLITE_NULL ? nil : sqlite3_column_int64(row, column)
            }
            func number(_ column: Int32) -> Double? {
                sqlite3_column_type(row, column) == SQLITE_NULL ? nil : sqlite3_column_double(row, column)
            }
            id = text(0) ?? ""
            (name, module, tags) = (text(1), text(2), text(3))
            (createdAt, updatedAt, publishedAt) = (integer(4), integer(5), integer(6))
            (archivedAt, removedAt, deletedAt) = (integer(7), integer(8), integer(9))
            (createdBy, updatedBy, deletedBy) = (text(10), text(11), text(12))
            (revision, customerId) = (integer(13), integer(14))
            (externalId, pushSchedule) = (text(15), text(16))
            (title, slug) = (text(18) ?? "", text(19) ?? "")
            (summary, body, category) = (text(20), text(21), text(22))
            (country, language, shade, website) = (text(23), text(24), text(25), text(26))
            (age, views, likes) = (integer(27), integer(28), integer(29))
            (price, rating) = (number(30), number(31))
            (active, featured) = (integer(32).map { $0 != 0 }, integer(33).map { $0 != 0 })
            (released, checked) = (integer(34), integer(35))
            (source, keywords) = (text(36), text(37))
        }
    }
}
#endif
