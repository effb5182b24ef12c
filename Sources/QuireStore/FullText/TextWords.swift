#if SQLite
import Quire

/// The words of an index, looked up.
struct TextWords {
    let connection: Connection
    let text: TextLayout
    let columns: [String]?

    /// The terms in whose place FTS5 is asked: for part of a word, the words that it is part of.
    func terms(for term: AnalyzedText.Term) throws -> [AnalyzedText.Term] {
        guard term.match == .part, let part = term.words.last else { return [term] }
        return try words(containing: part).map {
            AnalyzedText.Term(term.words.dropLast() + [$0], .whole)
        }
    }

    private func words(containing part: String) throws -> [String] {
        try connection.withStatement(
            "SELECT term FROM \(SQLite.quoted(text.words)) WHERE instr(term, ?) > 0"
        ) { row in
            try row.bind(.text(part), at: 1)
            var words: [String] = []
            while try row.step() { words.append(row.text(0)) }
            return words
        }
    }
}
#endif
