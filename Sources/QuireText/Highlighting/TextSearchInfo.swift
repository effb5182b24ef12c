/// How a full-text search found its items: corrections, words left out, and why an item stands where it does.
///
/// ```swift
/// let page = try await content.fetch(Books.query().search("hary poter").toleratingTypos())
/// page.text?.level            // .oneTypo
/// page.text?.corrections      // ["hary": ["harry", …], "poter": ["potter", …]]
/// ```
public struct TextSearchInfo: Sendable, Hashable {
    /// What the order of the items is.
    public enum Ranking: String, Sendable, Hashable {
        /// Best match first.
        case relevance
        /// The query's own sort keys.
        case sorted
        /// More items match than are weighed. The most popular ones and those that can be best come first, the best
        /// match first; the others follow by popularity.
        case skipped
    }

    /// What a search was eased to until it found something. Filters do not change it.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Every word stands in each item, as it was typed.
        case words
        /// Words stand for others: with one letter wrong, in the plural, written together or in two.
        case oneTypo
        /// The same, with two letters wrong in long words.
        case twoTypos
        /// Words were left out, which `dropped` lists.
        case fewerWords
    }

    public var ranking: Ranking
    public var level = Level.words
    /// Words of the query that stand in no item found, each with what was looked for in its place, the nearest first.
    public var corrections: [String: [String]]
    /// Words that items need not have, since nothing has all: in the order of the query.
    public var dropped: [String] = []
    /// Why the items of the page stand where they do, by their ids; empty where the query has sort keys, or the engine
    /// keeps its reasons to itself.
    public var rankings: [String: RankingInfo] = [:]
    /// Finds what the search found in any text: a title, a snippet of a body.
    public var highlighter: TextHighlighter

    public init(
        ranking: Ranking, corrections: [String: [String]] = [:], highlighter: TextHighlighter
    ) {
        self.ranking = ranking
        self.corrections = corrections
        self.highlighter = highlighter
    }
}
