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
            operands = Self.terms(text, matching: matching, analyzer: analyzer)
            self = .all(operands)
        case .any(let text, let matching):
            operands = Self.terms(text, matching: matching, analyzer: analyzer)
            self = .any(operands)
        case .none(let text, let matching):
            operands = Self.terms(text, matching: matching, analyzer: analyzer)
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
        _ text: String, matching: WordMatching, analyzer: TextAnalyzer
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

extension AnalyzedText: CustomStringConvertible {
    /// A readable form: `jerome and sal*`, `not (pork or beef)`, `"brave new world"`.
    package var description: String {
        switch self {
        case .term(let term): term.description
        case .all(let parts): Self.joined(parts, " and ")
        case .any(let parts): Self.joined(parts, " or ")
        case .not(let part): "not \(part.isJoined ? "(\(part))" : part.description)"
        }
    }

    private var isJoined: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.count > 1
        case .term, .not: false
        }
    }

    private static func joined(_ parts: [AnalyzedText], _ word: String) -> String {
        if parts.count == 1 { return parts[0].description }
        return parts.map { $0.isJoined ? "(\($0))" : $0.description }.joined(separator: word)
    }
}

extension AnalyzedText.Term: CustomStringConvertible {
    package var description: String {
        let text = words.joined(separator: " ")
        let quoted = words.count > 1 ? "\"\(text)\"" : text
        return switch match {
        case .whole: quoted
        case .prefix: quoted + "*"
        case .part: "*" + quoted + "*"
        }
    }
}

extension AnalyzedText {
    /// Whether the query matches an item with these fields, each split into words.
    package func matches(_ fields: [[String]]) -> Bool {
        switch self {
        case .term(let term): fields.contains { term.matches($0) }
        case .all(let parts): parts.allSatisfy { $0.matches(fields) }
        case .any(let parts): parts.contains { $0.matches(fields) }
        case .not(let part): !part.matches(fields)
        }
    }

    /// All terms, without those under `not`.
    package var wantedTerms: [Term] {
        switch self {
        case .term(let term): [term]
        case .all(let parts), .any(let parts): parts.flatMap(\.wantedTerms)
        case .not: []
        }
    }
}

extension AnalyzedText.Term {
    /// Whether a field contains the term.
    func matches(_ field: [String]) -> Bool { field.indices.contains { stands(at: $0, in: field) } }

    /// Whether the term's words appear consecutively from an index on.
    func stands(at index: Int, in field: [String]) -> Bool {
        guard let last = words.last, index + words.count <= field.count else { return false }
        for (offset, word) in words.dropLast().enumerated() where field[index + offset] != word {
            return false
        }
        return match.isMet(by: field[index + words.count - 1], last)
    }
}

extension AnalyzedText.Term.Match {
    /// Whether a word of the content matches a query word. Folded words are compared by their bytes.
    package func isMet(by word: String, _ text: String) -> Bool {
        switch self {
        case .whole: word == text
        case .prefix: word.utf8.starts(with: text.utf8)
        case .part: word.utf8.contains(text.utf8)
        }
    }
}

extension String.UTF8View {
    fileprivate func contains(_ part: String.UTF8View) -> Bool {
        let count = part.count
        guard let first = part.first else { return true }
        var index = startIndex
        var left = self.count
        while left >= count {
            if self[index] == first, self[index...].starts(with: part) { return true }
            index = self.index(after: index)
            left -= 1
        }
        return false
    }
}
