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
        var match = match(
            try stored.expression(resolved.text), try stored.expression(resolved.rankedText),
            terms: try resolved.flatText.map(stored.expression), resolved)
        match.mostFound = stored.mostFound(resolved.text)
        return match
    }

    /// The query without any look-ups.
    var unresolvedMatch: TextMatch {
        guard let pattern else {
            return match(search.matchesAllWhenEmpty ? .always : .never, .never, terms: nil, nil)
        }
        let resolved = ResolvedText(unresolved: pattern, rules)
        return match(
            MatchExpression(resolved.text, columns: columns) { [$0] },
            MatchExpression(resolved.rankedText, columns: columns) { [$0] },
            terms: resolved.flatText.map { MatchExpression($0, columns: columns) { [$0] } }, resolved)
    }

    private func match(
        _ expression: MatchExpression, _ ranked: MatchExpression, terms: MatchExpression?,
        _ resolved: ResolvedText?
    ) -> TextMatch {
        var match = TextMatch(
            text: text, expression: expression, resolved: resolved,
            highlighter: TextHighlighter(groups: resolved?.highlighted ?? [], analyzer))
        if let pattern, let resolved, pattern.isRankable, case .matches(let phrases) = ranked {
            match.ranking = TextRanking(self, pattern, resolved, phrases, terms: terms)
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
            if search.dropsWords { lookUps.append("if that finds nothing either, words are left out") }
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
