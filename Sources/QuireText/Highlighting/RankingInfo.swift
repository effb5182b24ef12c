/// Why an item stands where it does among those that a text query found: the criteria of the order, the first one first.
///
/// ```swift
/// for book in page { print(book.title, page.text?.rankings[book.id.rawValue]?.isExact ?? false) }
/// ```
public struct RankingInfo: Sendable, Hashable {
    /// How many words of the query the item lacks: fewer come first.
    public var wordsLeftOut: Int
    /// How far the words are from those that were typed: 0 where they are the same, 1 for a wrong letter.
    public var distance: Double
    /// How many neighbours of the query are not side by side in the best field.
    public var separatedWords: Int
    /// Whether the last word is unfinished and the best field does not begin with the query's first word.
    public var missesBeginning: Bool
    /// Whether a field, or an element of a list, has the query's words and nothing else. It counts as much as ten times
    /// the popularity.
    public var isExact: Bool
    /// `nil` where the schema names no popularity.
    public var popularity: Double?
    /// Whether the item was weighed. Of very many matches, only those that can be best are; the others follow by
    /// popularity.
    public var isWeighed: Bool

    package init(
        wordsLeftOut: Int, distance: Double, separatedWords: Int, missesBeginning: Bool, isExact: Bool,
        popularity: Double?, isWeighed: Bool
    ) {
        self.wordsLeftOut = wordsLeftOut
        self.distance = distance
        self.separatedWords = separatedWords
        self.missesBeginning = missesBeginning
        self.isExact = isExact
        self.popularity = popularity
        self.isWeighed = isWeighed
    }
}
