/// Collects which words of a query each row has, with one bit for each word.
struct WordSets {
    /// The maximum number of words.
    static let mostWords = UInt64.bitWidth

    /// The words of each row, by its number. Row numbers of a store can be far apart.
    private var words: [Int: UInt64] = [:]

    /// Notes that rows have a word.
    mutating func add(_ word: Int, rows: [Int]) {
        for row in rows { words[row, default: 0] |= 1 << UInt64(word) }
    }

    /// The different sets of words that rows have, of those with the most words. A set with an earlier word comes first.
    /// Empty if no row has a word.
    var largest: [UInt64] {
        var most = 1
        var sets: Set<UInt64> = []
        for words in words.values {
            let count = words.nonzeroBitCount
            if count < most { continue }
            if count > most {
                most = count
                sets.removeAll()
            }
            sets.insert(words)
        }
        return sets.sorted(by: Self.precedes)
    }

    /// Whether the first word that only one of two sets has is in the first set.
    private static func precedes(_ one: UInt64, _ other: UInt64) -> Bool {
        let difference = one ^ other
        return one & difference & (~difference &+ 1) != 0
    }

    /// The numbers of the words of a set, in order.
    static func words(of set: UInt64) -> [Int] { (0..<mostWords).filter { set & (1 << UInt64($0)) != 0 } }
}
