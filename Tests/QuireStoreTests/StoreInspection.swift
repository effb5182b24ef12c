#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireStore
@testable import QuireSync

/// What tests read from a store's tables and connections, and the writes that bypass its interface.
extension Store {
    // MARK: - Statements

    /// The first integer of a statement on a connection that reads.
    func storedInteger(_ sql: String) async throws -> Int64? {
        try await readers.withConnection { try $0.integer(sql) }
    }

    /// The first text of a statement on a connection that reads.
    func storedText(_ sql: String) async throws -> String? {
        try await readers.withConnection { try $0.text(sql) }
    }

    /// The first step of a statement's query plan.
    func queryPlan(_ sql: String) async throws -> String {
        try await readers.withConnection { connection in
            let statement = try Statement(
                "EXPLAIN QUERY PLAN " + sql, connection: connection, persistent: false)
            return try statement.step() ? statement.text(3) : ""
        }
    }

    /// Runs statements in one transaction, past the store's interface.
    func runInside(_ statements: String...) async throws {
        try await transaction("test") { transaction in
            for sql in statements { try transaction.connection.run(sql) }
        }
    }

    /// Moves the log into the file. Returns whether another connection prevented it.
    @discardableResult
    func checkpoint(_ mode: String) async throws -> Bool {
        try await writer.run("test") { try $0.integer("PRAGMA wal_checkpoint(\(mode))") } != 0
    }

    /// Limits the size of the file to its pages and a few more.
    func limitPages(more count: Int64) async throws {
        _ = try await writer.run("test") { connection in
            let pages = try connection.integer("PRAGMA page_count") ?? 0
            try connection.execute("PRAGMA max_page_count = \(pages + count)")
        }
    }

    // MARK: - Connections

    /// The maximum number of prepared statements of a connection.
    static var statementLimit: Int { Connection.statementLimit }

    /// The number of prepared statements of a connection that reads.
    func readStatements() async throws -> Int { try await readers.withConnection { $0.cachedStatements } }

    /// The number of prepared statements of the connection that writes.
    func writeStatements() async throws -> Int {
        try await writer.run("count statements") { $0.cachedStatements }
    }

    /// The number of prepared statements after many different ones on one connection that reads.
    func readStatements(afterRunning count: Int) async throws -> Int {
        try await readers.withConnection { connection in
            for number in 0..<count { _ = try connection.integer("SELECT \(number)") }
            return connection.cachedStatements
        }
    }

    /// Whether the store looks for commits of other processes.
    var followsOtherWriters: Bool { otherWriters.isPolling }

    // MARK: - Tables

    /// The quoted table of a module.
    func table(of module: String) throws -> String { SQLite.quoted(try layout(module, action: "test").table) }

    /// The column of a field, and whether it has an index.
    func column(of field: String, in module: String) throws -> (name: String, isIndexed: Bool) {
        let layout = try layout(module, action: "test")
        let column = try #require(layout.field(field)?.column)
        return (column, layout.indexes.contains { $0.column == column })
    }

    /// The number of indexes in the narrow table of a module.
    static func narrowIndexCount(of module: ModuleDescriptor) -> Int {
        var planner = LayoutPlanner(stored: [])
        return planner.plan(module, stored: nil).indexes.count { $0.side == nil }
    }

    /// Whether values of a kind are stored as dates.
    static func storesDates(_ kind: FieldKind) -> Bool {
        if case .date = Storage(kind.innermost) { true } else { false }
    }

    // MARK: - Full text

    /// The maximum depth of operators, and the maximum number of words.
    static var textQueryLimits: (depth: Int, terms: Int) {
        (MatchExpression.maximumDepth, MatchExpression.maximumTerms)
    }

    /// The number of matches up to which a search ranks.
    static var rankedLimit: Int { Int(TextMatch.rankedLimit) }

    /// FTS5's options of a module's index.
    func indexOptions(of module: String) async throws -> String? {
        let text = try #require(try layout(module, action: "test").text)
        let table = SQLite.quoted(text.index + "_config")
        return try await storedText("SELECT group_concat(k || '=' || v) FROM \(table) WHERE k <> 'version'")
    }

