import QuireText

/// A term that may stand for a word of the query, with its cost.
package struct WordAlternative: Sendable, Hashable {
    package var term: AnalyzedText.Term
    /// In quarters: 0 for the word itself, 4 for a wrong letter.
    package var cost: Int
    /// Whether it continues an unfinished word.
    package var isBeginning = false

    package init(_ words: [String], _ match: AnalyzedText.Term.Match, cost: Int) {
        term = AnalyzedText.Term(words, match)
        self.cost = cost
    }

    package init(_ term: AnalyzedText.Term, cost: Int) {
        self.term = term
        self.cost = cost
    }

    package static let spellingCost = 1
    package static let joinedLetterCost = 1
    package static let synonymCost = 1
    package static let numberCost = 2
    package static let pluralCost = 2
    package static let formCost = 3
    package static let joinedCost = 3
    package static let splitCost = 3
    package static let partCost = 3
    package static let typoCost = 4
}

/// For each word of a query, the terms that may stand for it.
package struct WordAlternatives: Sendable {
    package private(set) var words: [[WordAlternative]]
    private let pattern: WordPattern

    /// Starts with the alternatives of the first level: the words themselves, initials and hyphenated words written as
    /// one, numbers as words, synonyms.
    package init(_ pattern: WordPattern, _ rules: WordRules) {
        self.pattern = pattern
        words = pattern.words.map { word in
            // Ranking distinguishes the whole word from words that begin with it.
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
            for number in rules.language.numbers(for: text) {
                add(index, WordAlternative([number], .whole, cost: WordAlternative.numberCost))
            }
        }
        for table in rules.synonyms { addSynonyms(table) }
    }

    private mutating func add(_ index: Int, _ alternative: WordAlternative) {
        guard !words[index].contains(where: { $0.term == alternative.term }) else { return }
        words[index].append(alternative)
    }

    // MARK: - Synonyms

    private mutating func addSynonyms(_ table: SynonymTable) {
        for start in pattern.words.indices {
            guard let first = pattern.words[start].term.words.first else { continue }
            for entry in table.entries(beginningWith: first) {
                guard let range = range(of: entry.words, from: start) else { continue }
                for replacement in entry.replacements.prefix(Self.mostSynonyms) {
                    for index in range {
                        add(index, WordAlternative(replacement, .whole, cost: WordAlternative.synonymCost))
                    }
                }
            }
        }
    }

    /// The words of the query that are a text, from a word on.
    private func range(of text: [String], from start: Int) -> ClosedRange<Int>? {
        var rest = text[...]
        var index = start
        while index < pattern.words.count, pattern.words[index].isFlexible {
            let words = pattern.words[index].term.words
            guard rest.starts(with: words) else { return nil }
            rest = rest.dropFirst(words.count)
            if rest.isEmpty { return start...index }
            guard pattern.words[index].term.match == .whole || pattern.allArePrefixes else { return nil }
            index += 1
        }
        return nil
    }

    // MARK: - Joined words

    /// Adds words of the query, written as one, to each of them.
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
            // An unfinished word ends a part of the query. The next word belongs to another part.
            && range.dropLast().allSatisfy {
                pattern.words[$0].term.match == .whole || pattern.allArePrefixes
            }
    }

    private mutating func addRuns() {
        let count = pattern.words.count
        for start in 0..<count {
            // Words joined by signs, from the first one.
            var end = start
            while end + 1 < count, pattern.words[end + 1].isJoined { end += 1 }
            if end > start, end - start < 8, !pattern.words[start].isJoined, isFlexible(start...end) {
                addJoined(start...end, cost: 0)
            }
            // Single letters, one after another.
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

    // MARK: - Forms

    /// Adds other spellings of the words, and the plurals, the singulars, and the words with the same stem that the content
    /// has.
    ///
    /// - Parameter words: Returns the words of the content that begin with a text, in the order of their bytes.
    mutating func addForms<Failure: Error>(
        _ rules: WordRules, among words: (String) throws(Failure) -> [String]
    ) throws(Failure) {
        guard pattern.words.count <= Self.mostWords else { return }
        var wordsByStem: LanguageRules.WordsByStem = [:]
        for (index, word) in pattern.words.enumerated() where word.isFlexible {
            guard let text = word.text else { continue }
            for spelling in [word.spelling].compactMap({ $0 }) + rules.language.spellings(of: text) {
                addWord(index, spelling, cost: WordAlternative.spellingCost)
            }
            for form in rules.language.articleForms(of: text) {
                addWord(index, form, cost: WordAlternative.pluralCost)
            }
            // An unfinished word finds the forms that begin with it.
            func isFound(_ form: String) -> Bool { word.term.match == .prefix && form.hasPrefix(text) }
            for plural in rules.language.plurals(of: text) where !isFound(plural) {
                guard try words(plural).first == plural else { continue }
                add(index, WordAlternative([plural], .whole, cost: WordAlternative.pluralCost))
            }
            for form in try rules.language.forms(of: text, keeping: &wordsByStem, among: words)
            where !isFound(form) {
                add(index, WordAlternative([form], .whole, cost: WordAlternative.formCost))
            }
        }
    }

    /// Adds another word, which may be unfinished if the word of the query is.
    private mutating func addWord(_ index: Int, _ text: String, cost: Int) {
        let match = pattern.words[index].term.match
        if match == .prefix { add(index, WordAlternative([text], .whole, cost: cost)) }
        add(index, WordAlternative([text], match, cost: cost))
    }

    // MARK: - Fallbacks

    /// Adds the alternatives for a query that found nothing: joined and split words, words that contain others, and words at
    /// a distance.
    ///
    /// - Parameter distance: The number of letters that may differ, 1 or 2.
    package mutating func addFallbacks(_ vocabulary: SortedWords, _ rules: WordRules, distance: Int) {
        guard pattern.words.count <= Self.mostWords else { return }
        for (index, word) in pattern.words.enumerated() where word.isFlexible {
            guard let text = word.text else { continue }
            if distance == 1 {
                for count in 2...3 where isFlexible(index...index + count - 1) {
                    addJoined(index...index + count - 1, cost: WordAlternative.joinedCost)
                }
                addParts(index, text, match: word.term.match, in: vocabulary)
                for form in rules.language.compounds(with: text, in: vocabulary).prefix(Self.mostTypos) {
                    add(index, WordAlternative([form], .whole, cost: WordAlternative.partCost))
                }
            }
            let isLong = pattern.words.count >= Self.longQuery
            if isLong,
                words[index].contains(where: {
                    $0.cost < WordAlternative.typoCost && $0.isKnown(in: vocabulary)
                })
            {
                continue
            }
            addTypos(index, text, match: word.term.match, in: vocabulary, distance: distance)
        }
    }

    /// Adds the word split in two.
    private mutating func addParts(
        _ index: Int, _ text: String, match: AnalyzedText.Term.Match, in vocabulary: SortedWords
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
        _ index: Int, _ text: String, match: AnalyzedText.Term.Match, in vocabulary: SortedWords,
        distance: Int
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
        // Of equally near words, those whose length is the most similar come first.
        for near in nearest.enumerated().sorted(by: {
            (excess($0.element), $0.offset) < (excess($1.element), $1.offset)
        }).map(\.element) {
            var alternative = WordAlternative(
                [near.word], .whole, cost: near.distance * WordAlternative.typoCost)
            alternative.isBeginning = match == .prefix && near.word.unicodeScalars.count > typed + distance
            add(index, alternative)
        }
    }

    /// A longer text was probably pasted. Its words get no fallbacks.
    static let mostWords = 32
    /// In a query of as many words, only those are corrected that the content does not have. It is probably a question, and
    /// nearly any word of it has a similar one in a long text.
    static let longQuery = 5
    /// The number of words of the index that may stand for a mistyped one.
    static let mostTypos = 50
    /// The number of synonyms of a text that are searched for.
    static let mostSynonyms = 50
}

extension WordPattern {
    fileprivate var allArePrefixes: Bool {
        words.allSatisfy { !$0.isFlexible || $0.term.match == .prefix }
    }
}
