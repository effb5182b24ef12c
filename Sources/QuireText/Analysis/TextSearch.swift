/// The full-text part of a request.
public struct TextSearch: Sendable, Hashable {
    public var query: TextQuery
    /// The wire names of the fields to search. `nil` searches all searchable fields.
    public var fields: [String]?
    /// Whether other words are taken for those of the query where nothing has all of them: words that differ by a letter
    /// or two, plurals, words that are written together or in two.
    public var toleratesTypos = false
    /// Whether a search that tolerates typos drops words, as few as possible, if it would find nothing.
    public var dropsWords = true
    /// Whether a query without a word finds everything, for browsing, instead of nothing.
    public var matchesAllWhenEmpty = false

    public init(_ query: TextQuery) { self.query = query }
}
