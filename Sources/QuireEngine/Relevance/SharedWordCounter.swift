import QuireText

/// Computes the ranks of items that lack words of the query, by the weight of the words that they have (BM25F).
///
/// The occurrences of a word are summed over the fields, each multiplied by the field's boost, before they are saturated. The
/// length of an item is the number of words of all searched fields.
package struct SharedWordCounter {
    private let wordCount: Int
    private let boosts: [Double]
    private let weights: [Double]
    private let meanLength: Double
    /// Whether no two terms of a word can be at the same place.
    private let isSimple: Bool
    /// By word, then by field.
    private var counts: [Int32]
    private var itemWords: UInt64 = 0
    private var places: [(place: UInt64, words: UInt64)] = []

    /// - Parameters:
    ///   - weights: The weight of each word.
    ///   - meanLength: The mean length of all items of the module.
    package init(_ plan: RankPlan, weights: [Double], meanLength: Double) {
        wordCount = plan.wordCount
        boosts = plan.fields.map(\.boost)
        self.weights = weights
        self.meanLength = max(meanLength, 1)
        var terms = Array(repeating: 0, count: plan.wordCount)
        var areWhole = true
        for (term, entries) in plan.entriesByTerm {
            var rest = entries.reduce(0) { $0 | plan.entries[$1].shared }
            // Several words with the same beginning, or the same part, may be at one place.
            if rest != 0, term.match != .whole { areWhole = false }
            while rest != 0 {
                terms[rest.trailingZeroBitCount] += 1
                rest &= rest - 1
            }
        }
        isSimple = areWhole && terms.allSatisfy { $0 < 2 }
        counts = Array(repeating: 0, count: plan.wordCount * plan.fields.count)
    }

    /// Starts with the next item.
    package mutating func begin() {
        if itemWords != 0 {
            for index in counts.indices { counts[index] = 0 }
            itemWords = 0
        }
        if !isSimple { places.removeAll(keepingCapacity: true) }
    }

    /// Adds an occurrence of a term.
    ///
    /// - Parameter words: A bit for each word that the term stands for.
    @inline(__always)
    package mutating func add(words: UInt64, field: Int, place: Int) {
        if isSimple {
            count(words, field)
        } else {
            places.append((UInt64(field) << 32 | UInt64(place), words))
        }
    }

    private mutating func count(_ words: UInt64, _ field: Int) {
        itemWords |= words
        var rest = words
        while rest != 0 {
            counts[rest.trailingZeroBitCount * boosts.count + field] += 1
            rest &= rest - 1
        }
    }

    /// The rank of the item.
    ///
    /// - Parameter length: The number of its words.
    package mutating func key(length: Int) -> RankKey {
        if !isSimple { countPlaces() }
        let relative = 1.2 * (0.25 + 0.75 * Double(length) / meanLength)
        var sum = 0.0
        for word in 0..<wordCount where itemWords & 1 << UInt64(word) != 0 {
            var occurrences = 0.0
            for (field, boost) in boosts.enumerated() {
                occurrences += boost * Double(counts[word * boosts.count + field])
            }
            sum += weights[word] * occurrences * 2.2 / (occurrences + relative)
        }
        return RankKey(shared: sum, leftOut: wordCount - itemWords.nonzeroBitCount)
    }

    /// Terms of one word at the same place count once.
    private mutating func countPlaces() {
        places.sort { $0.place < $1.place }
        var index = 0
        while index < places.count {
            let place = places[index].place
            var words: UInt64 = 0
            while index < places.count, places[index].place == place {
                words |= places[index].words
                index += 1
            }
            count(words, Int(place >> 32))
        }
    }
}
