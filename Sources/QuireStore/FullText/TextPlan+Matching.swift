#if SQLite
import Quire

extension TextPlan {
    /// Looks up in the index what the query leaves open: parts of words, words that stand nowhere.
    func match(_ connection: Connection) throws -> TextMatch {
        guard let analyzed else {
            return TextMatch(
                text: text, expression: search.findsAllWhenEmpty ? .always : .never, corrections: [:],
                highlighter: TextHighlighter(nil, analyzer))
        }
        let words = TextWords(connection: connection, text: text, columns: columns)
        let expression = try MatchExpression(analyzed, columns: columns) { try words.terms(for: $0) }
        return TextMatch(
            text: text, expression: expression, corrections: [:],
            highlighter: TextHighlighter(analyzed, analyzer))
    }

    /// The query as it stands, with nothing looked up.
    var unresolvedMatch: TextMatch {
        let expression: MatchExpression =
            if let analyzed {
                MatchExpression(analyzed, columns: columns) { [$0] }
            } else {
                search.findsAllWhenEmpty ? .always : .never
            }
        return TextMatch(
            text: text, expression: expression, corrections: [:],
            highlighter: TextHighlighter(analyzed, analyzer))
    }

    /// What is looked up in the index before a search, for people to read.
    var lookUps: [String] {
        var lookUps: [String] = []
        if analyzed?.hasParts == true {
            lookUps.append("each part of a word stands for the words of \(text.words) that have it")
        }
        if analyzed != nil, search.toleratesTypos {
            lookUps.append(
                "each word that \(text.index) does not have stands for those that it has, one letter apart")
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
