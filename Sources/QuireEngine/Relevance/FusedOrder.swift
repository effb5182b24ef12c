/// The order of a search by words and by vectors, fused by reciprocal rank.
///
/// First come the items that words find: the first ones and the nearest by their scores, then the others in the order of
/// the words. At the end come the nearest items that no word finds.
package struct FusedOrder: Sendable {
    /// The constant of the reciprocal rank: an item at the place n of an order gets 1 / (60 + n).
    package static let constant = 60.0
    /// The number of items in the order of the words that get a score.
    package static let mostByWords = 250
    /// The number of nearest items.
    package static let mostNearest = 100

    /// The items with a score, best first. The rest of the words' order follows, without those.
    package let items: [Int64]
    /// Of these, the items that come later than the first in the order of the words.
    package let raised: Set<Int64>
    /// The items that no word finds, nearest first.
    package let similar: [Int64]

    private struct Ranks {
        var word = Int.max
        var vector = Int.max

        var score: Double {
            [word, vector].reduce(0) { $1 == .max ? $0 : $0 + 1 / (FusedOrder.constant + Double($1)) }
        }
    }

    /// - Parameters:
    ///   - words: The first items in the order of the words, up to `mostByWords`.
    ///   - nearest: The nearest items, up to `mostNearest`.
    ///   - isFound: Whether words find one of the nearest items.
    package init(words: some Collection<Int64>, nearest: [Int64], isFound: (Int64) -> Bool) {
        var ranks: [Int64: Ranks] = [:]
        for (index, item) in words.enumerated() { ranks[item] = Ranks(word: index + 1) }
        var similar: [Int64] = []
        var raised: Set<Int64> = []
        for (index, item) in nearest.enumerated() {
            if ranks[item] != nil {
                ranks[item]?.vector = index + 1
            } else if isFound(item) {
                ranks[item] = Ranks(vector: index + 1)
                raised.insert(item)
            } else {
                similar.append(item)
            }
        }
        items = ranks.map { (item: $0.key, ranks: $0.value, score: $0.value.score) }.sorted { one, other in
            if one.score != other.score { return one.score > other.score }
            return (one.ranks.word, one.ranks.vector) < (other.ranks.word, other.ranks.vector)
        }.map(\.item)
        self.raised = raised
        self.similar = similar
    }
}
