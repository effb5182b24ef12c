import QuireText

/// Words that stand for a word of the query, and how far they are from it.
package struct WordAlternative: Sendable, Hashable {
    package var term: AnalyzedText.Term
    /// In quarters: 0 is the word itself, 4 a letter that is wrong.
    package var cost: Int
    /// Whether it goes on behind what was typed, as a word does that an unfinished one begins.
    package var isBeginning = false

    package init(_ words: [String], _ match: AnalyzedText.Term.Match, cost: Int) {
        term = AnalyzedText.Term(words, match)
        self.cost = cost
    }

    package init(_ term: AnalyzedText.Term, cost: Int) {
        self.term = term
        self.cost = cost
    }

    package static let joinedLetterCost = 1
    package static let synonymCost = 1
    package static let numberCost = 2
    package static let pluralCost = 2
    package static let joinedCost = 3
    package static let splitCost = 3
    package static let typoCost = 4
}

/// Everything that stands for each word of a query.
package struct WordAlternatives: Sendable {
    package private(set) var words: [[WordAlternative]]
    private let pattern: TextPattern

    /// What stands for the words always: themselves, initials and signs written together, numbers as words.
    package init(_ pattern: TextPattern, _ language: LanguageRules) {
        self.pattern = pattern
        words = pattern.words.map { word in
            // A word that is met whole is told from one that only begins so.
            let isBeginning = word.isFlexible && word.term.match == .prefix
            let whole = isBeginning ? [WordAlternative(word.term.words, .whole, cost: 0)] : []
            return whole + [WordAlternative(word.term, cost: 0)]
        }
        addRuns()
        for (index, word) in pattern.words.enumerated() where word.isFlexible {
            guard let text = word.text else { continue }
            if (2...3).contains(text.count), text.allSatisfy(\.isLetter),
                text.unicodeScalars.count == text.count
            {
                add(index, WordAlternative(text.map(String.init), .whole, cost: 0))
            }
            for number in language.numbers(for: text) {
                add(index, WordAlternative([number], .whole, cost: WordAlternative.numberCost))
            }
        }
    }

    private mutating func add(_ index: Int, _ alternative: WordAlternative) {
        guard !words[index].contains(where: { $0.term == alternative.term }) else { return }
        words[index].append(alternative)
    }

    /// Stands for all words of a range, which are written together.
    private mutating func addJoined(_ range: ClosedRange<Int>, cost: Int) {
        let parts = range.compactMap { pattern.words[$0].text }
        guard parts.count == range.count, case let joined = parts.joined(), joined.utf8.count <= 128 else {
            return
        }
        let match = pattern.words[range.upperBound].term.match
        for index in range {
            if match == .prefix { add(index, WordAlternative([joined], .whole, cost: cost)) }
            add(index, WordAlternative([joined], match, cost: cost))
        }
    }

    private func isFlexible(_ range: ClosedRange<Int>) -> Bool {
        pattern.words.indices.contains(range.upperBound)
            && range.allSatisfy { pattern.words[$0].isFlexible && pattern.words[$0].text != nil }
            // Words of two parts of a query are no neighbours; the last word of a part is the one that may be unfinished.
            && range.dropLast().allSatisfy {
                pattern.words[$0].term.match == .whole || pattern.allArePrefixes
            }
    }

    private mutating func addRuns() {
        let count = pattern.words.count
        for start in 0..<count {
            // What signs join, from its first word on.
            var end = start
            while end + 1 < count, pattern.words[end + 1].isJoined { end += 1 }
            if end > start, end - start < 8, !pattern.words[start].isJoined, isFlexible(start...end) {
                addJoined(start...end, cost: 0)
            }
            // Single letters, one after the other.
            end = start
            while end + 1 < count, end - start < 7, isLetter(end + 1) { end += 1 }
            if end > start, isLetter(start), start == 0 || !isLetter(start - 1), isFlexible(start...end) {
                addJoined(start...end, cost: 0)
            }
            if start + 1 < count, isLetter(start) || isLetter(start + 1), isFlexible(start...start + 1) {
                addJoined(start...start + 1, cost: WordAlternative.joinedLetterCost)
            }
        }
    }

    private func isLetter(_ index: Int) -> Bool {
        guard let text = pattern.words[index].text, let letter = text.first, text.count == 1 else {
            return false
        }
        return letter.isLetter
    }

    /// Adds what stands for the words where nothing was found: other forms, and words that differ by so many letters.
    package mutating func addFallbacks(_ vocabulary: SortedWords, _ language: LanguageRules, distance: Int) {
        guard pattern.words.count <= Self.mostWords else { return }
        for (index, word) in pattern.words.enumerated() where word.isFlexible {
            guard let text = word.text else { continue }
            if distance == 1 {
                for form in language.plurals(of: text) where vocabulary.count(of: form, .whole) > 0 {
                    add(index, WordAlternative([form], .whole, cost: WordAlternative.pluralCost))
                }
                for count in 2...3 where isFlexible(index...index + count - 1) {
                    addJoined(index...index + count - 1, cost: WordAlternative.joinedCost)
                }
                addParts(index, text, word.term.match, vocabulary)
            }
            addTypos(index, text, word.term.match, vocabulary, distance)
        }
    }

    /// The word in two that stand one after the other.
    private mutating func addParts(
        _ index: Int, _ text: String, _ match: AnalyzedText.Term.Match, _ vocabulary: SortedWords
    ) {
        guard text.utf8.count <= 64 else { return }
        var place = text.unicodeScalars.startIndex
        while true {
            text.unicodeScalars.formIndex(after: &place)
            guard place < text.unicodeScalars.endIndex else { return }
            let head = String(text.unicodeScalars[..<place])
            let tail = String(text.unicodeScalars[place...])
            guard vocabulary.count(of: head, .whole) > 0, vocabulary.count(of: tail, match) > 0 else {
                continue
            }
            add(index, WordAlternative([head, tail], match, cost: WordAlternative.splitCost))
        }
    }

    private mutating func addTypos(
        _ index: Int, _ text: String, _ match: AnalyzedText.Term.Match, _ vocabulary: SortedWords,
        _ distance: Int
    ) {
        guard !LanguageRules.isNumber(text), distance <= NearSearch.tolerance(for: text) else { return }
        var search = NearSearch(
            text, in: vocabulary, isPrefix: match == .prefix, limit: Self.mostTypos, rareCount: 0,
            tolerance: distance)
        let typed = text.unicodeScalars.count
        func excess(_ near: NearWord) -> Int { abs(near.word.unicodeScalars.count - typed) }
        let nearest = search.nearest().filter {
            $0.distance == distance && !LanguageRules.isNumber($0.word)
        }
        // Of words that are as near, those that end where the typed one does come first.
        for near in nearest.enumerated().sorted(by: {
            (excess($0.element), $0.offset) < (excess($1.element), $1.offset)
        }).map(\.element) {
            var alternative = WordAlternative(
                [near.word], .whole, cost: near.distance * WordAlternative.typoCost)
            alternative.isBeginning = match == .prefix && near.word.unicodeScalars.count > typed + distance
            add(index, alternative)
        }
    }

    /// A longer text was pasted, not typed: nothing else stands for its words.
    static let mostWords = 32
    /// How many words stand for one that was mistyped.
    static let mostTypos = 50
}

extension TextPattern {
    fileprivate var allArePrefixes: Bool {
        words.allSatisfy { !$0.isFlexible || $0.term.match == .prefix }
    }
}
