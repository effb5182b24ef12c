import QuireText

/// What ranking knows of a query before it sees an item: which terms stand for which words, and at what cost.
package struct RankPlan: Sendable {
    /// A term that stands for words of the query.
    package struct Entry: Sendable, Hashable {
        /// A bit for each word of the query.
        package var words: UInt64
        /// In quarters.
        package var cost: Int
        /// How many words of a text it covers.
        package var length: Int
        /// Whether it is met by words that only begin so.
        package var isBeginning: Bool
    }

    /// So many words count; of a longer query, the first.
    package static let mostWords = 60
    /// So many places of a term in an item count; the first ones.
    package static let mostPlaces = 256

    package let entries: [Entry]
    /// The number of a term's entry.
    package let entry: [AnalyzedText.Term: Int]
    package let wordCount: Int
    /// For each word what leaving it out costs, in sixteenths.
    package var rarity: [Int]
    /// For each word how much it tells, where there is no popularity.
    package var weight: [Double]
    package let fields: [RankedField]
    package let hasPopularity: Bool
    /// The mean number of words of each field, where there is no popularity.
    package var meanLength: [Double] = []
    let lastWord: UInt64

    package init(_ alternatives: [[WordAlternative]], fields: [RankedField], hasPopularity: Bool) {
        self.fields = fields
        self.hasPopularity = hasPopularity
        wordCount = min(alternatives.count, Self.mostWords)
        lastWord = wordCount > 0 ? 1 << UInt64(wordCount - 1) : 0
        rarity = Array(repeating: 0, count: wordCount)
        weight = Array(repeating: 1, count: wordCount)
        var entries: [Entry] = []
        var numbers: [AnalyzedText.Term: Int] = [:]
        for (word, alternatives) in alternatives.prefix(wordCount).enumerated() {
            for alternative in alternatives {
                if let number = numbers[alternative.term] {
                    entries[number].words |= 1 << UInt64(word)
                    entries[number].cost = min(entries[number].cost, alternative.cost)
                } else {
                    numbers[alternative.term] = entries.count
                    entries.append(
                        Entry(
                            words: 1 << UInt64(word), cost: alternative.cost,
                            length: alternative.term.words.count,
                            isBeginning: alternative.term.match != .whole || alternative.isBeginning))
                }
            }
        }
        self.entries = entries
        entry = numbers
    }
}

/// A searched field as ranking sees it.
package struct RankedField: Sendable, Hashable {
    package var weight: Double
    /// Whether its lines are elements, each of which may be exact: of lists and localized texts.
    package var hasLines: Bool
    /// Where its weight stands among those of all fields, 0 is the greatest.
    package var rank: Int

    /// The fields of a search, in its order.
    package static func fields(_ fields: [(weight: Double, hasLines: Bool)]) -> [RankedField] {
        let weights = Set(fields.map(\.weight)).sorted(by: >)
        return fields.map { field in
            RankedField(
                weight: field.weight, hasLines: field.hasLines,
                rank: weights.firstIndex(of: field.weight) ?? 0)
        }
    }
}
