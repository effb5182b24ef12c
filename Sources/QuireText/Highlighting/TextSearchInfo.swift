/// How a full-text search found its items: corrections, dropped words, and the ranking.
///
/// ```swift
/// let page = try await content.fetch(Books.query().search("hary poter"))
/// page.text?.level            // .oneTypo
/// page.text?.exactItems       // 7: the items after these share some of the words
/// page.text?.corrections      // ["hary": ["harry", …], "poter": ["potter", …]]
/// ```
public struct TextSearchInfo: Sendable, Hashable {
    /// How the items are sorted.
    public enum Ranking: String, Sendable, Hashable {
        /// Best match first.
        case relevance
        /// By the query's own sort keys.
        case sorted
        /// More items match than are ranked. The most popular ones and the candidates for the best ones come first,
        /// best match first; the others follow by popularity.
        case skipped
    }

    /// How far a search was relaxed until it found something. Filters do not change the level.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Each item has every word, as typed.
        case words
        /// Words match with one wrong letter, in the plural, joined, or split in two.
        case oneTypo
        /// The same, with two wrong letters in long words.
        case twoTypos
        /// No item has every word. Those that share some are found.
        case fewerWords
    }

    public var ranking: Ranking
    public var level = Level.words
    /// Words of the query that no found item contains, each with the words that were searched instead, closest first.
    public var corrections: [String: [String]]
    /// If no item has every word: the words that no item has, not even corrected.
    public var dropped: [String] = []
    /// The number of items that have every word, as typed or corrected. They come first; the items after them share some
    /// of the words. `nil` if the query has sort keys, or if the engine does not report it.
    public var exactItems: Int?
    /// How vectors contributed to the search; `nil` unless it was for `.meaning`.
    public var meaning: MeaningInfo?
    /// The ranking of the page's items by id; empty if the query has sort keys, or if the engine does not report it.
    public var rankings: [String: RankingInfo] = [:]
    /// Highlights the matches of the search in any text, such as a title or a snippet of a body.
    public var highlighter: TextHighlighter

    public init(
        ranking: Ranking, corrections: [String: [String]] = [:], highlighter: TextHighlighter
    ) {
        self.ranking = ranking
        self.corrections = corrections
        self.highlighter = highlighter
    }
}

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

/// How vectors contributed to a search for `.meaning`.
///
/// ```swift
/// let page = try await content.fetch(Books.query().search("loneliness", mode: .meaning))
/// for book in page {
///     if page.text?.meaning?.similarIDs.contains(book.id.rawValue) == true { print("Similar:", book.title) }
/// }
/// ```
public struct MeaningInfo: Sendable, Hashable {
    /// The ids of the page's items that no word finds. They come after all items with a word, nearest first.
    public var similarIDs: Set<String>
    /// The number of items that no word finds, on all pages: 0 to 100.
    public var similarItems: Int
    /// The number of items of the module that have a text but no vector yet. Only words find them.
    public var itemsWithoutVector: Int

    public init(similarIDs: Set<String> = [], similarItems: Int = 0, itemsWithoutVector: Int = 0) {
        self.similarIDs = similarIDs
        self.similarItems = similarItems
        self.itemsWithoutVector = itemsWithoutVector
    }
}
