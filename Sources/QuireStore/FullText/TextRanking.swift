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
        let marks = searched.contains(where: \.hasLines) ? [mark] : []
        let filter = plan.columns.map { "{" + $0.joined(separator: " ") + "} : " } ?? ""
        var terms = MatchExpression.phrases(in: expression)
        let entries = { (term: AnalyzedText.Term) in
            ([term] + (parts[term] ?? [])).compactMap { rank.entry[$0] }
        }
        var phrases = terms.map { Phrase.entries(entries($0)) }
        var operands = [String(expression.dropFirst(filter.count))] + marks
        if !resolved.rankedText.isConjunction {
            // FTS5 loses places of phrases in an AND that is not the outermost operator, and keeps those in an OR. Every item
            // that is found has one of its phrases.
            var seen: Set<AnalyzedText.Term> = []
            terms.removeAll { !seen.insert($0).inserted }
            phrases = phrases.map { _ in .entries([]) } + terms.map { .entries(entries($0)) }
            operands = [operands[0], (terms.map(MatchExpression.phrase) + marks).joined(separator: " OR ")]
        }
        phrases += marks.map { _ in .line }
        self.phrases = phrases
        self.expression = operands.count == 1 ? expression : "\(filter)(\(operands[0]) AND (\(operands[1])))"
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
