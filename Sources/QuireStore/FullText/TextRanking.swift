#if SQLite
import CSQLite
import QuireEngine
import QuireText

/// How the items of a match are ranked: an expression, and the words that each of its phrases stands for.
struct TextRanking {
    let expression: MatchExpression.Phrases
    let plan: RankPlan
    /// Expressions that find the items that can come first, if very many match.
    let narrower: [MatchExpression.Phrases]
    /// The column of the popularity in the module's table.
    let popularity: String?
    /// For each phrase of the expression, its entries in the plan.
    let phrases: [Phrase]
    /// For each column of the index, the number of the searched field; `nil` if it is not searched.
    let fields: [Int?]
    /// Reads the numbers of words of a row, as FTS5 stores them.
    let lengths: String

    enum Phrase { case entries([Int]), line }

    /// - Parameter terms: A choice of all terms, if FTS5 does not report all phrases of the match.
    init(
        _ plan: TextPlan, _ pattern: TextPattern, _ resolved: ResolvedText, _ match: MatchExpression.Phrases,
        terms: MatchExpression?
    ) {
        let searched = plan.text.columns.filter { plan.columns?.contains($0.name) ?? true }
        let rank = resolved.plan(
            fields: RankedField.fields(searched.map { ($0.weight, $0.hasLines) }),
            hasPopularity: plan.popularity != nil)
        var number = 0
        fields = plan.text.columns.map { column in
            guard plan.columns?.contains(column.name) ?? true else { return nil }
            number += 1
            return number - 1
        }
        lengths = "SELECT sz FROM \(SQLite.quoted(plan.text.index + "_docsize")) WHERE id = ?"
        self.plan = rank
        popularity = plan.popularity
        // Each item with a word also has the line mark.
        let mark = SQLite.quoted(String(decoding: TextAnalyzer.lineMark, as: UTF8.self))
        let filter = plan.columns.map { "{" + $0.joined(separator: " ") + "} : " } ?? ""
        var text = String(match.text.dropFirst(filter.count))
        var phrases = match.phrases.map { Phrase.entries(rank.entriesByTerm[$0.term] ?? []) }
        if let terms {
            phrases = phrases.map { _ in .entries([]) }
            if case .matches(let terms) = terms {
                text = "(\(text) AND (\(terms.text)))"
                phrases += terms.phrases.map { .entries(rank.entriesByTerm[$0.term] ?? []) }
            }
        }
        if searched.contains(where: \.hasLines) {
            text = "(\(text) AND \(mark))"
            phrases.append(.line)
        }
        self.phrases = phrases
        expression = MatchExpression.Phrases(text: filter + text, phrases: match.phrases)
        narrower = NarrowedText.all(pattern, searched.map(\.weight)).map { narrow in
            switch narrow {
            case .phrase(let term):
                MatchExpression.Phrases(text: filter + MatchExpression.phrase(term), phrases: [])
            case .beginning(let term):
                MatchExpression.Phrases(text: filter + "^ " + MatchExpression.phrase(term), phrases: [])
            case .field(let field, let terms):
                MatchExpression.Phrases(
                    text: "{\(searched[field].name)} : ("
                        + terms.map(MatchExpression.phrase).joined(separator: " AND ") + ")", phrases: [])
            }
        }
    }
}

extension TextRanking {
    /// The number of words in each field, from the current row of `lengths`: one number of variable size for each column.
    func lengths(_ row: Statement) -> [Int] {
        var lengths = Array(repeating: 0, count: plan.fields.count)
        let bytes = UnsafeRawBufferPointer(
            start: sqlite3_column_blob(row.handle, 0), count: Int(sqlite3_column_bytes(row.handle, 0)))
        var column = 0
        var number = 0
        for byte in bytes {
            number = (number << 7) | Int(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if column < fields.count, let field = fields[column] { lengths[field] = number }
            column += 1
            number = 0
        }
        return lengths
    }
}

extension ResolvedText {
    /// A choice of all terms; `nil` if all words must be found.
    ///
    /// FTS5 finds the rows of a choice between conjunctions, but does not report all of their phrases. It does report those
    /// of a plain choice. Each row that is found has one of the terms.
    var flatText: AnalyzedText? {
        guard !rankedText.isConjunction else { return nil }
        return .any(rankedText.wantedTerms.map(AnalyzedText.term))
    }
}

extension AnalyzedText {
    /// Whether all parts must be found, each of which is a term or a choice of terms.
    fileprivate var isConjunction: Bool {
        if case .all(let parts) = self { parts.allSatisfy(\.isConjunction) } else { isChoice }
    }

    private var isChoice: Bool {
        switch self {
        case .term: true
        case .any(let parts): parts.allSatisfy(\.isChoice)
        case .all, .not: false
        }
    }
}
#endif
