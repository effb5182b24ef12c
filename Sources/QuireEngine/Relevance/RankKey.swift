import QuireText

/// The rank of an item in a text search: the criteria of the order, packed into a number. The best item has the smallest.
///
/// From the first criterion to the last: costs (6 bits), separated words (4), the beginning (1), the class of the popularity
/// with the exactness (6), the field (4), the popularity itself (32). Items that are not weighed come after these, and then
/// items that lack words of the query. Items with equal ranks are ordered by id.
package struct RankKey: Sendable, Hashable, Comparable {
    package let value: Int64

    package init(value: Int64) { self.value = value }

    package static func < (one: RankKey, other: RankKey) -> Bool { one.value < other.value }

    /// The rank of an item that is ordered by popularity only, after all others, because very many match.
    package init(unweighed popularity: Double) {
        value = 1 << 62 | Int64(Self.descending(popularity))
    }

    /// The rank of an item that lacks words of the query.
    ///
    /// - Parameter weight: The weight of the words that it has.
    package init(shared weight: Double, leftOut: Int) {
        value = 3 << 61 | Int64(Self.descending(weight)) << 6 | Int64(min(leftOut, 63))
    }

    /// Whether the item lacks words of the query.
    package var isShared: Bool { value >= 3 << 61 }

    /// The criteria of an item with all words. Each is limited to its number of bits.
    package struct Criteria: Sendable, Hashable {
        /// In quarters.
        package var cost = 0
        /// The number of adjacent words of the query that are not adjacent in the best field.
        package var separated = 0
        package var missesBeginning = false
        package var isExact = false
        package var isWhole = false
        /// The rank of the best field's weight. The greatest weight has rank 0.
        package var fieldRank = 0
        /// The weight of the words by number and length of the fields. Only used without a popularity.
        package var density = 0.0

        package init() {}
    }

    /// - Parameter popularity: `nil` if the module has none.
    package init(_ criteria: Criteria, popularity: Double?) {
        var key = Int64(min(criteria.cost, 63))
        key = key << 4 | Int64(min(max(criteria.separated, 0), 15))
        key = key << 1 | (criteria.missesBeginning ? 1 : 0)
        if let popularity {
            let merit = Self.halfDecades(popularity) + (criteria.isExact ? 2 : 0)
            key = key << 6 | Int64(63 - merit)
        } else {
            key = key << 6 | (criteria.isExact ? 0 : 2) | (criteria.isWhole ? 0 : 1)
        }
        key = key << 4 | Int64(min(criteria.fieldRank, 15))
        key = key << 32 | Int64(Self.descending(popularity ?? criteria.density))
        value = key
    }

    /// The key of an item without a popularity, with the density of its words.
    package func withDensity(_ density: Double) -> RankKey {
        RankKey(value: (value >> 32) << 32 | Int64(Self.descending(density)))
    }

    /// The key of an item that was weighed without its popularity.
    package func withPopularity(_ popularity: Double) -> RankKey {
        let key = (value >> 32) - Int64(Self.halfDecades(popularity)) << 4
        return RankKey(value: key << 32 | Int64(Self.descending(popularity)))
    }

    /// The class of a popularity: half decades, 0 below 2.
    package static func halfDecades(_ popularity: Double) -> Int {
        // With the precision of the key.
        let popularity = Double(Float(popularity))
        guard popularity >= 1, popularity.isFinite else { return popularity == .infinity ? 60 : 0 }
        return min(60, Int((2 * logarithm(popularity)).rounded()))
    }

    /// The logarithm to base 10, rounded to halves. Computed with comparisons and products only, so that it is the same on
    /// every machine.
    private static func logarithm(_ value: Double) -> Double {
        var exponent = 0.0
        var rest = value
        while rest >= 10 {
            rest /= 10
            exponent += 1
        }
        // 10^(1/4) and 10^(3/4) separate the halves.
        return exponent + (rest < 1.778_279_410_038_922_8 ? 0 : rest < 5.623_413_251_903_491 ? 0.5 : 1)
    }

    private static func number(_ descending: UInt32) -> Double {
        let ascending = ~descending
        return Double(Float(bitPattern: ascending & 0x8000_0000 != 0 ? ascending & 0x7FFF_FFFF : ~ascending))
    }

    /// The number as 32 bits, in descending order.
    package static func descending(_ number: Double) -> UInt32 {
        let number = number.isNaN ? 0 : Float(number) + 0
        let bits = number.bitPattern
        let ascending = bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
        return ~ascending
    }

    /// The criteria in readable form.
    ///
    /// - Parameter hasPopularity: Whether the schema names a popularity.
    package func info(hasPopularity: Bool) -> RankingInfo {
        if isShared {
            return RankingInfo(
                wordsLeftOut: Int(value & 63), distance: 0, separatedWords: 0, missesBeginning: false,
                isExact: false, popularity: nil, isWeighed: true,
                weight: Self.number(UInt32(truncatingIfNeeded: value >> 6)))
        }
        let popularity = hasPopularity ? Self.number(UInt32(truncatingIfNeeded: value)) : nil
        guard value < 1 << 62 else {
            return RankingInfo(
                wordsLeftOut: 0, distance: 0, separatedWords: 0, missesBeginning: false, isExact: false,
                popularity: popularity, isWeighed: false)
        }
        let merit = Int(value >> 36 & 63)
        return RankingInfo(
            wordsLeftOut: 0, distance: Double(value >> 47 & 63) / 4,
            separatedWords: Int(value >> 43 & 15), missesBeginning: value >> 42 & 1 == 1,
            isExact: popularity.map { 63 - merit > Self.halfDecades($0) } ?? (merit & 2 == 0),
            popularity: popularity, isWeighed: true)
    }
}
