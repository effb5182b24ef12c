#if SQLite
import CSQLite
import QuireText

/// Updates a module's full text together with its rows, in a transaction.
///
/// Triggers are not used: SQLite opens a journal for each statement whose triggers write to a virtual table, and each
/// time FTS5 writes its whole buffer, which takes ten times as long.
final class TextFollower {
    private let text: TextLayout
    private let context: TextContext
    private let recorder: SearchRecorder?
    private let isStopped: Bool
    private let readTexts: Statement
    private let removeWords: Statement
    private let addWords: Statement
    private let mark: Statement
    private let unmark: Statement
    /// The indexed texts of the item that is being changed, as UTF-8; `nil` if its words have been removed already.
    private var oldTexts: [[UInt8]?]?

    /// - Parameter isStopped: Whether new rows are marked as unindexed instead of being indexed.
    init(
        _ text: TextLayout, _ connection: Connection, context: TextContext, isStopped: Bool
    ) throws {
        func prepare(_ sql: String) throws -> Statement {
            try Statement(sql, connection: connection, persistent: true)
        }
        self.text = text
        self.isStopped = isStopped
        self.context = context
        recorder = connection.searchRecorder
        let index = SQLite.quoted(text.index)
        let columns = text.columns.map { SQLite.quoted($0.name) }.joined(separator: ", ")
        let parameters = text.columns.map { _ in "?" }.joined(separator: ", ")
        readTexts = try prepare("SELECT id, \(columns) FROM \(SQLite.quoted(text.view)) WHERE item = ?")
        removeWords = try prepare(
            "INSERT INTO \(index) (\(index), rowid, \(columns)) VALUES ('delete', ?, \(parameters))")
        addWords = try prepare("INSERT INTO \(index) (rowid, \(columns)) VALUES (?, \(parameters))")
        mark = try prepare("INSERT INTO \(SQLite.quoted(text.unindexed)) (item, isVetoed) VALUES (?, ?)")
        unmark = try prepare("DELETE FROM \(SQLite.quoted(text.unindexed)) WHERE item = ?")
    }

    /// `nil` if the module has no full text, or a bulk load has deferred it.
    convenience init?(_ layout: ModuleLayout, _ connection: Connection, context: TextContext) throws {
        guard let index = TextIndex(connection, layout), try !index.isDeferred else { return nil }
        try self.init(index.text, connection, context: context, isStopped: TextIndex.isStopped(connection))
    }

    /// Removes an item's words from the index before its rows change.
    func willRemove(_ item: Int64) throws {
        try withTexts(of: item) {
            try run(removeWords, item)
            recorder?.note(text, isAdded: false, texts: recordedTexts)
        }
        try unmark.run(.integer(item))
    }

    /// Adds an item's words to the index after all its rows have been written.
    func didInsert(_ item: Int64) throws {
        if isStopped { return try mark.run(.integer(item), .integer(0)) }
        try add(item)
    }

    /// Notes an item's texts before its rows change.
    func willChange(_ item: Int64) throws {
        oldTexts = nil
        // A hook decides again, whether or not the texts change.
        if !isStopped, context.hooks == nil {
            try withTexts(of: item) { oldTexts = currentTexts }
        }
        if oldTexts == nil { try willRemove(item) }
    }

    /// Updates the words of an item after all its rows have been written. If no text has changed, the index is not touched.
    func didChange(_ item: Int64) throws {
        guard let old = oldTexts else { return try didInsert(item) }
        oldTexts = nil
        try withTexts(of: item) {
            guard currentTexts != old else { return }
            try removeWords(of: item, old)
            try run(addWords, item)
            recorder?.note(text, isAdded: false) {
                old.map { $0.map { String(decoding: $0, as: UTF8.self) } }
            }
            recorder?.note(text, isAdded: true, texts: recordedTexts)
        }
    }

    private func removeWords(of item: Int64, _ texts: [[UInt8]?]) throws {
        defer { removeWords.reset() }
        try removeWords.bind(.integer(item), at: 1)
        for (column, text) in texts.enumerated() {
            let result =
                text?.withUnsafeBytes { bytes in
                    sqlite3_bind_text64(
                        removeWords.handle, Int32(column + 2),
                        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                        SQLite.transient, UInt8(SQLITE_UTF8))
                } ?? sqlite3_bind_null(removeWords.handle, Int32(column + 2))
            guard result == SQLITE_OK else { throw removeWords.error(result) }
        }
        while try removeWords.step() {}
    }

    /// The text of each column as UTF-8, from the current row.
    private var currentTexts: [[UInt8]?] {
        text.columns.indices.map { index in
            let column = Int32(index + 1)
            guard !readTexts.isNull(column), let start = sqlite3_column_text(readTexts.handle, column) else {
                return nil
            }
            let count = Int(sqlite3_column_bytes(readTexts.handle, column))
            return Array(UnsafeBufferPointer(start: start, count: count))
        }
    }

    /// Indexes an item even if indexing is stopped. Returns `false` if a hook excludes it.
    @discardableResult
    func add(_ item: Int64) throws -> Bool {
        var isIndexed = false
        try withTexts(of: item) {
            let described = context.hooks.map { ($0, hookItem) }
            if let (hooks, item) = described, hooks.shouldIndex?(item) == false { return }
            try run(addWords, item)
            recorder?.note(text, isAdded: true, texts: recordedTexts)
            isIndexed = true
            if let (hooks, item) = described {
                hooks.didIndex?(item, Set(item.texts.values.flatMap(context.analyzer.words)))
            }
        }
        if !isIndexed { try mark.run(.integer(item), .integer(1)) }
        return isIndexed
    }

    /// Runs the body with the item's texts as the current row, unless the item is not indexed.
    private func withTexts(of item: Int64, _ body: () throws -> Void) throws {
        try readTexts.bind(.integer(item), at: 1)
        defer { readTexts.reset() }
        if try readTexts.step() { try body() }
    }

    private func run(_ statement: Statement, _ item: Int64) throws {
        defer { statement.reset() }
        try statement.bind(.integer(item), at: 1)
        for column in text.columns.indices {
            let result = sqlite3_bind_value(
                statement.handle, Int32(column + 2), sqlite3_column_value(readTexts.handle, Int32(column + 1))
            )
            guard result == SQLITE_OK else { throw statement.error(result) }
        }
        while try statement.step() {}
    }

    /// The text of each column, from the current row.
    private func recordedTexts() -> [String?] {
        text.columns.indices.map { readTexts.optionalText(Int32($0 + 1)) }
    }

    private var hookItem: FullTextHooks.Item {
        var item = FullTextHooks.Item(
            module: context.module(text.name)?.name ?? "", id: readTexts.text(0), texts: [:])
        for (index, column) in text.columns.enumerated() {
            item.texts[column.field] = readTexts.optionalText(Int32(index + 1))
        }
        return item
    }
}
#endif
