/// A text query that an analyzer has split into words. Engines and the reference evaluator run this form.
package indirect enum AnalyzedText: Sendable, Hashable {
    /// Words that appear consecutively in one field. Usually a single word.
    case term(Term)
    case all([AnalyzedText])
    case any([AnalyzedText])
    case not(AnalyzedText)

    package struct Term: Sendable, Hashable {
        package enum Match: Sendable, Hashable { case whole, prefix, part }

        /// The folded words. Never empty.
        package var words: [String]
        /// How the last word matches. The words before it match only whole words.
        package var match: Match

        package init(_ words: [String], _ match: Match) {
            self.words = words
            self.match = match
        }
    }

    /// Splits a query into words. Returns `nil` if no word is left.
    package init?(_ query: TextQuery, _ analyzer: TextAnalyzer) {
        let operands: [AnalyzedText]
        switch query {
        case .all(let text, let matching):
            operands = Self.terms(text, matching, analyzer)
            self = .all(operands)
        case .any(let text, let matching):
            operands = Self.terms(text, matching, analyzer)
            self = .any(operands)
        case .none(let text, let matching):
            operands = Self.terms(text, matching, analyzer)
            self = .not(.any(operands))
        case .phrase(let text, let matching):
            let words = analyzer.words(in: text)
            operands = words.isEmpty ? [] : [.term(Term(words, matching.ofLast))]
            self = .all(operands)
        case .and(let parts):
            operands = parts.compactMap { AnalyzedText($0, analyzer) }
            self = .all(operands)
        case .or(let parts):
            operands = parts.compactMap { AnalyzedText($0, analyzer) }
            self = .any(operands)
        case .not(let part):
            operands = [AnalyzedText(part, analyzer)].compactMap { $0 }
            guard let operand = operands.first else { return nil }
            self = .not(operand)
        }
        if operands.isEmpty { return nil }
    }

    /// The words of a text as terms. Words that touch in the query, with nothing between them, must also touch in the
    /// content, so text in a script without spaces matches as it is written.
    private static func terms(
        _ text: String, _ matching: WordMatching, _ analyzer: TextAnalyzer
    ) -> [AnalyzedText] {
        var terms: [Term] = []
        var end: Int?
        for token in analyzer.tokens(in: text) {
            if token.start == end, !terms.isEmpty {
                terms[terms.count - 1].words.append(token.word)
            } else {
                terms.append(Term([token.word], matching.ofOthers))
            }
            end = token.end
        }
        if let last = terms.indices.last { terms[last].match = matching.ofLast }
        return terms.map(AnalyzedText.term)
    }
}

extension WordMatching {
    package var ofLast: AnalyzedText.Term.Match {
        switch self {
        case .lastWordAsPrefix, .prefixes: .prefix
        case .wholeWords: .whole
        case .partsOfWords: .part
        }
    }

    package var ofOthers: AnalyzedText.Term.Match { self == .lastWordAsPrefix ? .whole : ofLast }
}
