/// A text query as an ordered list of words and their combination, on which levels and ranking are based.
package struct WordPattern: Sendable, Hashable {
    package struct Word: Sendable, Hashable {
        package var term: AnalyzedText.Term
        /// Whether similar words may match instead. Phrases, whole words and parts of words match only themselves.
        package var isFlexible: Bool
        /// Whether an apostrophe, a hyphen or a point joins it to the previous word.
        package var isJoined: Bool
        /// The spelling without letters that only some keyboards have; `nil` if it is the same.
        package var spelling: String?

        package init(
            _ term: AnalyzedText.Term, isFlexible: Bool, isJoined: Bool = false, spelling: String? = nil
        ) {
            self.term = term
            self.isFlexible = isFlexible
            self.isJoined = isJoined
            self.spelling = spelling
        }

        /// The word of a flexible term; `nil` if the term is a phrase.
        package var text: String? { term.words.count == 1 ? term.words.first : nil }
    }

    package indirect enum Node: Sendable, Hashable {
        /// A word, by its number.
        case word(Int)
        case all([Node])
        case any([Node])
        case not(AnalyzedText)
    }

    package internal(set) var words: [Word] = []
    package internal(set) var root = Node.all([])

    /// Returns `nil` if the query has no words.
    package init?(_ query: TextQuery, _ analyzer: TextAnalyzer) {
        guard let root = add(query, analyzer) else { return nil }
        self.root = root
    }

    private mutating func add(_ query: TextQuery, _ analyzer: TextAnalyzer) -> Node? {
        switch query {
        case .all(let text, let matching):
            return add(text, matching: matching, analyzer: analyzer).map(Node.all)
        case .any(let text, let matching):
            return add(text, matching: matching, analyzer: analyzer).map(Node.any)
        case .none, .not: return AnalyzedText(query, analyzer).flatMap(Self.negation)
        case .phrase(let text, let matching):
            let words = analyzer.words(in: text)
            guard !words.isEmpty else { return nil }
            self.words.append(Word(AnalyzedText.Term(words, matching.ofLast), isFlexible: false))
            return .word(self.words.count - 1)
        case .and(let parts):
            let nodes = parts.compactMap { add($0, analyzer) }
            return nodes.isEmpty ? nil : .all(nodes)
        case .or(let parts):
            let nodes = parts.compactMap { add($0, analyzer) }
            return nodes.isEmpty ? nil : .any(nodes)
        }
    }

    private static func negation(_ text: AnalyzedText) -> Node? {
        if case .not(let operand) = text { .not(operand) } else { nil }
    }

    /// Adds the words of a text. Adjacent words without a separator are one term, so text in a script without spaces
    /// is searched as a phrase.
    private mutating func add(_ text: String, matching: WordMatching, analyzer: TextAnalyzer) -> [Node]? {
        let isFlexible = matching == .lastWordAsPrefix || matching == .prefixes
        let first = words.count
        var text = text
        text.withUTF8 { bytes in
            var end: Int?
            for token in analyzer.tokens(in: bytes) {
                if token.start == end {
                    words[words.count - 1].term.words.append(token.word)
                } else {
                    let joint = end.flatMap { WordRun.joint(bytes, from: $0, to: token.start) }
                    words.append(
                        Word(
                            AnalyzedText.Term([token.word], matching.ofOthers), isFlexible: isFlexible,
                            isJoined: isFlexible && joint == .sign,
                            spelling: isFlexible ? analyzer.spelling(of: token, in: bytes) : nil))
                }
                end = token.end
            }
        }
        guard words.count > first else { return nil }
        words[words.count - 1].term.match = matching.ofLast
        return (first..<words.count).map(Node.word)
    }

    /// The query with its words replaced by other texts.
    package func text(_ text: (Int) -> AnalyzedText) -> AnalyzedText { Self.text(root, text) }

    /// The query with its words replaced by other texts, all of which must be found.
    package func textOfAllWords(_ text: (Int) -> AnalyzedText) -> AnalyzedText {
        Self.text(Self.requiringAll(root), text)
    }

    private static func requiringAll(_ node: Node) -> Node {
        switch node {
        case .word, .not: node
        case .all(let nodes), .any(let nodes): .all(nodes.map(requiringAll))
        }
    }

    private static func text(_ node: Node, _ text: (Int) -> AnalyzedText) -> AnalyzedText {
        switch node {
        case .word(let index): text(index)
        case .all(let nodes): .all(nodes.map { self.text($0, text) })
        case .any(let nodes): .any(nodes.map { self.text($0, text) })
        case .not(let operand): .not(operand)
        }
    }

    /// The words that an item may lack: the flexible ones that are required.
    package var optionalWords: [Int] { Self.required(root).filter { words[$0].isFlexible } }

    /// Whether the words can rank items. They cannot if an item may match because it lacks a word.
    package var isRankable: Bool { !words.isEmpty && Self.isRankable(root, isChoice: false) }

    private static func isRankable(_ node: Node, isChoice: Bool) -> Bool {
        switch node {
        case .word: true
        case .all(let nodes): nodes.allSatisfy { isRankable($0, isChoice: isChoice) }
        case .any(let nodes): nodes.allSatisfy { isRankable($0, isChoice: true) }
        case .not: !isChoice
        }
    }

    /// Whether an item may match without some of the words.
    package var hasChoices: Bool { Self.hasChoices(root) }

    private static func hasChoices(_ node: Node) -> Bool {
        switch node {
        case .word, .not: false
        case .all(let nodes): nodes.contains(where: hasChoices)
        case .any(let nodes): nodes.count > 1 || nodes.contains(where: hasChoices)
        }
    }

    private static func required(_ node: Node) -> [Int] {
        switch node {
        case .word(let index): [index]
        case .all(let nodes): nodes.flatMap(required)
        case .any(let nodes): nodes.count == 1 ? nodes.flatMap(required) : []
        case .not: []
        }
    }

    /// The query without some of its words; `nil` if nothing is left.
    package func text(
        leavingOut dropped: Set<Int>, _ text: (Int) -> AnalyzedText
    ) -> AnalyzedText? { Self.text(root, leavingOut: dropped, text) }

    private static func text(
        _ node: Node, leavingOut dropped: Set<Int>, _ text: (Int) -> AnalyzedText
    ) -> AnalyzedText? {
        switch node {
        case .word(let index): return dropped.contains(index) ? nil : text(index)
        case .all(let nodes):
            let left = nodes.compactMap { self.text($0, leavingOut: dropped, text) }
            return left.isEmpty ? nil : .all(left)
        case .any(let nodes):
            let left = nodes.compactMap { self.text($0, leavingOut: dropped, text) }
            return left.isEmpty ? nil : .any(left)
        case .not(let operand): return .not(operand)
        }
    }
}

extension TextAnalyzer {
    fileprivate func tokens(in bytes: UnsafeBufferPointer<UInt8>) -> [TextToken] {
        var tokens: [TextToken] = []
        forEachToken(in: bytes) { word, start, end in
            tokens.append(TextToken(word: String(decoding: word, as: UTF8.self), start: start, end: end))
            return true
        }
        return tokens
    }
}

extension WordPattern {
    /// The query with each text in a script without spaces split into pairs of characters, which need not be adjacent:
    /// `日本歴史` is `日本`, `本歴` and `歴史`. `nil` if it has no text of three characters or more, or far more
    /// than a person would ask for.
    package var splittingRuns: WordPattern? {
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

extension WordPattern.Word {
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
