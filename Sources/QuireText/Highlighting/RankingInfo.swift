/// The criteria that rank an item of a text query, most important first.
///
/// ```swift
/// for book in page { print(book.title, page.text?.rankings[book.id.rawValue]?.isExact ?? false) }
/// ```
public struct RankingInfo: Sendable, Hashable {
    /// The number of query words that the item lacks. Fewer is better.
    public var wordsLeftOut: Int
    /// The distance of the matched words from the typed ones: 0 for equal words, 1 for one wrong letter.
    public var distance: Double
    /// The number of neighbouring query words that are not adjacent in the best field.
    public var separatedWords: Int
    /// Whether the last word is unfinished and the best field does not begin with the query's first word.
    public var missesBeginning: Bool
    /// Whether a field, or an element of a list, consists of exactly the query's words. An exact match weighs as much
    /// as ten times the popularity.
    public var isExact: Bool
    /// The item's popularity; `nil` if the schema names no popularity field, or if the item lacks words of the query.
    public var popularity: Double?
    /// Whether the item was ranked. Of very many matches, only the candidates for the best ones are ranked; the
    /// others follow by popularity.
    public var isWeighed: Bool

    /// The weight of the words that the item has (BM25F); `nil` if it has all of them.
    public var weight: Double?

    package init(
        wordsLeftOut: Int, distance: Double, separatedWords: Int, missesBeginning: Bool, isExact: Bool,
        popularity: Double?, isWeighed: Bool, weight: Double? = nil
    ) {
        self.wordsLeftOut = wordsLeftOut
        self.distance = distance
        self.separatedWords = separatedWords
        self.missesBeginning = missesBeginning
        self.isExact = isExact
        self.popularity = popularity
        self.isWeighed = isWeighed
        self.weight = weight
    }
}
