/// How full text orders the items of a module that fit a query equally well.
public struct Ranking: Hashable, Sendable {
    /// The name of the field that counts how popular an item is: a number, the greatest first.
    public var popularity: String

    public init(popularity: String) { self.popularity = popularity }
}
