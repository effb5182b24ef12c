/// Details of a full-text search: corrections, how it was ranked, and a highlighter.
public struct TextSearchInfo: Sendable, Hashable {
    /// How the items are ordered.
    public enum Ranking: String, Sendable, Hashable {
        /// Best match first.
        case relevance
        /// The query's own sort keys.
        case sorted
        /// Newest first, because too many items match to rank them all (for example, a one-letter prefix).
        case skipped
    }

    public var ranking: Ranking
    /// Words of the query that no item contains, each with the words that were searched for instead.
    public var corrections: [String: [String]]
    /// Highlights what the search found in any text: a title, a snippet of a body.
    public var highlighter: TextHighlighter

    public init(
        ranking: Ranking, corrections: [String: [String]] = [:], highlighter: TextHighlighter
    ) {
        self.ranking = ranking
        self.corrections = corrections
        self.highlighter = highlighter
    }
}
