#if SQLite

import QuireCore
import QuireEngine
import QuireText

/// The indexed text of a module's items, which decides the level of a search.
final class StoredText: TextSource {
    private let connection: Connection
    private let plan: TextPlan
    private let words: TextWords

    init(_ connection: Connection, _ plan: TextPlan) {
        self.connection = connection
        self.plan = plan
        words = TextWords(connection, plan.text, columns: plan.columns)
    }

    /// The number of terms that are looked up one by one.
    private static let mostLookedUp = 8

    /// A text as an expression of FTS5. A part of a word becomes the words that contain it.
    ///
    /// If the search has read the words of the index, terms that cannot occur are left out. They are also left out of a query
    /// of one word, where a few look-ups save a cursor for each item that is found.
    func expression(_ text: AnalyzedText) throws -> MatchExpression {
        var count = 0
        let looksUp =
            words.list == nil && plan.pattern?.words.count == 1
            && (2...Self.mostLookedUp).contains(text.wantedTerms.count)
        return try MatchExpression(text, columns: plan.columns) { term in
            if let list = words.list, term.match != .part { return list.hasWords(of: term) ? [term] : [] }
            if looksUp, term.match == .whole,
                try !term.words.allSatisfy({ try words.contains($0, .whole) })
            {
                return []
            }
            let terms = try words.terms(for: term)
            count += terms.count
            guard term.match != .part || count <= MatchExpression.maximumTerms else {
                throw QueryError(
                    .incompatibleOperand, module: plan.module,
                    node: "\"\(term.words.last ?? "")\" as part of a word",
                    expected: "a longer part: more than \(MatchExpression.maximumTerms) words have it")
            }
            return terms
        }
    }

    /// Lets the search use the words of the index, if the store knows them already.
    func useKnownWords() throws { try words.useKnownList() }

    /// The number of items that a text finds at most; `nil` if the search has not read the words of the index.
    func mostFound(_ text: AnalyzedText) -> Int? { words.list?.mostFound(text) }

    func findsAny(_ text: AnalyzedText) throws -> Bool {
        if let finds = words.list?.finds(text) { return finds }
        guard var statement = try selection({ _ in "1" }, text) else { return false }
        statement.append(" LIMIT 1")
        return try connection.finds(statement)
    }

    func count(_ text: AnalyzedText) throws -> Int {
        guard let statement = try selection({ _ in "count(*)" }, text) else { return 0 }
        return Int(try connection.integer(statement.text, statement.values) ?? 0)
    }

    /// A statement on the rows that a text finds; `nil` if it can find none.
    ///
    /// - Parameter result: The result column, from the name of the column with the row's number.
    private func selection(_ result: (String) -> String, _ text: AnalyzedText) throws -> SQLBuilder? {
        let match = TextMatch(
            text: plan.text, expression: try expression(text), highlighter: plan.noHighlighter)
        if case .matches(let expression) = match.expression {
            return compose(
                "SELECT \(result("f.rowid")) FROM \(match.index) AS f WHERE ",
                .part(match.found(expression)))
        }
        switch match.condition {
        case .never: return nil
        case .always: return SQLBuilder("SELECT \(result("m.item")) FROM \(table)")
        case .sql(let condition):
            return compose("SELECT \(result("m.item")) FROM \(table) WHERE ", .part(condition))
        }
    }

    func itemCount() throws -> Int { try connection.count(of: plan.table) }

    func sortedWords() throws -> SortedWords { try words.sortedWords() }

    func words(beginningWith text: String) throws -> [String] { try words.words(beginningWith: text) }

    private var table: String { "\(SQLite.quoted(plan.table)) AS m" }
}

extension SortedWords {
    /// Whether each word of a term occurs.
    fileprivate func hasWords(of term: AnalyzedText.Term) -> Bool {
        guard let last = term.words.last else { return false }
        return count(of: last, term.match) > 0
            && term.words.dropLast().allSatisfy { count(of: $0, .whole) > 0 }
    }

    /// Whether some item has the text; `nil` if the words alone do not tell.
    fileprivate func finds(_ text: AnalyzedText) -> Bool? {
        switch text {
        case .term(let term):
            guard term.match != .part else { return nil }
            if !hasWords(of: term) { return false }
            return term.words.count == 1 ? true : nil
        case .any(let parts):
            var finds: Bool? = false
            for part in parts {
                guard let isFound = self.finds(part) else {
                    finds = nil
                    continue
                }
                if isFound { return true }
            }
            return finds
        case .all(let parts):
            if parts.count == 1 { return finds(parts[0]) }
            return parts.contains { finds($0) == false } ? false : nil
        case .not: return nil
        }
    }

    /// An upper bound of the number of items that have the text; `nil` if the words do not tell it.
    fileprivate func mostFound(_ text: AnalyzedText) -> Int? {
        switch text {
        case .term(let term):
            guard term.match != .part, let last = term.words.last else { return nil }
            return term.words.dropLast().reduce(count(of: last, term.match)) {
                min($0, count(of: $1, .whole))
            }
        case .any(let parts):
            return parts.reduce(0) { sum, part in sum.flatMap { sum in mostFound(part).map { sum + $0 } } }
        case .all(let parts): return parts.compactMap(mostFound).min()
        case .not: return nil
        }
    }
}

extension TextPlan {
    fileprivate var noHighlighter: TextHighlighter { TextHighlighter(groups: [], analyzer) }
}
#endif
