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
    package func isMet(by word: String, _ wanted: String) -> Bool {
        switch self {
        case .whole: word == wanted
        case .prefix: word.utf8.starts(with: wanted.utf8)
        case .part: word.utf8.contains(wanted.utf8)
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
