import QuireText

/// The items that share a word with the query, after those that have all words.
extension ResolvedText {
    /// Adds the items that have one of the optional words. Phrases, whole words and choices remain required; with them, no
    /// other word is.
    ///
    /// - Parameters:
    ///   - own: The alternatives of the words as typed.
    ///   - isFound: Whether an item has all words.
    /// - Returns: Whether an item is found.
    mutating func shareWords<Source: TextSource>(
        _ pattern: WordPattern, _ own: [[WordAlternative]], isFound: Bool, in source: Source
    ) throws(Source.Failure) -> Bool {
        let optional = pattern.optionalWords
        let hasOthers = pattern.words.count > optional.count
        guard pattern.isRankable, optional.count > 1 || (optional.count == 1 && hasOthers) else {
            return false
        }
        var alternatives = alternatives
        var missing: [String] = []
        var corrected: [String: [String]] = [:]
        for index in optional {
            alternatives[index] = try sharedAlternatives(of: index, own[index], isFound: isFound, source)
            guard !isFound, alternatives[index] != own[index] else { continue }
            let typed = pattern.words[index].term.words.joined()
            if alternatives[index].isEmpty {
                alternatives[index] = own[index]
                missing.append(typed)
            } else if !alternatives[index].allSatisfy(own[index].contains) {
                corrected[typed] = Self.texts(alternatives[index])
            }
        }
        let rest = pattern.text(leavingOut: Set(optional)) {
            Self.text(alternatives[$0], isRanked: false)
        }
        let words = AnalyzedText.any(
            optional.flatMap { alternatives[$0].map(\.term) }.withoutRepetitions.map(AnalyzedText.term))
        let shared: AnalyzedText
        if hasOthers, let rest {
            shared = rest
        } else {
            shared = rest.map { .all([words, $0]) } ?? words
        }
        if !isFound {
            guard try source.findsAny(shared) else { return false }
            self.alternatives = alternatives
            corrections = corrected
            dropped = missing
        }
        self.shared = shared
        sharedAlternatives = alternatives
        let hasAll = hasOthers || optional.contains { alternatives[$0] == self.alternatives[$0] }
        text = hasAll || !isFound ? shared : .any([text, shared])
        return true
    }

    /// What stands for a word in an item that lacks others: the word as typed; a longer word only if no item has the word
    /// itself; the nearest corrections only if no item has any of these.
    private func sharedAlternatives<Source: TextSource>(
        of word: Int, _ own: [WordAlternative], isFound: Bool, _ source: Source
    ) throws(Source.Failure) -> [WordAlternative] {
        let whole = own.filter { $0.term.match != .prefix }
        if !whole.isEmpty, whole.count < own.count,
            try source.findsAny(Self.text(whole, isRanked: false))
        {
            return whole
        }
        if isFound, level == .words { return own }
        if try source.findsAny(Self.text(own, isRanked: false)) { return own }
        let vocabulary = try source.sortedWords()
        let added = alternatives[word].dropFirst(own.count).filter { $0.isKnown(in: vocabulary) }
        let least = added.map(\.cost).min()
        return added.filter { $0.cost == least }
    }

    /// Counts the items that have each word, for the weight of the words in items that lack one.
    package mutating func countShared<Source: TextSource>(in source: Source) throws(Source.Failure) {
        guard shared != nil, sharedWeights == nil else { return }
        let items = Double(try source.itemCount())
        var weights: [Double] = []
        var counts: [Int] = []
        for alternatives in sharedAlternatives.prefix(RankPlan.mostWords) {
            let count = try source.count(Self.text(alternatives, isRanked: false))
            counts.append(count)
            let frequency = Double(count)
            weights.append(Self.logarithm(1 + max(0, items - frequency + 0.5) / (frequency + 0.5)))
        }
        sharedWeights = weights
        sharedCounts = counts
    }

    /// Finds only items that have one of the rarest words: so many words as no more than some items have, one at least.
    package mutating func narrowShared(to most: Int) {
        let optional = pattern.optionalWords
        guard shared != nil, let counts = sharedCounts, optional.count == pattern.words.count else { return }
        let wordsByRarity = optional.filter { $0 < counts.count && counts[$0] > 0 }.sorted {
            (counts[$0], $0) < (counts[$1], $1)
        }
        var sum = 0
        let rarest = wordsByRarity.prefix { word in
            sum += counts[word]
            return sum <= most || word == wordsByRarity[0]
        }
        guard !rarest.isEmpty else { return }
        let words = AnalyzedText.any(
            rarest.sorted().map { Self.text(sharedAlternatives[$0], isRanked: false) })
        let rest = pattern.text(leavingOut: Set(optional)) { Self.text(alternatives[$0], isRanked: false) }
        let narrow = rest.map { .all([words, $0]) } ?? words
        shared = narrow
        text = narrow
    }
}

extension [AnalyzedText.Term] {
    fileprivate var withoutRepetitions: [AnalyzedText.Term] {
        var seen: Set<AnalyzedText.Term> = []
        return filter { seen.insert($0).inserted }
    }
}
