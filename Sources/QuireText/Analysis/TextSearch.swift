/// The full-text part of a request.
public struct TextSearch: Sendable, Hashable {
    public var query: TextQuery
    /// The wire names of the fields to search. `nil` searches all searchable fields.
    public var fields: [String]?
    /// Whether other words may stand for those of the query: plurals and other forms, and if no item has all words, words
    /// with one or two letters changed, joined or split.
    public var toleratesTypos = false
    /// How many of its words an item must have, if the search tolerates typos. Other searches require all words.
    public var requirement = WordRequirement.anyWord
    /// Synonyms for this search, in addition to those of the schema.
    public var synonyms: [Synonym] = []
    /// Whether a query without a word finds everything, for browsing, instead of nothing.
    public var matchesAllWhenEmpty = false

    public init(_ query: TextQuery) { self.query = query }
}
