extension TextPattern {
    /// The query with each text in a script without spaces split into pairs of characters, which need not be adjacent:
    /// `日本歴史` is `日本`, `本歴` and `歴史`. `nil` if it has no text of three characters or more, or far more
    /// than a person would ask for.
    package var splittingRuns: TextPattern? {
        guard words.reduce(0, { $0 + $1.term.words.count }) <= Self.mostSplitWords else { return nil }
        var split = self
        split.words = []
        var numbers: [[Int]] = []
        for word in words {
            let parts = word.isFlexible ? word.parts : [word]
            numbers.append(Array(split.words.count..<split.words.count + parts.count))
            split.words += parts
        }
        guard split.words.count > words.count else { return nil }
        split.root = Self.node(root, numbers)
        return split
    }

    /// Each pair is looked up.
    private static let mostSplitWords = 200

    private static func node(_ node: Node, _ numbers: [[Int]]) -> Node {
        switch node {
        case .word(let number):
            numbers[number].count == 1 ? .word(numbers[number][0]) : .all(numbers[number].map(Node.word))
        case .all(let nodes): .all(nodes.map { self.node($0, numbers) })
        case .any(let nodes): .any(nodes.map { self.node($0, numbers) })
        case .not: node
        }
    }
}

extension TextPattern.Word {
    /// The pairs of characters of a text in a script without spaces, and the words between them.
    fileprivate var parts: [Self] {
        guard term.words.count > 2 || term.words.count(where: \.isUnspaced) == 1 else { return [self] }
        var parts: [Self] = []
        var last: String?
        for (index, word) in term.words.enumerated() {
            let next = index + 1 < term.words.count ? term.words[index + 1] : nil
            let match: AnalyzedText.Term.Match = index >= term.words.count - 2 ? term.match : .whole
            if word.isUnspaced, let next, next.isUnspaced {
                parts.append(Self(AnalyzedText.Term([word, next], match), isFlexible: true))
            } else if !word.isUnspaced || last?.isUnspaced != true {
                let ends = index == term.words.count - 1
                parts.append(Self(AnalyzedText.Term([word], ends ? term.match : .whole), isFlexible: true))
            }
            last = word
        }
        return parts.contains { $0.term.words.contains(where: \.isUnspaced) } ? parts : [self]
    }
}

extension String {
    /// Whether a word is a character of a script without spaces.
    fileprivate var isUnspaced: Bool { unicodeScalars.first.map(ScriptRules.isUnspaced) ?? false }
}
