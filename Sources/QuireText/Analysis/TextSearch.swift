/// The full-text part of a request.
public struct TextSearch: Sendable, Hashable {
    public var query: TextQuery
    /// The wire names of the fields to search. `nil` searches all searchable fields.
    public var fields: [String]?
    /// Whether a word that is not in the index also matches indexed words that differ by one letter.
    public var toleratesTypos = false
    /// Whether a query without words matches everything, for browsing, instead of nothing.
    public var matchesAllWhenEmpty = false

    public init(_ query: TextQuery) { self.query = query }
}
