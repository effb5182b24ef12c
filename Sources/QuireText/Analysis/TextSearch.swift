/// The full-text part of a request.
public struct TextSearch: Sendable, Hashable {
    public var query: TextQuery
    /// The wire names of the fields to search. `nil` searches all searchable fields.
    public var fields: [String]?
    /// How many of its words an item must have. `nil` is `.anyWord`, or `.allWords` in a list with sort keys, where items
    /// that only share a word would be anywhere.
    public var mode: MatchMode?
    /// Synonyms for this search, in addition to those of the schema.
    public var synonyms: [Synonym] = []
    /// Whether a query without a word finds everything, for browsing, instead of nothing.
    public var emptyFindsAll = false

    /// The vector of the query, if the mode is `.meaning`. The engine sets it before it searches.
    package var vector: TextVector?

    public init(
        _ query: TextQuery, mode: MatchMode? = nil, synonyms: [Synonym] = [], emptyFindsAll: Bool = false
    ) {
        self.query = query
        self.mode = mode
        self.synonyms = synonyms
        self.emptyFindsAll = emptyFindsAll
    }

    /// Whether other words may stand for those of the query: plurals and other forms, and if no item has all words, words
    /// with one or two letters changed, joined or split.
    package var toleratesTypos: Bool { mode != .asTyped }

    /// Whether an item needs only one of the words.
    package var takesAnyWord: Bool { mode == .anyWord || mode == .meaning }
}
