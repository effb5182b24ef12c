#if SQLite

import QuireEngine
import QuireText

/// How the items of a match are weighed: the expression whose phrases tell words apart, and what each phrase stands for.
struct TextRanking {
    let expression: String
    let plan: RankPlan
    /// What finds the items that can stand first, where very many match.
    let narrower: [String]
    /// The column of the popularity in the module's table.
    let popularity: String?
    /// What each phrase of the expression stands for in the plan.
    let phrases: [Phrase]
    /// For each column of the index the number of the searched field; `nil` for one that is not searched.
    let fields: [Int?]

    enum Phrase { case entries([Int]), line }

    /// - Parameter parts: For each term that stands for parts of words, those.
    init(
        _ plan: TextPlan, _ pattern: TextPattern, _ resolved: ResolvedText, _ expression: String,
        parts: [AnalyzedText.Term: Set<AnalyzedText.Term>]
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
        self.plan = rank
        popularity = plan.popularity
        // The mark of lines is in each item that has a word.
        let mark = SQLite.quoted(String(decoding: TextAnalyzer.lineMark, as: UTF8.self))
        let filter = plan.columns.map { "{" + $0.joined(separator: " ") + "} : " } ?? ""
        if searched.contains(where: \.hasLines) {
            self.expression = "\(filter)(\(expression.dropFirst(filter.count)) AND \(mark))"
        } else {
            self.expression = expression
        }
        phrases = MatchExpression.phrases(in: self.expression).map { term in
            if term.words == [String(decoding: TextAnalyzer.lineMark, as: UTF8.self)] { return .line }
            return .entries(([term] + (parts[term] ?? [])).compactMap { rank.entry[$0] })
        }
        narrower = NarrowedText.all(pattern, searched.map(\.weight)).compactMap { narrow in
            switch narrow {
            case .phrase(let term): filter + MatchExpression.phrase(term)
            case .beginning(let term): filter + "^ " + MatchExpression.phrase(term)
            case .field(let field, let terms):
                "{\(searched[field].name)} : (" + terms.map(MatchExpression.phrase).joined(separator: " AND ")
                    + ")"
            }
        }
    }
}
#endif
