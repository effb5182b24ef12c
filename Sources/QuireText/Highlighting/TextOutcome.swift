/// What a full-text search came to, beside its items.
public struct TextOutcome: Sendable, Hashable {
    /// What the order of the items is.
    public enum Ranking: String, Sendable, Hashable {
        /// The best match first.
        case relevance
        /// The query's own sort keys.
        case sorted
        /// Too many items match to weigh them all (a prefix of one letter, for example): the newest come first.
        case skipped
    }

    public var ranking: Ranking
    /// Words of the query that stand nowhere, each with the words that were looked for in its place.
    public var corrections: [String: [String]]
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
