#if SQLite
import CSQLite
import Quire

/// The words of an index, in the columns that are looked at.
struct TextWords: WordVocabulary {
    let connection: Connection
    let text: TextLayout
    /// `nil` means all.
    let columns: [String]?

    func contains(_ word: String, _ match: AnalyzedText.Term.Match) throws -> Bool {
        guard match != .part else { return try !words(containing: word).isEmpty }
        let term = AnalyzedText.term(AnalyzedText.Term([word], match))
        guard case .matches(let expression) = MatchExpression(term, columns: columns, { [$0] }) else {
            return false
        }
        let index = SQLite.quoted(text.index)
        return try connection.integer(
            "SELECT 1 FROM \(index) WHERE \(index) MATCH ? LIMIT 1", [.text(expression)]) != nil
    }

    func words(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) throws -> [String] {
        var sql = "SELECT term FROM \(SQLite.quoted(text.words))"
        if let columns {
            // Planned names: nothing in them needs care.
            sql += " WHERE col IN (" + columns.map { "'\($0)'" }.joined(separator: ", ") + ")"
        }
        return try connection.withStatement(sql) { row in
            var words: [String] = []
            while try row.step() {
                guard let start = sqlite3_column_text(row.handle, 0) else { continue }
                let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row.handle, 0)))
                // A word comes once for each column, one after the other.
                guard isWanted(bytes), words.last.map({ !bytes.elementsEqual($0.utf8) }) ?? true else {
                    continue
                }
                words.append(String(decoding: bytes, as: UTF8.self))
            }
            return words
        }
    }

    /// The terms in whose place FTS5 is asked: for part of a word, the words that it is part of.
    func terms(for term: AnalyzedText.Term) throws -> [AnalyzedText.Term] {
        guard term.match == .part, let part = term.words.last else { return [term] }
        return try words(containing: part).map { AnalyzedText.Term(term.words.dropLast() + [$0], .whole) }
    }

    private func words(containing part: String) throws -> [String] {
        var part = part
        return try part.withUTF8 { part in
            try words { word in
                guard let start = word.baseAddress, let wanted = part.baseAddress else { return false }
                return quire_find(start, word.count, wanted, part.count) != nil
            }
        }
    }
}
#endif
