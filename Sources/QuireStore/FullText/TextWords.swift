#if SQLite
import CSQLite
import QuireEngine
import QuireText

/// The words of the searched columns of an index, for one search.
final class TextWords: SpellingVocabulary {
    private let connection: Connection
    private let text: TextLayout
    /// `nil` means all.
    private let columns: [String]?
    /// Read at most once for a search.
    private(set) var list: SortedWords?

    init(_ connection: Connection, _ text: TextLayout, columns: [String]?) {
        self.connection = connection
        self.text = text
        self.columns = columns
    }

    func contains(_ word: String, _ match: AnalyzedText.Term.Match) throws -> Bool {
        guard match != .part else { return try !words(containing: word).isEmpty }
        let term = AnalyzedText.term(AnalyzedText.Term([word], match))
        guard case .matches(let expression) = MatchExpression(term, columns: columns, { [$0] }) else {
            return false
        }
        let index = SQLite.quoted(text.index)
        return try connection.finds(
            compose(
                "SELECT 1 FROM \(index) WHERE \(index) MATCH ", .value(.text(expression.text)), " LIMIT 1"))
    }

    func sortedWords() throws -> SortedWords {
        if let list { return list }
        let list = try readList()
        self.list = list
        return list
    }

    /// Uses the list from now on if the store knows it, without reading the index.
    func useKnownList() throws {
        guard list == nil, let cache = connection.searchRecorder?.words else { return }
        list = try cache.knownList(sql, of: text.name, columns: positions) {
            try SearchVersion(readBy: connection, of: text)?.words
        }
    }

    /// The positions of the searched columns.
    private var positions: [Int] {
        text.columns.indices.filter { columns?.contains(text.columns[$0].name) ?? true }
    }

    private func readList() throws -> SortedWords {
        guard let cache = connection.searchRecorder?.words,
            let version = try SearchVersion(readBy: connection, of: text)?.words
        else { return try connection.wordList(sql, read) }
        if let list = cache.list(sql, of: text.name, columns: positions, version: version) {
            return list
        }
        let list = try read()
        cache.keep(list, of: sql, version: version)
        return list
    }

    /// Reads the words in order.
    var sql: String {
        let select = "SELECT term, doc FROM \(SQLite.quoted(text.words))"
        // These are planned names, which need no escaping.
        let names = columns.map { $0.map { "'\($0)'" }.joined(separator: ", ") }
        return names.map { "\(select) WHERE col IN (\($0))" } ?? select
    }

    private func read() throws -> SortedWords {
        try connection.withStatement(sql) { row in
            var words = SortedWords()
            while try row.step() {
                guard let start = sqlite3_column_text(row.handle, 0) else { continue }
                // In the order of their bytes: a word comes once for each column, one after the other.
                let word = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row.handle, 0)))
                if word.elementsEqual(TextAnalyzer.lineMark) { continue }
                words.append(word, count: Int(row.integer(1)))
            }
            return words
        }
    }

    /// The words that begin with a text, without reading the others.
    func words(beginningWith beginning: String) throws -> [String] {
        if let list { return list.beginning(with: beginning) }
        let filter = sql.contains(" WHERE ") ? " AND " : " WHERE "
        let range = compose(
            "\(sql)\(filter)term >= ", .value(.text(beginning)), " AND term < ",
            .value(.text(beginning + "\u{10FFFF}")))
        return try connection.withStatement(range) { row in
            try row.bind(range.values)
            var words: [String] = []
            while try row.step() {
                // A word comes once for each column, one after the other.
                if case let word = row.text(0), word != words.last { words.append(word) }
            }
            return words
        }
    }

    /// The terms to use in FTS5: for part of a word, the words that contain it.
    func terms(for term: AnalyzedText.Term) throws -> [AnalyzedText.Term] {
        guard term.match == .part, let part = term.words.last else { return [term] }
        return try words(containing: part).map { AnalyzedText.Term(term.words.dropLast() + [$0], .whole) }
    }

    private func words(containing part: String) throws -> [String] {
        var part = part
        return try part.withUTF8 { part in
            try sortedWords().words { word in
                guard let start = word.baseAddress, let partStart = part.baseAddress else { return false }
                return quire_find(start, word.count, partStart, part.count) != nil
            }
        }
    }
}
#endif
