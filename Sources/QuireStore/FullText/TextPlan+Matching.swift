#if SQLite

import QuireCore
import QuireEngine
import QuireText

extension TextPlan {
    /// Looks up words that must be resolved with the index: words that do not occur, and parts of words.
    func match(_ connection: Connection) throws -> TextMatch {
        guard case .words(var words) = meaning else { return unresolvedMatch }
        let vocabulary = TextWords(connection, text, columns: columns)
        var corrections: [String: [String]] = [:]
        if search.toleratesTypos { (words, corrections) = try words.corrected(by: vocabulary) }
        var count = 0
        let expression = try MatchExpression(words, columns: columns) { term in
            let terms = try vocabulary.terms(for: term)
            count += terms.count
            guard count <= MatchExpression.maximumTerms else {
                throw QueryError(
                    .incompatibleOperand, module: module,
                    node: "\"\(term.words.last ?? "")\" as part of a word",
                    expected: "a longer part: more than \(MatchExpression.maximumTerms) words have it")
            }
            return terms
        }
        var match = match(expression, corrections, words)
        match.nearer = corrections.sorted { $0.key < $1.key }.compactMap { nearer($1, to: $0) }
        return match
    }

    /// The expressions of a word's corrections by distance, without the farthest; `nil` if all have the same distance.
    private func nearer(_ corrections: [String], to word: String) -> [String]? {
        let groups = Typo.groups(of: corrections, for: word)
        guard groups.count > 1 else { return nil }
        return groups.dropLast().compactMap { group in
            let words = AnalyzedText.any(group.map { .term(AnalyzedText.Term([$0], .whole)) })
            let expression = MatchExpression(words, columns: columns) { [$0] }
            if case .matches(let text) = expression { return text } else { return nil }
        }
    }

    /// The query without any look-ups.
    var unresolvedMatch: TextMatch {
        switch meaning {
        case .nothing: match(.never, [:], nil)
        case .everything: match(.always, [:], nil)
        case .words(let words): match(MatchExpression(words, columns: columns) { [$0] }, [:], words)
        }
    }

    private func match(
        _ expression: MatchExpression, _ corrections: [String: [String]], _ words: AnalyzedText?
    ) -> TextMatch {
        TextMatch(
            text: text, expression: expression, corrections: corrections,
            highlighter: TextHighlighter(words, analyzer))
    }

    /// A readable description of what is looked up in the index before a search.
    var lookUps: [String] {
        guard case .words(let words) = meaning else { return [] }
        var lookUps: [String] = []
        if words.hasParts {
            lookUps.append("a part of a word stands for the words in \(text.words) that have it")
        }
        if search.toleratesTypos {
            lookUps.append("a word that is not in \(text.words) stands for those that are, one letter apart")
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