    /// Rebuilds a module's index and fails before the end.
    func failRebuild(of module: String) async throws {
        _ = try await fullText.run("fail", on: module) { index in
            try index.rebuild()
            throw CancellationError()
        }
    }

    /// The version of the indexed words, which each change of them changes.
    func wordsVersion(of module: String) async throws -> String? {
        let text = try #require(try layout(module, action: "test").text)
        return try await readers.withConnection { try SearchVersion(readBy: $0, of: text)?.words }
    }

    /// The words of an index with their positions, as FTS5 lists them.
    func indexedWords(of module: String) async throws -> [String] {
        let text = try #require(try layout(module, action: "test").text)
        return try await transaction("list the words") { transaction in
            let connection = transaction.connection
            try connection.execute(
                "CREATE VIRTUAL TABLE temp.instances USING fts5vocab('main', '\(text.index)', 'instance')")
            defer { try? connection.execute("DROP TABLE temp.instances") }
            return try connection.withStatement("SELECT doc, col, offset, term FROM temp.instances") { row in
                var words: [String] = []
                while try row.step() {
                    words.append("\(row.integer(0)) \(row.text(1)) \(row.integer(2)) \(row.text(3))")
                }
                return words
            }
        }
    }

    // MARK: - Vectors

    /// The number of stored vectors.
    func vectorCount(of module: String) async throws -> Int64? {
        let text = try #require(try layout(module, action: "test").text)
        return try await storedInteger("SELECT count(*) FROM \(SQLite.quoted(text.vectors))")
    }

    /// The number of items that wait for a vector.
    func pendingVectorCount(of module: String) async throws -> Int? {
        try await readers.withConnection {
            try VectorTable($0, try layout(module, action: "test"))?.pendingCount()
        }
    }

    /// The stored vectors with the ids of their items. Throws if one has values of other types.
    func vectors(of module: String) async throws -> [(id: String?, values: [Double])] {
        let layout = try layout(module, action: "check")
        let text = try #require(layout.text)
        return try await readers.withConnection { connection in
            try connection.withStatement(
                "SELECT i.id, e.scale, e.components FROM \(SQLite.quoted(text.vectors)) AS e "
                    + "LEFT JOIN \"\(layout.table)\" AS i ON i.item = e.item"
            ) { row in
                var vectors: [(id: String?, values: [Double])] = []
                while try row.step() {
                    guard case .real(let scale) = row.value(1), case .blob(let bytes) = row.value(2) else {
                        throw CocoaError(.fileReadCorruptFile)
                    }
                    vectors.append((row.optionalText(0), bytes.map { scale * Double(Int8(bitPattern: $0)) }))
                }
                return vectors
            }
        }
    }

    // MARK: - States that a crash or another clock leaves behind

    /// A load that has begun and written one batch.
    func beginLoad(_ lines: [String], into module: String) async throws {
        let layout = try layout(module, action: "test")
        let text = text
        try await transaction("begin") { transaction in
            let loader = try Loader(
                layout, .data(Data(lines.joined(separator: "\n").utf8)), options: LoadOptions(), text: text)
            try loader.begin(transaction.connection)
            _ = try loader.batch(transaction.connection)
        }
    }

    /// A sync that ended at a time of the client's clock.
    func noteSync(of module: String, at milliseconds: Int64) async throws {
        _ = try await transaction("test") { transaction in
            let tables = SyncTables(connection: transaction.connection)
            try tables.create()
            try transaction.connection.run(
                "INSERT INTO quire_sync VALUES ('\(module)', \(milliseconds), NULL, NULL, NULL)")
            try transaction.connection.run(
                "INSERT INTO quire_sync_log VALUES (1, '\(module)', \(milliseconds), NULL, 'changes', 1, 0, 0, 0)"
            )
        }
    }
}

extension OfflineSettings {
    /// Sets the clock that decides how old a response is.
    mutating func setNow(_ now: @escaping @Sendable () -> Date) { self.now = now }
}

/// Another connection to a store's file, such as another process has.
final class OtherConnection {
    private let connection: Connection

    init(_ path: String) throws { connection = try Connection(path, mode: .readWrite, busyTimeout: 0) }

    func execute(_ sql: String) throws { try connection.execute(sql) }
}
#endif
