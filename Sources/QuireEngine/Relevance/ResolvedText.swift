import QuireCore
import QuireText

/// A text query at the level at which it finds something: the alternatives of its words, and the words left out.
package struct ResolvedText: Sendable {
    /// The text to find.
    package internal(set) var text: AnalyzedText
    /// The same text, with separate terms for a whole word and for words that begin with it. Ranking needs the difference.
    package internal(set) var rankedText: AnalyzedText
    /// For each word of the query, the terms that may stand for it.
    package private(set) var alternatives: [[WordAlternative]]
    package internal(set) var level = TextSearchInfo.Level.words
    package private(set) var corrections: [String: [String]] = [:]
    package internal(set) var dropped: [String] = []
    /// For each word of the query, the cost of leaving it out.
    package private(set) var rarity: [Double]
    /// The number of items that have a word of the query, as far as they have been counted.
    var counts: [Int: Int] = [:]

    private init(_ pattern: TextPattern, _ alternatives: [[WordAlternative]]) {
        self.alternatives = alternatives
        text = pattern.text { Self.text(alternatives[$0], isRanked: false) }
        rankedText = pattern.text { Self.text(alternatives[$0], isRanked: true) }
        rarity = Array(repeating: 0, count: alternatives.count)
    }

    /// The query at its first level, without any look-ups.
    package init(unresolved pattern: TextPattern, _ rules: WordRules) {
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

    /// Tries one level after another until one finds something.
    ///
    /// The text alone decides the level. Filters, sort keys and pages do not change it.
    package init<Source: TextSource>(
        _ pattern: TextPattern, _ search: TextSearch, _ rules: WordRules, hasPopularity: Bool,
        in source: Source
    ) throws(Source.Failure) {
        var alternatives = WordAlternatives(pattern, rules)
        self.init(pattern, alternatives.words)
        guard search.toleratesTypos, pattern.words.contains(where: \.isFlexible) else {
            try addRarity(pattern, hasPopularity, source)
            return
        }
        if try !source.findsAny(text) {
            let own = alternatives.words
            var isFound = false
            for (distance, level) in [(1, TextSearchInfo.Level.oneTypo), (2, .twoTypos)] where !isFound {
                let before = alternatives.words.map(\.count)
                alternatives.addFallbacks(try source.sortedWords(), rules, distance: distance)
                guard alternatives.words.map(\.count) != before else { continue }
                self.init(pattern, alternatives.words)
                if try source.findsAny(text) {
                    isFound = true
                    self.level = level
                }
            }
            if !isFound, search.dropsWords {
                isFound = try leaveOutWords(pattern, source)
            }
            if isFound {
                try addCorrections(pattern, own, source)
            } else {
                // Nothing is found, so the query stays as it was typed.
                self.init(pattern, own)
            }
        }
        try addRarity(pattern, hasPopularity, source)
    }

    // MARK: - Corrections and rarity

    /// Notes what was searched for in place of words that find nothing themselves.
    private mutating func addCorrections<Source: TextSource>(
        _ pattern: TextPattern, _ own: [[WordAlternative]], _ source: Source
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
            var seen: Set<String> = []
            corrections[typed] = added.filter { $0.isKnown(in: vocabulary) }.sorted { $0.cost < $1.cost }
                .map { $0.term.words.joined(separator: " ") }
                .filter { seen.insert($0).inserted }
        }
    }

    /// Computes the rarity of each word, where items may lack words or have no popularity.
    private mutating func addRarity<Source: TextSource>(
        _ pattern: TextPattern, _ hasPopularity: Bool, _ source: Source
    ) throws(Source.Failure) {
        guard !hasPopularity || level == .fewerWords || pattern.hasChoices else { return }
        guard alternatives.count > 1, alternatives.count <= RankPlan.mostWords else { return }
        let items = try source.itemCount()
        for (index, alternatives) in alternatives.enumerated() {
            let found: Int
            if let count = counts[index] {
                found = count
            } else {
                found = try source.count(Self.text(alternatives, isRanked: false))
            }
            rarity[index] = Self.rarity(of: found, among: items)
        }
    }

    /// How much a word tells that so many of all items have.
    static func rarity(of found: Int, among items: Int) -> Double {
        logarithm(1 + Double(items) / Double(1 + found))
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
        var plan = RankPlan(alternatives, fields: fields, hasPopularity: hasPopularity)
        for word in 0..<plan.wordCount {
            plan.rarity[word] = RankPlan.rarity(rarity[word])
            if rarity[word] > 0 { plan.weight[word] = rarity[word] }
        }
        return plan
    }

    /// The terms to highlight, in one group for each word of the query.
    package var highlighted: [[AnalyzedText.Term]] { alternatives.map { $0.map(\.term) } }
}

extension WordAlternative {
    /// Whether all of its words occur in the searched fields.
    fileprivate func isKnown(in vocabulary: SortedWords) -> Bool {
        term.words.enumerated().allSatisfy { index, word in
            vocabulary.count(of: word, index == term.words.count - 1 ? term.match : .whole) > 0
        }
    }
}
