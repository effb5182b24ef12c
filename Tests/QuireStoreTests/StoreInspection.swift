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

    // MARK: - How rows are found

    /// The index whose order a page of twenty items follows; `nil` if SQLite finds and sorts the items.
    func followedIndex(_ request: SearchRequest) async throws -> String? {
        let plan = try plan(request)
        return try await readers.withConnection { connection in
            guard
                case .ordered(let index)? = try OrderChoice(plan, limit: 20)?
                    .accessPath(connection, limit: 20)
            else { return nil }
            return index
        }
    }

    /// The first integer of a statement; `nil` if it takes more than this many thousand of SQLite's steps.
    func storedInteger(_ sql: String, withinThousandSteps limit: Int) async throws -> Int64? {
        try await readers.withConnection { connection in
            try connection.within(thousandSteps: limit) { try connection.integer(sql) } ?? nil
        }
    }

    /// The ids that a filter finds if each row is tested on its own, as for rows in an index's order.
    func idsTestingEachRow(_ request: SearchRequest) async throws -> [String] {
        guard let rows = try rowsTestedAlone("SELECT", request) else { return [] }
        return try await texts(rows, column: 0)
    }

    /// The steps of SQLite's plan that test one row on its own.
    func stepsTestingEachRow(_ request: SearchRequest) async throws -> [String] {
        guard let plan = try rowsTestedAlone("EXPLAIN QUERY PLAN SELECT", request) else { return [] }
        return try await texts(plan, column: 3)
    }

    private func rowsTestedAlone(_ select: String, _ request: SearchRequest) throws -> SQLBuilder? {
        let layout = try layout(request.module.name, action: "test")
        let condition = try SearchPlan.condition(
            request, request.filter, layout: layout, looksUpElements: true, among: layouts)
        #expect(!condition.usesTextTable)
        let rows = "\(select) m.id FROM \(SQLite.quoted(layout.table)) AS m NOT INDEXED"
        switch condition.predicate {
        case .never: return nil
        case .always: return SQLBuilder(rows)
        case .sql(let condition): return compose("\(rows) WHERE ", .part(condition))
        }
    }

    private func texts(_ sql: SQLBuilder, column: Int32) async throws -> [String] {
        try await readers.withConnection { connection in
            try connection.withStatement(sql.text) { rows in
                try rows.bind(sql.values)
                var texts: [String] = []
                while try rows.step() { texts.append(rows.text(column)) }
                return texts
            }
        }
    }

    // MARK: - Backups

    /// Copies a store's file a page at a time, and calls the closure between all of them.
    static func backUpSlowly(_ path: String, to copy: String, betweenPages: @escaping () throws -> Void)
        throws
    {
        try StoreBackup(path, StoreOptions(), pagesAtOnce: 1, betweenPages: betweenPages).write(to: copy)
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

    /// The quoted table of a module's full-text index, and its columns.
    func textTable(of module: String) throws -> (name: String, columns: [String]) {
        let text = try #require(try layout(module, action: "test").text)
        return (SQLite.quoted(text.index), text.columns.map { SQLite.quoted($0.name) })
    }

    /// The table with the pages of a module's full-text index, quoted.
    func textPages(of module: String) throws -> String {
        SQLite.quoted(try #require(try layout(module, action: "test").text).index + "_data")
    }

    /// The ids of the items that are not in the full-text index.
    func unindexedIDs(of module: String) async throws -> Set<String> {
        let layout = try layout(module, action: "check")
        let text = try #require(layout.text)
        let rows = SQLBuilder(
            "SELECT m.id FROM \(SQLite.quoted(text.unindexed)) AS u "
                + "JOIN \(SQLite.quoted(layout.table)) AS m ON m.item = u.item")
        return Set(try await texts(rows, column: 0))
    }

    /// What SQLite's check of the file and FTS5's comparison of an index with its content find; `nil` if nothing.
    func indexMistake(of module: String) async throws -> String? {
        let index = SQLite.quoted(try #require(try layout(module, action: "check").text).index)
        return try await writer.run("check") { connection in
            do {
                let file = try connection.text("PRAGMA integrity_check")
                if file != "ok" { return "the file is damaged: \(file ?? "")" }
                try connection.execute("INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
                return nil
            } catch {
                return "FTS5 says: \(error)"
            }
        }
    }

    /// A word in an index.
    struct IndexedWord: Hashable {
        var id: String
        var field: String
        var position: Int
        var word: String
    }

    /// The words of an index with the ids of their items.
    func indexedWordsByID(of module: String) async throws -> Set<IndexedWord> {
        let layout = try layout(module, action: "check")
        let text = try #require(layout.text)
        let fields = Dictionary(
            text.columns.map { ($0.name, $0.field) }, uniquingKeysWith: { first, _ in first })
        let words = try await places(
            in: text,
            """
            SELECT p.term, p.col, p.offset, coalesce(m.id, 'row ' || p.doc) FROM temp.places AS p \
            LEFT JOIN \(SQLite.quoted(layout.table)) AS m ON m.item = p.doc
            """
        ) { row in
            IndexedWord(
                id: row.text(3), field: fields[row.text(1)] ?? row.text(1),
                position: Int(row.integer(2)), word: row.text(0))
        }
        return Set(words)
    }

    /// The words of an index with their positions, as FTS5 lists them.
    func indexedWords(of module: String) async throws -> [String] {
        let text = try #require(try layout(module, action: "test").text)
        return try await places(in: text, "SELECT doc, col, offset, term FROM temp.places") { row in
            "\(row.integer(0)) \(row.text(1)) \(row.integer(2)) \(row.text(3))"
        }
    }

    /// What a statement reads from `temp.places`: the words of an index with their rows and positions.
    private func places<Place: Sendable>(
        in text: TextLayout, _ sql: String, _ place: @escaping @Sendable (Statement) -> Place
    ) async throws -> [Place] {
        try await writer.run("list the words") { connection in
            try connection.execute(
                "CREATE VIRTUAL TABLE temp.places USING fts5vocab('main', '\(text.index)', 'instance')")
            defer {
                connection.clearStatements()
                try? connection.execute("DROP TABLE temp.places")
            }
            return try connection.withStatement(sql) { row in
                var places: [Place] = []
                while try row.step() { places.append(place(row)) }
                return places
            }
        }
    }

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
