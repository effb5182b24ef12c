#if SQLite

import QuireCore
import QuireEngine
import QuireText

extension TextPlan {
    /// Looks up in the index which level finds something, and which words contain a part.
    func match(_ connection: Connection) throws -> TextMatch {
        guard let pattern else { return unresolvedMatch }
        let stored = StoredText(connection, self)
        try stored.useKnownWords()
        let resolved = try ResolvedText(
            pattern, search, rules, hasPopularity: popularity != nil, in: stored)
        return try match(resolved.pattern, resolved, mostFound: stored.mostFound) {
            try stored.expression($0)
        }
    }

    /// The query without any look-ups.
    var unresolvedMatch: TextMatch {
        guard let pattern else {
            return TextMatch(
                text: text, expression: search.emptyFindsAll ? .always : .never,
                highlighter: TextHighlighter(groups: [], analyzer), isBrowsing: true)
        }
        let resolved = ResolvedText(unresolved: pattern, rules)
        return match(pattern, resolved, mostFound: { _ in nil }) {
            MatchExpression($0, columns: columns) { [$0] }
        }
    }

    /// - Parameters:
    ///   - mostFound: The number of items that a text finds at most, if it is known.
    ///   - expression: The expression of a text.
    private func match(
        _ pattern: TextPattern, _ resolved: ResolvedText, mostFound: (AnalyzedText) -> Int?,
        _ expression: (AnalyzedText) throws -> MatchExpression
    ) rethrows -> TextMatch {
        var match = TextMatch(
            text: text, expression: try expression(resolved.text), resolved: resolved,
            highlighter: TextHighlighter(groups: resolved.highlighted, analyzer))
        guard pattern.isRankable else { return match }
        match.exact = .never
        if let exact = resolved.exact {
            match.exact = try expression(exact.text)
            match.mostFound = mostFound(exact.text)
            if case .matches(let phrases) = try expression(exact.ranked) {
                match.ranking = TextRanking(
                    self, pattern, resolved, phrases, terms: try exact.flatText.map(expression))
            }
        }
        if let shared = resolved.shared, case .matches(let phrases) = try expression(shared) {
            // FTS5 may not report all phrases of a text that combines words in another way.
            let terms: MatchExpression? =
                shared.isChoice ? nil : try expression(.any(shared.wantedTerms.map(AnalyzedText.term)))
            match.shared = SharedRanking(self, resolved, phrases, terms: terms)
            if match.ranking == nil {
                // No item has all words. The order is the same, of none.
                match.exact = .never
                match.ranking = TextRanking(self, pattern, resolved, phrases, terms: nil)
            }
        }
        return match
    }

    /// A readable description of what is looked up in the index before a search.
    var lookUps: [String] {
        guard case .words(let words) = meaning else { return [] }
        var lookUps: [String] = []
        if words.hasParts {
            lookUps.append("a part of a word stands for the words in \(text.words) that have it")
        }
        if search.toleratesTypos {
            lookUps.append(
                "if nothing contains all words, similar words are used: those in \(text.words) one letter apart, then two"
            )
            if search.takesAnyWord {
                lookUps.append("after the items with all words come those that share some")
            }
            if search.mode == .meaning {
                lookUps.append(
                    "all vectors of the items that meet the filter are compared: the nearest are put first, and those without a word at the end"
                )
            }
        }
        return lookUps
    }
}

extension AnalyzedText {
    fileprivate var hasParts: Bool {
        switch self {
        case .term(let term): term.match == .part
        case .all(let operands), .any(let operands): operands.contains(where: \.hasParts)
        case .not(let operand): operand.hasParts
        }
    }
}
#endif
