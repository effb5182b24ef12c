/// How full text orders the items of a module that fit a query equally well.
///
/// ```json
/// { "name": "books", "ranking": { "popularity": "ratingsCount" }, "fields": [] }
/// ```
public struct RankingDescriptor: Sendable, Hashable {
    /// The wire name of the number field with an item's popularity; `nil` if the module has none. The greatest
    /// value comes first, and an item without a value counts as 0.
    public var popularity: String?

    public init(popularity: String? = nil) { self.popularity = popularity }
}
