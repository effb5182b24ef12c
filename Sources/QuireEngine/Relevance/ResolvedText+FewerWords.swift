import QuireText

/// The last level: leaving out words.
extension ResolvedText {
    /// The number of words that are considered. Of a longer query, the rarest ones.
    static let mostConsidered = 10

    /// The number of terms in the alternatives of a search without some words. Each is a cursor over an index.
    static let mostTerms = 1_000

    /// Leaves out as few words as possible, whichever they are.
    ///
    /// One request for each word tells which items have it. The items that have the most words are found; all different
    /// sets of words that they have become the alternatives of the search.
    ///
    /// - Returns: `false` if the search still finds nothing.
    mutating func leaveOutWords<Source: TextSource>(
        _ pattern: TextPattern, _ source: Source
    ) throws(Source.Failure) -> Bool {
        let optional = pattern.optionalWords
        guard optional.count > 1 || (optional.count == 1 && pattern.words.count > 1) else { return false }
        let kept = try consideredWords(optional, source)
        var found = try mostWords(kept, optional, pattern, source)
        if found.isEmpty {
            // What else the query asks for, such as a phrase, may find something.
            guard pattern.words.count > optional.count,
                let text = text(pattern, leavingOut: Set(optional), isRanked: false),
                try source.findsAny(text)
            else { return false }
            found = [Set(optional)]
        }
        leaveOut(try bounded(found, pattern, source), of: pattern)
        return true
    }

    /// The words to leave out, for each different set of the most words that an item has.
    private func mostWords<Source: TextSource>(
        _ kept: [Int], _ optional: [Int], _ pattern: TextPattern, _ source: Source
    ) throws(Source.Failure) -> [Set<Int>] {
        var sets = WordSets()
        for (number, word) in kept.enumerated() {
            let others = Set(optional).subtracting([word])
            guard let text = text(pattern, leavingOut: others, isRanked: false) else { continue }
            guard let rows = try source.rows(text) else {
                return try countedSubsets(kept, optional, pattern, source)
            }
            sets.add(number, rows: rows)
        }
        return sets.largest.map { set in
            Set(optional).subtracting(WordSets.words(of: set).map { kept[$0] })
        }
    }

    /// The same from counts alone, by trying all subsets: for sources that cannot read rows.
    private func countedSubsets<Source: TextSource>(
        _ kept: [Int], _ optional: [Int], _ pattern: TextPattern, _ source: Source
    ) throws(Source.Failure) -> [Set<Int>] {
        for size in stride(from: kept.count, to: 0, by: -1) {
            var found: [Set<Int>] = []
            for subset in Self.subsets(of: kept, size) {
                let dropped = Set(optional).subtracting(subset)
                guard let text = text(pattern, leavingOut: dropped, isRanked: false) else { continue }
                if try source.findsAny(text) { found.append(dropped) }
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    private static func subsets(of elements: [Int], _ size: Int) -> [[Int]] {
        if size == 0 { return [[]] }
        guard size <= elements.count else { return [] }
        return elements.indices.flatMap { index in
            subsets(of: Array(elements[(index + 1)...]), size - 1).map { [elements[index]] + $0 }
        }
    }

    /// The optional words that some item has. Of more than are considered, the rarest.
    private mutating func consideredWords<Source: TextSource>(
        _ optional: [Int], _ source: Source
    ) throws(Source.Failure) -> [Int] {
        for word in optional {
            counts[word] = try source.count(Self.text(alternatives[word], isRanked: false))
        }
        let known = optional.filter { counts[$0, default: 0] > 0 }
        guard known.count > Self.mostConsidered else { return known }
        let rarest = known.sorted { one, other in
            let (left, right) = (counts[one, default: 0], counts[other, default: 0])
            return left != right ? left < right : one < other
        }
        return rarest.prefix(Self.mostConsidered).sorted()
    }

    /// The choices of words to leave out, without the worst ones if they have too many terms. Those that leave out common
    /// words are kept, as they lead to the first items of the result.
    private func bounded<Source: TextSource>(
        _ choices: [Set<Int>], _ pattern: TextPattern, _ source: Source
    ) throws(Source.Failure) -> [Set<Int>] {
        let sizes = choices.map { left in
            alternatives.indices.reduce(0) { left.contains($1) ? $0 : $0 + alternatives[$1].count }
        }
        guard choices.count > 1, sizes.reduce(0, +) > Self.mostTerms else { return choices }
        let items = try source.itemCount()
        let losses = choices.map { left in
            left.reduce(0) { $0 + RankPlan.rarity(Self.rarity(of: counts[$1, default: 0], among: items)) }
        }
        let best = choices.indices.sorted { one, other in
            losses[one] != losses[other] ? losses[one] < losses[other] : one < other
        }
        var terms = 0
        let chosen = best.prefix { choice in
            terms += sizes[choice]
            return terms <= Self.mostTerms || choice == best[0]
        }
        return chosen.sorted().map { choices[$0] }
    }

    private mutating func leaveOut(_ choices: [Set<Int>], of pattern: TextPattern) {
        let texts = choices.compactMap { text(pattern, leavingOut: $0, isRanked: false) }
        let ranked = choices.compactMap { text(pattern, leavingOut: $0, isRanked: true) }
        text = texts.count == 1 ? texts[0] : .any(texts)
        rankedText = ranked.count == 1 ? ranked[0] : .any(ranked)
        level = .fewerWords
        let all = choices.reduce(into: Set<Int>()) { $0.formUnion($1) }
        dropped = all.sorted().map { pattern.words[$0].term.words.joined(separator: " ") }
    }

    private func text(_ pattern: TextPattern, leavingOut dropped: Set<Int>, isRanked: Bool) -> AnalyzedText? {
        pattern.text(leavingOut: dropped) { Self.text(alternatives[$0], isRanked: isRanked) }
    }
}
