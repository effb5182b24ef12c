import QuireCore
import QuireText

/// A text query after its words were looked up: what finds the items with all words, and those that share some.
package struct ResolvedText: Sendable {
    /// A text to find.
    package struct Part: Sendable, Hashable {
        package var text: AnalyzedText
        /// The same text, with separate terms for a whole word and for words that begin with it. Ranking needs the
        /// difference.
        package var ranked: AnalyzedText
    }

    /// When items that share a word are found in addition to those that have all words, and when other forms of the words
    /// are looked for.
    package enum SharedUse: Sendable {
        /// For every search.
        case always
        /// If no item has all words as typed. For engines that cannot rank all items, and do not know the words at first.
        case ifNeeded
    }

    /// The query. Texts in a script without spaces are split if no item has them.
    package private(set) var pattern: WordPattern
    /// Finds all items.
    package internal(set) var text: AnalyzedText
    /// Finds the items with all words, which come first; `nil` if there are none.
    package internal(set) var exact: Part?
    /// Finds the items that share a word; `nil` if they are not found.
    package internal(set) var shared: AnalyzedText?
    /// For each word of the query, the terms that may stand for it.
    package internal(set) var alternatives: [[WordAlternative]]
    /// The same, of those that count in an item that lacks a word.
    package internal(set) var sharedAlternatives: [[WordAlternative]]
    package internal(set) var level = TextSearchInfo.Level.words
    package internal(set) var corrections: [String: [String]] = [:]
    /// The words that no item has.
    package internal(set) var dropped: [String] = []
    /// For each word of the query, its weight in items with all words.
    package private(set) var rarity: [Double]
    /// For each word of the query, its weight in items that lack a word; `nil` until the words are counted.
    package internal(set) var sharedWeights: [Double]?
    /// For each word of the query, the number of items that have it; `nil` until the words are counted.
    var sharedCounts: [Int]?

    private init(_ pattern: WordPattern, _ alternatives: [[WordAlternative]]) {
        self.pattern = pattern
        self.alternatives = alternatives
        sharedAlternatives = alternatives
        text = pattern.text { Self.text(alternatives[$0], isRanked: false) }
        rarity = Array(repeating: 0, count: alternatives.count)
        exact = Part(text: text, ranked: pattern.text { Self.text(alternatives[$0], isRanked: true) })
        guard pattern.hasChoices, pattern.isRankable else { return }
        shared = text
        exact = Part(
            text: pattern.textOfAllWords { Self.text(alternatives[$0], isRanked: false) },
            ranked: pattern.textOfAllWords { Self.text(alternatives[$0], isRanked: true) })
    }

    /// The query at its first level, without any look-ups.
    package init(unresolved pattern: WordPattern, _ rules: WordRules) {
        self.init(pattern, WordAlternatives(pattern, rules).words)
    }

    /// The text that finds any alternative of a word.
    static func text(_ alternatives: [WordAlternative], isRanked: Bool) -> AnalyzedText {
        var terms = alternatives.map(\.term)
        if !isRanked {
            // A prefix finds the whole word, too.
            let prefixes = Set(terms.filter { $0.match == .prefix }.map(\.words))
            terms.removeAll { $0.match == .whole && prefixes.contains($0.words) }
        }
        return terms.count == 1 ? .term(terms[0]) : .any(terms.map(AnalyzedText.term))
    }

    /// Tries one level after another until one finds something, then adds the items that share a word.
    ///
    /// The text alone decides the level. Filters, sort keys and pages do not change it.
    package init<Source: TextSource>(
        _ pattern: WordPattern, _ search: TextSearch, rules: WordRules, hasPopularity: Bool,
        sharing use: SharedUse = .always, in source: Source
    ) throws(Source.Failure) {
        var alternatives = WordAlternatives(pattern, rules)
        guard search.toleratesTypos, pattern.words.contains(where: \.isFlexible) else {
            self.init(pattern, alternatives.words)
            try addRarity(pattern, hasPopularity: hasPopularity, in: source)
            return
        }
        var isFound = false
        if use == .ifNeeded {
            self.init(pattern, alternatives.words)
            isFound = try source.findsAny(text)
        }
        if !isFound {
            try alternatives.addForms(rules) { text throws(Source.Failure) in
                try source.words(beginningWith: text)
            }
        }
        let own = alternatives.words
        self.init(pattern, own)
        if !isFound { isFound = try source.findsAny(text) }
        if !isFound {
            for (distance, level) in [(1, TextSearchInfo.Level.oneTypo), (2, .twoTypos)] where !isFound {
                let before = alternatives.words.map(\.count)
                alternatives.addFallbacks(try source.sortedWords(), rules, distance: distance)
                guard alternatives.words.map(\.count) != before else { continue }
                self.init(pattern, alternatives.words)
                isFound = try source.findsAny(text)
                if isFound { self.level = level }
            }
            if isFound { try addCorrections(pattern, own, from: source) }
        }
        if !isFound, let split = pattern.splittingRuns {
            let resolved = try ResolvedText(
                split, search, rules: rules, hasPopularity: hasPopularity, sharing: use, in: source)
            if try source.findsAny(resolved.text) {
                self = resolved
                if level == .words { level = .oneTypo }
                return
            }
        }
        if search.takesAnyWord, !isFound || use == .always {
            let isShared = try shareWords(pattern, own, isFound: isFound, in: source)
            if isShared, !isFound {
                exact = nil
                level = .fewerWords
                isFound = true
            }
        }
        // If nothing is found, the query stays as it was typed.
        if !isFound { self.init(pattern, own) }
        try addRarity(pattern, hasPopularity: hasPopularity, in: source)
    }

    // MARK: - Corrections and rarity

    /// Notes what was searched for in place of words that find nothing themselves.
    private mutating func addCorrections<Source: TextSource>(
        _ pattern: WordPattern, _ own: [[WordAlternative]], from source: Source
    ) throws(Source.Failure) {
        for (index, word) in pattern.words.enumerated() where alternatives[index].count > own[index].count {
            guard let typed = word.text else { continue }
            let added = alternatives[index][own[index].count...]
                .filter { !$0.term.words.elementsEqual([typed]) }
            guard !added.isEmpty, try !source.findsAny(Self.text(own[index], isRanked: false)) else {
                continue
            }
            // Joined words are searched for whether or not an item has them.
            let vocabulary = try source.sortedWords()
            corrections[typed] = Self.texts(added.filter { $0.isKnown(in: vocabulary) })
        }
    }

    /// The words of alternatives, the nearest first.
    static func texts(_ alternatives: [WordAlternative]) -> [String] {
        var seen: Set<String> = []
        return alternatives.sorted { $0.cost < $1.cost }.map { $0.term.words.joined(separator: " ") }
            .filter { seen.insert($0).inserted }
    }

    /// Computes the rarity of each word, which orders items with all words where there is no popularity.
    private mutating func addRarity<Source: TextSource>(
        _ pattern: WordPattern, hasPopularity: Bool, in source: Source
    ) throws(Source.Failure) {
        guard !hasPopularity, exact != nil, alternatives.count > 1, alternatives.count <= RankPlan.mostWords
        else { return }
        let items = try source.itemCount()
        for (index, alternatives) in alternatives.enumerated() {
            let matchCount = try source.count(Self.text(alternatives, isRanked: false))
            rarity[index] = Self.logarithm(1 + Double(items) / Double(1 + matchCount))
        }
    }

    /// The natural logarithm, computed with products and sums only, so that it is the same on every machine.
    static func logarithm(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        let exponent = Double(value.exponent)
        let ratio = (value.significand - 1) / (value.significand + 1)
        let square = ratio * ratio
        var term = ratio
        var sum = 0.0
        var divisor = 1.0
        for _ in 0..<20 {
            sum += term / divisor
            term *= square
            divisor += 2
        }
        return exponent * 0.693_147_180_559_945_3 + 2 * sum
    }

    // MARK: - Ranking and highlighting

    /// The plan by which items are ranked.
    package func plan(fields: [RankedField], hasPopularity: Bool) -> RankPlan {
        var plan = RankPlan(
            alternatives, shared: shared == nil ? [] : sharedAlternatives, fields: fields,
            hasPopularity: hasPopularity)
        for word in 0..<plan.wordCount where rarity[word] > 0 { plan.weight[word] = rarity[word] }
        return plan
    }

    /// The terms to highlight, in one group for each word of the query.
    package var highlighted: [[AnalyzedText.Term]] { alternatives.map { $0.map(\.term) } }
}

extension WordAlternative {
    /// Whether all of its words occur in the searched fields.
    func isKnown(in vocabulary: SortedWords) -> Bool {
        term.words.enumerated().allSatisfy { index, word in
            vocabulary.count(of: word, index == term.words.count - 1 ? term.match : .whole) > 0
        }
    }
}

/// The indexed text of a module's items, which decides the level of a search.
package protocol TextSource {
    associatedtype Failure: Error

    /// Whether a text finds any item.
    func findsAny(_ text: AnalyzedText) throws(Failure) -> Bool
    /// The number of items that a text finds.
    func count(_ text: AnalyzedText) throws(Failure) -> Int
    /// The number of all items.
    func itemCount() throws(Failure) -> Int
    /// All words of the searched fields. Requested only if the words of a query find nothing.
    func sortedWords() throws(Failure) -> SortedWords
    /// The words of the searched fields that begin with a text, in the order of their bytes.
    func words(beginningWith text: String) throws(Failure) -> [String]
}
