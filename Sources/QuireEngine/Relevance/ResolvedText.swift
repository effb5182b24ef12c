import QuireCore
import QuireText

/// A text query at the level that finds something: the words that stand for its words, and those that are left out.
package struct ResolvedText: Sendable {
    /// What is looked for.
    package var text: AnalyzedText
    /// The same with each term that tells a whole word from a beginning: what the weighing of items needs.
    package var rankedText: AnalyzedText
    package var alternatives: [[WordAlternative]]
    package var level = TextSearchInfo.Level.words
    package var corrections: [String: [String]] = [:]
    package var dropped: [String] = []
    /// What leaving out a word of the query costs, for each.
    package var rarity: [Double]

    private init(_ pattern: TextPattern, _ alternatives: [[WordAlternative]]) {
        self.alternatives = alternatives
        text = pattern.text { Self.text(alternatives[$0], isRanked: false) }
        rankedText = pattern.text { Self.text(alternatives[$0], isRanked: true) }
        rarity = Array(repeating: 0, count: alternatives.count)
    }

    /// The query as it stands, with nothing looked up: its first level.
    package init(unresolved pattern: TextPattern, _ language: LanguageRules) {
        self.init(pattern, WordAlternatives(pattern, language).words)
    }

    /// The words that stand for one.
    private static func text(_ alternatives: [WordAlternative], isRanked: Bool) -> AnalyzedText {
        var terms = alternatives.map(\.term)
        if !isRanked {
            // A whole word is one that begins so.
            let prefixes = Set(terms.filter { $0.match == .prefix }.map(\.words))
            terms.removeAll { $0.match == .whole && prefixes.contains($0.words) }
        }
        return terms.count == 1 ? .term(terms[0]) : .any(terms.map(AnalyzedText.term))
    }

    /// So many words are considered where some are left out: of a longer query the rarest.
    static let mostConsidered = 10

    /// Goes down the levels until one finds something.
    ///
    /// The levels are those of the text alone: filters, sort keys and pages do not change them.
    package init<Source: TextSource>(
        _ pattern: TextPattern, _ search: TextSearch, _ language: LanguageRules, hasPopularity: Bool,
        in source: Source
    ) throws(Source.Failure) {
        var alternatives = WordAlternatives(pattern, language)
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
                alternatives.addFallbacks(try source.sortedWords(), language, distance: distance)
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
                // Nothing is found: the query is shown as it was typed.
                self.init(pattern, own)
            }
        }
        try addRarity(pattern, hasPopularity, source)
    }

    // MARK: - Leaving out words

    /// Leaves out as few words as possible, whichever they are; `false` where that finds nothing either.
    private mutating func leaveOutWords<Source: TextSource>(
        _ pattern: TextPattern, _ source: Source
    ) throws(Source.Failure) -> Bool {
        let optional = pattern.optionalWords
        guard optional.count > 1 || (optional.count == 1 && pattern.words.count > 1) else { return false }
        var counts: [Int: Int] = [:]
        for word in optional {
            counts[word] = try source.count(Self.text(alternatives[word], isRanked: false))
        }
        // Words that no item has are always left out. Of more words than are considered, the most frequent are left out.
        var kept = optional.filter { counts[$0, default: 0] > 0 }
        if kept.count > Self.mostConsidered {
            let rarest = kept.sorted { one, other in
                let (left, right) = (counts[one, default: 0], counts[other, default: 0])
                return left != right ? left < right : one < other
            }
            kept = rarest.prefix(Self.mostConsidered).sorted()
        }
        let always = Set(optional).subtracting(kept)
        let hasOthers = pattern.words.count > optional.count
        for size in stride(from: kept.count, through: hasOthers ? 0 : 1, by: -1) {
            var found: [Set<Int>] = []
            for subset in Self.subsets(of: kept, size) {
                let dropped = always.union(Set(kept).subtracting(subset))
                guard let text = text(pattern, leavingOut: dropped, isRanked: false) else { continue }
                if try source.findsAny(text) { found.append(dropped) }
            }
            guard !found.isEmpty else { continue }
            let texts = found.compactMap { text(pattern, leavingOut: $0, isRanked: false) }
            let ranked = found.compactMap { text(pattern, leavingOut: $0, isRanked: true) }
            text = texts.count == 1 ? texts[0] : .any(texts)
            rankedText = ranked.count == 1 ? ranked[0] : .any(ranked)
            level = .fewerWords
            // What every item found may lack.
            let all = found.dropFirst().reduce(found[0]) { $0.union($1) }
            dropped = all.sorted().map { pattern.words[$0].term.words.joined(separator: " ") }
            return true
        }
        return false
    }

    private func text(_ pattern: TextPattern, leavingOut dropped: Set<Int>, isRanked: Bool) -> AnalyzedText? {
        pattern.text(leavingOut: dropped) { Self.text(alternatives[$0], isRanked: isRanked) }
    }

    /// All choices of so many elements, in order.
    static func subsets(of elements: [Int], _ size: Int) -> [[Int]] {
        if size == 0 { return [[]] }
        guard size <= elements.count else { return [] }
        var subsets: [[Int]] = []
        for (index, element) in elements.enumerated() {
            subsets += Self.subsets(of: Array(elements[(index + 1)...]), size - 1).map { [element] + $0 }
        }
        return subsets
    }

    // MARK: - Corrections and rarity

    /// The words without which nothing is found that stand for others.
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
            var seen: Set<String> = []
            corrections[typed] = added.sorted { $0.cost < $1.cost }
                .map { $0.term.words.joined(separator: " ") }
                .filter { seen.insert($0).inserted }
        }
    }

    /// How much each word tells; needed where items may lack words, or where nothing else tells them apart.
    private mutating func addRarity<Source: TextSource>(
        _ pattern: TextPattern, _ hasPopularity: Bool, _ source: Source
    ) throws(Source.Failure) {
        guard !hasPopularity || level == .fewerWords || pattern.hasChoices else { return }
        guard alternatives.count > 1, alternatives.count <= RankPlan.mostWords else { return }
        let count = Double(try source.itemCount())
        for (index, alternatives) in alternatives.enumerated() {
            let found = try source.count(Self.text(alternatives, isRanked: false))
            rarity[index] = Self.logarithm(1 + count / Double(1 + found))
        }
    }

    /// The natural logarithm, from products and sums alone: the same on every machine.
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

    /// What the weighing of items needs to know.
    package func plan(fields: [RankedField], hasPopularity: Bool) -> RankPlan {
        var plan = RankPlan(alternatives, fields: fields, hasPopularity: hasPopularity)
        for word in 0..<plan.wordCount {
            plan.rarity[word] = Int((16 * rarity[word]).rounded())
            if rarity[word] > 0 { plan.weight[word] = rarity[word] }
        }
        return plan
    }

    /// The terms that highlights mark, in groups: a text has a word of the query where any of its group stands in it.
    package var highlighted: [[AnalyzedText.Term]] { alternatives.map { $0.map(\.term) } }
}

extension TextSearch {
    /// The rules of the language of a search.
    package func language(_ analyzer: TextAnalyzer) -> LanguageRules {
        LanguageRules(locale: analyzer.locale)
    }
}
