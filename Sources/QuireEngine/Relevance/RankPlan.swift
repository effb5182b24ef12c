import QuireText

/// How the items of a query are ranked: the terms to look for, the words that they stand for, and their costs.
package struct RankPlan: Sendable {
    /// A term that stands for one or more words of the query.
    package struct Entry: Sendable, Hashable {
        /// A bit for each word of the query.
        package var words: UInt64
        /// The same, of the words for which the term counts in an item that lacks a word.
        package var shared: UInt64 = 0
        /// In quarters.
        package var cost: Int
        /// The number of words of a text that it covers.
        package var length: Int
        /// Whether a longer word that begins with it is enough.
        package var isBeginning: Bool
        /// Whether it is a word of the query itself.
        package var isOwn: Bool
    }

    /// How often a word of the query, or what stands for it, occurs in a field of an item.
    package struct WordCount: Sendable, Hashable {
        package var field: Int32
        package var word: Int32
        package var count: Int32

        package init(field: Int32, word: Int32, count: Int32) {
            self.field = field
            self.word = word
            self.count = count
        }
    }

    /// The number of words that count. Of a longer query, the first ones.
    package static let mostWords = 60
    /// The number of occurrences of a term in an item that count. The first ones.
    package static let mostPlaces = 256

    package private(set) var entries: [Entry]
    /// The indexes of a term's entries: one for each cost at which it stands for words.
    package let entriesByTerm: [AnalyzedText.Term: [Int]]
    package let wordCount: Int
    /// For each word, its weight in a ranking without popularity.
    package var weight: [Double]
    package let fields: [RankedField]
    package let hasPopularity: Bool
    /// The mean number of words of each field. Only a ranking without popularity needs it.
    package var meanLength: [Double] = []
    let lastWord: UInt64

    /// - Parameter shared: For each word, the alternatives that count in an item that lacks a word; empty if such items are
    ///   not ranked.
    package init(
        _ alternatives: [[WordAlternative]], shared: [[WordAlternative]] = [], fields: [RankedField],
        hasPopularity: Bool
    ) {
        self.fields = fields
        self.hasPopularity = hasPopularity
        wordCount = min(alternatives.count, Self.mostWords)
        lastWord = wordCount > 0 ? 1 << UInt64(wordCount - 1) : 0
        weight = Array(repeating: 1, count: wordCount)
        var entries: [Entry] = []
        var numbers: [AnalyzedText.Term: [Int]] = [:]
        for (word, alternatives) in alternatives.prefix(wordCount).enumerated() {
            for alternative in alternatives {
                let isBeginning = alternative.term.match != .whole || alternative.isBeginning
                let number = numbers[alternative.term]?.first {
                    entries[$0].cost == alternative.cost && entries[$0].isBeginning == isBeginning
                }
                if let number {
                    entries[number].words |= 1 << UInt64(word)
                } else {
                    numbers[alternative.term, default: []].append(entries.count)
                    entries.append(
                        Entry(
                            words: 1 << UInt64(word), cost: alternative.cost,
                            length: alternative.term.words.count, isBeginning: isBeginning,
                            isOwn: alternative.term.words == alternatives[0].term.words))
                }
            }
        }
        for (word, alternatives) in shared.prefix(wordCount).enumerated() {
            for alternative in alternatives {
                for number in numbers[alternative.term] ?? [] where entries[number].words >> word & 1 == 1 {
                    entries[number].shared |= 1 << UInt64(word)
                }
            }
        }
        self.entries = entries
        entriesByTerm = numbers
    }

    /// The weight of the words in the fields of an item. It grows with their number, and is greater in a short field.
    ///
    /// - Parameters:
    ///   - counts: Field by field.
    ///   - length: Returns the number of words of a field.
    package func density(of counts: some Sequence<WordCount>, length: (Int) -> Int) -> Double {
        var density = 0.0
        var sum = 0.0
        var field = -1
        var relative = 0.0
        for count in counts {
            if Int(count.field) != field {
                density += sum
                sum = 0
                field = Int(count.field)
                let mean = meanLength.indices.contains(field) ? meanLength[field] : 1
                relative = 0.25 + 0.75 * Double(length(field)) / max(mean, 1)
            }
            let occurrences = Double(count.count)
            sum +=
                weight[Int(count.word)] * fields[field].weight * occurrences * 2.2
                / (occurrences + 1.2 * relative)
        }
        return density + sum
    }
}

/// The properties of a searched field that count for ranking.
package struct RankedField: Sendable, Hashable {
    package var weight: Double
    /// Whether each line is an element that may match exactly, as in lists and localized texts.
    package var hasLines: Bool
    /// The rank of its weight among those of all fields. The greatest weight has rank 0.
    package var rank: Int
    /// How much an occurrence counts in an item that lacks a word: 3 in the fields with the greatest weight, 1 in those with
    /// the least one, and between these by the weight.
    package var boost: Double

    /// The fields of a search, in its order.
    package static func fields(_ fields: [(weight: Double, hasLines: Bool)]) -> [RankedField] {
        let weights = Set(fields.map(\.weight)).sorted(by: >)
        let least = weights.last ?? 0
        let range = (weights.first ?? 0) - least
        return fields.map { field in
            RankedField(
                weight: field.weight, hasLines: field.hasLines,
                rank: weights.firstIndex(of: field.weight) ?? 0,
                boost: range > 0 ? 1 + 2 * (field.weight - least) / range : 1)
        }
    }
}

/// A narrower text that finds the items that can come first, if a query finds very many.
package enum NarrowedText: Sendable, Hashable {
    /// The words one after another.
    case phrase(AnalyzedText.Term)
    /// A field that begins with the first word.
    case beginning(AnalyzedText.Term)
    /// All words are in the field with the greatest weight, given by its number.
    case field(Int, [AnalyzedText.Term])

    /// - Parameter weights: The weights of the searched fields.
    package static func all(_ pattern: WordPattern, _ weights: [Double]) -> [NarrowedText] {
        let terms = pattern.words.map(\.term)
        guard let first = terms.first, pattern.words.allSatisfy({ $0.isFlexible && $0.text != nil }),
            !pattern.hasChoices
        else { return [] }
        var texts: [NarrowedText] = []
        if let last = terms.last, terms.count > 1, terms.dropLast().allSatisfy({ $0.match == .whole }) {
            texts.append(.phrase(AnalyzedText.Term(terms.flatMap(\.words), last.match)))
        }
        texts.append(.beginning(first))
        if let greatest = weights.max(), weights.count(where: { $0 == greatest }) == 1, weights.count > 1,
            let field = weights.firstIndex(of: greatest)
        {
            texts.append(.field(field, terms))
        }
        return texts
    }
}
