#if SQLite

import QuireCore
import QuireEngine
import QuireText

/// The text of a module's items as the index has it: what the level of a search is decided on.
struct StoredText: TextSource {
    private let connection: Connection
    private let plan: TextPlan
    private let words: TextWords

    init(_ connection: Connection, _ plan: TextPlan) {
        self.connection = connection
        self.plan = plan
        words = TextWords(connection, plan.text, columns: plan.columns)
    }

    /// A text as FTS5 is asked for it, with the words that parts of words stand for.
    func expression(_ text: AnalyzedText) throws -> MatchExpression {
        var parts: [AnalyzedText.Term: Set<AnalyzedText.Term>] = [:]
        return try expression(text, &parts)
    }

    /// - Parameter parts: Gets for each term that stands for parts of words, those.
    func expression(
        _ text: AnalyzedText, _ parts: inout [AnalyzedText.Term: Set<AnalyzedText.Term>]
    ) throws -> MatchExpression {
        var count = 0
        return try MatchExpression(text, columns: plan.columns) { term in
            let terms = try words.terms(for: term)
            count += terms.count
            guard term.match != .part || count <= MatchExpression.maximumTerms else {
                throw QueryError(
                    .incompatibleOperand, module: plan.module,
                    node: "\"\(term.words.last ?? "")\" as part of a word",
                    expected: "a longer part: more than \(MatchExpression.maximumTerms) words have it")
            }
            if term.match == .part { for found in terms { parts[found, default: []].insert(term) } }
            return terms
        }
    }

    func findsAny(_ text: AnalyzedText) throws -> Bool {
        let match = TextMatch(
            text: plan.text, expression: try expression(text), highlighter: plan.noHighlighter)
        let statement: SQLBuilder
        if case .matches(let expression) = match.expression {
            statement = compose(
                "SELECT 1 FROM \(match.index) AS f WHERE ", .part(match.found(expression)), " LIMIT 1")
        } else {
            switch match.condition {
            case .never: return false
            case .always: return try connection.integer("SELECT 1 FROM \(table) LIMIT 1") != nil
            case .sql(let condition):
                statement = compose("SELECT 1 FROM \(table) WHERE ", .part(condition), " LIMIT 1")
            }
        }
        return try connection.integer(statement.text, statement.values) != nil
    }

    func count(_ text: AnalyzedText) throws -> Int {
        let match = TextMatch(
            text: plan.text, expression: try expression(text), highlighter: plan.noHighlighter)
        let statement: SQLBuilder
        if case .matches(let expression) = match.expression {
            statement = compose(
                "SELECT count(*) FROM \(match.index) AS f WHERE ", .part(match.found(expression)))
        } else {
            switch match.condition {
            case .never: return 0
            case .always: return try itemCount()
            case .sql(let condition):
                statement = compose("SELECT count(*) FROM \(table) WHERE ", .part(condition))
            }
        }
        return Int(try connection.integer(statement.text, statement.values) ?? 0)
    }

    func itemCount() throws -> Int { Int(try connection.integer("SELECT count(*) FROM \(table)") ?? 0) }

    func sortedWords() throws -> SortedWords { try words.sortedWords() }

    private var table: String { "\(SQLite.quoted(plan.table)) AS m" }
}

extension TextPlan {
    fileprivate var noHighlighter: TextHighlighter { TextHighlighter(groups: [], analyzer) }
}
#endif
