/// The full-text part of a request.
public struct TextSearch: Sendable, Hashable {
    public var query: TextQuery
    /// Wire names of the searchable fields that are looked at; `nil` means all of them.
    public var fields: [String]?
    /// Whether a word that stands nowhere is taken for those that differ from it by one letter.
    public var toleratesTypos = false
    /// Whether a query without a word finds everything, for browsing, instead of nothing.
    public var findsAllWhenEmpty = false

    public init(_ query: TextQuery) { self.query = query }
}
