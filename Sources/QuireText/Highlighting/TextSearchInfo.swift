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
