#if SQLite
import QuireEngine
import QuireText

/// How the items are ranked that share some words with a query: an expression, and the words that its phrases stand for.
struct SharedRanking {
    let expression: MatchExpression.Phrases
    let resolved: ResolvedText
    let plan: RankPlan
    /// For each phrase of the expression, a bit for each word that it counts for.
    let words: [UInt64]
    /// For each column of the index, the number of the searched field; `nil` if it is not searched.
    let fields: [Int?]

    /// - Parameter terms: A choice of all terms, if FTS5 does not report all phrases of the match.
    init(
        _ text: TextPlan, _ resolved: ResolvedText, match: MatchExpression.Phrases, terms: MatchExpression?
    ) {
        let plan = text.rankPlan(resolved)
        func words(of phrases: MatchExpression.Phrases) -> [UInt64] {
            phrases.phrases.map { phrase in
                (plan.entriesByTerm[phrase.term] ?? []).reduce(0) { $0 | plan.entries[$1].shared }
            }
        }
        self.resolved = resolved
        self.plan = plan
        fields = text.fieldNumbers
        if case .matches(let terms)? = terms {
            let filter = text.columnFilter
            let (own, all) = (match.text.dropFirst(filter.count), terms.text.dropFirst(filter.count))
            expression = MatchExpression.Phrases(
                text: filter + "(\(own) AND (\(all)))", phrases: match.phrases + terms.phrases)
            self.words = match.phrases.map { _ in 0 } + words(of: terms)
        } else {
            expression = match
            self.words = words(of: match)
        }
    }
}

extension TextPlan {
    /// The columns of the index that are searched.
    var searchedColumns: [TextLayout.Column] {
        text.columns.filter { columns?.contains($0.name) ?? true }
    }

    /// For each column of the index, the number of the searched field; `nil` if it is not searched.
    var fieldNumbers: [Int?] {
        var number = 0
        return text.columns.map { column in
            guard columns?.contains(column.name) ?? true else { return nil }
            number += 1
            return number - 1
        }
    }

    /// What precedes an expression on the searched columns.
    var columnFilter: String { columns.map { "{" + $0.joined(separator: " ") + "} : " } ?? "" }

    func rankPlan(_ resolved: ResolvedText) -> RankPlan {
        resolved.plan(
            fields: RankedField.fields(searchedColumns.map { ($0.weight, $0.hasLines) }),
            hasPopularity: popularity != nil)
    }
}
#endif
